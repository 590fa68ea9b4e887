"""The event: what asks for a run."""

import pytest

from skilleval.errors import ConfigError
from skilleval.event import parse_event
from tests.builders_github import HEAD_SHA, a_pull, comment_event, pull_request_event

PAYLOAD = {
    "kind": "refs",
    "repository": "shop",
    "base": {"ref": "main", "sha": "b" * 40},
    "head": {"ref": "HEAD", "sha": "a" * 40},
}


def test_two_refs_are_a_request_of_a_local_person() -> None:
    """Two refs of a checkout are trusted: it is the user's own shell."""
    request = parse_event(PAYLOAD | {"only": ["invoice-check"]})

    assert (request.base_sha, request.head_sha, request.trust) == ("b" * 40, "a" * 40, "local")
    assert request.only == ("invoice-check",)
    assert request.may_spend


@pytest.mark.parametrize("broken", [{}, {"kind": "refs"}, PAYLOAD | {"base": {"ref": "main", "sha": "main"}}])
def test_an_unknown_shape_is_named(broken: dict[str, object]) -> None:
    """What cannot be read says where it is wrong."""
    with pytest.raises(ConfigError, match="this event cannot be read"):
        parse_event(broken)


def _github(**more: object) -> dict[str, object]:
    asked = {"pull": a_pull(), "permission": {"permission": "write"}, "floor": "write"}
    return {"kind": "github", "event": "pull_request", "payload": pull_request_event(), **asked, **more}


def test_a_github_event_with_its_facts_is_a_request() -> None:
    """The event and what the forge was asked give the same request each time."""
    request = parse_event(_github())

    assert (request.kind, request.number, request.head_sha) == ("pull-request", 12, HEAD_SHA)
    assert request == parse_event(_github())


@pytest.mark.parametrize(
    "more",
    [
        {"payload": pull_request_event("closed")},
        {"event": "issue_comment", "payload": comment_event(), "permission": None},
    ],
)
def test_what_may_not_run_is_no_request(more: dict[str, object]) -> None:
    """A refused event can never slip into the pipeline."""
    with pytest.raises(ConfigError, match="nothing may run"):
        parse_event(_github(**more))
