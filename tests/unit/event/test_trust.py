"""Who may start what costs money."""

from typing import Any

import pytest

from skilleval.domain.request import Request
from skilleval.event import Permission, Pull, Refusal, Role, judge, read_notice, role_of
from tests.builders_github import (
    HEAD_SHA,
    a_pull,
    a_user,
    comment_event,
    dispatch_event,
    pull_request_event,
)


def judged(
    event: str,
    payload: dict[str, Any],
    *,
    role: Role = "write",
    pull: dict[str, Any] | None = None,
    floor: Role = "write",
) -> Request | Refusal:
    """Return what may run."""
    now = Pull.model_validate(pull or payload.get("pull_request") or a_pull())
    return judge(read_notice(event, payload), now, role, floor=floor)


def requested(*args: Any, **more: Any) -> Request:
    """Return the request, which there must be."""
    request = judged(*args, **more)
    assert isinstance(request, Request)
    return request


def refused(*args: Any, **more: Any) -> str:
    """Return why nothing runs, which must be so."""
    refusal = judged(*args, **more)
    assert isinstance(refusal, Refusal)
    return refusal.reason


def test_a_push_by_a_writer_may_spend() -> None:
    """A branch of the repository, pushed by somebody with write permission, gets trials."""
    request = requested("pull_request", pull_request_event())

    assert (request.trust, request.may_spend, request.waits_for) == ("writer", True, "")


@pytest.mark.parametrize("role", ["none", "read", "triage"])
def test_without_write_permission_nothing_is_spent(role: Role) -> None:
    """Who opens a pull request from somebody else's branch gets a review, and the line to paste."""
    request = requested("pull_request", pull_request_event(), role=role)

    assert not request.may_spend
    assert request.approval == "/skilleval rerun"


@pytest.mark.parametrize(
    "pull",
    [
        {"fork": True},
        {"head": {"ref": "x", "sha": HEAD_SHA, "repo": None}},
        {"user": a_user("dependabot[bot]", bot=True)},
    ],
)
def test_foreign_heads_wait_for_an_approval_of_their_sha(pull: dict[str, Any]) -> None:
    """Forks, deleted forks and Dependabot stop after the review, even when an admin pushed them."""
    request = requested("pull_request", pull_request_event(**pull), role="admin")

    assert (request.foreign, request.may_spend) == (True, False)
    assert request.approval == f"/skilleval approve {HEAD_SHA}"


def test_a_rerun_of_a_fork_is_still_only_a_review() -> None:
    """`rerun` does not say which commit was looked at, so it never spends on foreign code."""
    request = requested("issue_comment", comment_event(), pull=a_pull(fork=True))

    assert not request.may_spend


def test_the_full_sha_of_the_head_approves_a_fork() -> None:
    """A writer who names the head's whole sha starts the trials of exactly that commit."""
    comment = comment_event(f"/skilleval approve {HEAD_SHA}")

    assert requested("issue_comment", comment, pull=a_pull(fork=True)).may_spend


def test_a_push_voids_an_approval() -> None:
    """An approval of another commit than the head is refused and says which is the head."""
    comment = comment_event(f"/skilleval approve {'e' * 40}")

    assert HEAD_SHA in refused("issue_comment", comment, pull=a_pull(fork=True))


@pytest.mark.parametrize("role", ["none", "read", "triage"])
def test_an_outsider_commands_nothing(role: Role) -> None:
    """A command without write permission starts no run at all."""
    assert "needs write permission" in refused("issue_comment", comment_event(), role=role)


def test_a_higher_floor_counts() -> None:
    """With `permission-floor: maintain`, write is not enough."""
    assert "needs maintain" in refused("issue_comment", comment_event(), floor="maintain")
    assert requested("issue_comment", comment_event(), role="maintain", floor="maintain").may_spend


def test_a_draft_waits() -> None:
    """A draft gets the stages that cost nothing, and says when trials start."""
    request = requested("pull_request", pull_request_event(draft=True))

    assert not request.may_spend
    assert "draft" in request.waits_for
    assert request.approval == ""


def test_a_stale_payload_does_not_run() -> None:
    """A re-run of an old payload sees that the head has moved on."""
    moved = judged("pull_request", pull_request_event(), pull=a_pull(head_sha="e" * 40))

    assert isinstance(moved, Refusal)
    assert moved.moved


def test_a_bot_is_no_writer() -> None:
    """An App's push is reviewed; a person with write permission starts its trials."""
    assert not requested("pull_request", pull_request_event(sender="renovate[bot]"), role="admin").may_spend


def test_closed_and_problematic_requests_are_refused() -> None:
    """A pull request that was closed meanwhile, and a command with a typing error, run nothing."""
    assert "closed" in refused("workflow_dispatch", dispatch_event(), pull=a_pull(state="closed"))
    assert "did you mean" in refused("issue_comment", comment_event("/skilleval rerunn"))


@pytest.mark.parametrize(
    ("permission", "role"),
    [
        (None, "none"),
        ({"permission": "write", "role_name": "maintain"}, "maintain"),
        ({"permission": "read", "role_name": "triage"}, "triage"),
        ({"permission": "write", "role_name": "our-own-role"}, "write"),
        ({"permission": "push"}, "write"),
        ({"permission": "something new"}, "none"),
    ],
)
def test_roles_are_told_apart(permission: dict[str, Any] | None, role: Role) -> None:
    """Both fields of the permission endpoint count; what is unknown is nothing."""
    assert role_of(None if permission is None else Permission.model_validate(permission)) == role
