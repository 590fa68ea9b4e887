"""What GitHub's events say."""

from typing import Any

import pytest

from skilleval.errors import ConfigError
from skilleval.event import read_notice
from tests.builders_github import (
    HEAD_SHA,
    comment_event,
    dispatch_event,
    merge_group_event,
    pull_request_event,
)


def test_a_push_pins_the_head_of_the_payload() -> None:
    """The head comes from the pull request, never from the merge commit that the workflow runs on."""
    notice = read_notice("pull_request", pull_request_event() | {"before": "d" * 40})

    assert (notice.kind, notice.number, notice.head_sha) == ("pull-request", 12, HEAD_SHA)
    assert (notice.before, notice.ignored) == ("d" * 40, "")


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (pull_request_event("closed"), "closed"),
        (pull_request_event(state="closed"), "closed"),
        (pull_request_event("edited"), "only the pull request's text was edited"),
    ],
)
def test_what_changes_no_code_asks_for_nothing(payload: dict[str, Any], reason: str) -> None:
    """A closed pull request and an edited title cost nothing."""
    assert reason in read_notice("pull_request", payload).ignored


def test_a_new_base_is_a_new_question() -> None:
    """A pull request that was put onto another base is measured again."""
    payload = pull_request_event("edited") | {"changes": {"base": {"ref": {"from": "old"}}}}

    assert read_notice("pull_request", payload).ignored == ""


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (comment_event(action="edited"), "only new comments"),
        (comment_event(on_issue=True), "on an issue"),
        (comment_event("nice work"), "no command"),
        (comment_event(author="some-app[bot]"), "bots"),
        (comment_event() | {"issue": {"number": 12, "state": "closed", "pull_request": {}}}, "closed"),
    ],
)
def test_most_comments_are_not_for_us(payload: dict[str, Any], reason: str) -> None:
    """Chat, issues, edits, bots and closed pull requests start nothing."""
    assert reason in read_notice("issue_comment", payload).ignored


def test_a_command_is_taken_from_the_payload() -> None:
    """The comment counts as it was when the run was started; it pins no head."""
    notice = read_notice("issue_comment", comment_event("/skilleval rerun --repeats 9"))

    assert notice.command is not None
    assert (notice.command.repeats, notice.comment_id, notice.head_sha) == (9, 77, None)


def test_a_dispatch_names_its_pull_request() -> None:
    """A number, with or without #; without one the way out is said."""
    assert read_notice("workflow_dispatch", dispatch_event("#12")).number == 12

    with pytest.raises(ConfigError, match="pull-request"):
        read_notice("workflow_dispatch", dispatch_event("main"))


def test_a_merge_group_is_known_by_its_ref() -> None:
    """The number of the pull request stands in the temporary ref; without it there is none."""
    assert read_notice("merge_group", merge_group_event()).number == 12
    assert read_notice("merge_group", merge_group_event(number=None)).number is None
    assert read_notice("merge_group", merge_group_event() | {"action": "destroyed"}).ignored


@pytest.mark.parametrize("event", ["push", "pull_request_target", "workflow_run", ""])
def test_other_events_are_refused_by_name(event: str) -> None:
    """An event that we do not listen to says which ones there are."""
    with pytest.raises(ConfigError, match="run on: pull_request"):
        read_notice(event, {})


@pytest.mark.parametrize("event", ["pull_request", "issue_comment", "workflow_dispatch", "merge_group"])
def test_a_payload_of_another_shape_is_named(event: str) -> None:
    """A payload that is not its event's says where it is wrong."""
    with pytest.raises(ConfigError, match="cannot be read"):
        read_notice(event, {"action": 3})
