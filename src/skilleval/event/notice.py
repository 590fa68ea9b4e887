"""GitHub's payload -> Notice: what happened, before anybody was asked how far it is trusted."""

import re
from collections.abc import Mapping
from typing import Literal

from pydantic import ValidationError

from skilleval.domain.value import CommitSha, Value
from skilleval.errors import ConfigError
from skilleval.event import payloads
from skilleval.event.commands import Command, read_command

EVENTS = ("pull_request", "issue_comment", "workflow_dispatch", "merge_group")
Kind = Literal["pull-request", "command", "dispatch", "merge-group"]

_QUEUE_REF = re.compile(r"/pr-(\d{1,10})-[0-9a-f]{7,64}$")


class Notice(Value):
    """One event that may ask for a run. With `ignored` there is nothing to do, and it says why.

    `head_sha` is what the payload pins; a comment pins nothing.
    """

    kind: Kind
    repository: str
    actor: str
    actor_is_bot: bool = False
    number: int | None = None
    base_ref: str = ""
    base_sha: CommitSha | None = None
    head_sha: CommitSha | None = None
    before: CommitSha | None = None
    """The head before a push, whose check may still be open."""
    command: Command | None = None
    comment_id: int | None = None
    ignored: str = ""


def read_notice(event: str, payload: Mapping[str, object]) -> Notice:
    """Return what a GitHub event says.

    Raises:
        ConfigError: an event that we do not listen to, or a payload without the shape of its event.
    """
    readers = {
        "pull_request": _pull_request,
        "issue_comment": _issue_comment,
        "workflow_dispatch": _dispatch,
        "merge_group": _merge_group,
    }
    if event not in readers:
        raise ConfigError(f"the event {event!r} cannot be used", hint=f"run on: {', '.join(EVENTS)}")
    try:
        return readers[event](payload)
    except ValidationError as exc:
        first = exc.errors(include_input=False, include_url=False)[0]
        place = "/".join(str(part) for part in first["loc"]) or "the top"
        raise ConfigError(
            f"the payload of {event} cannot be read: {first['msg']} at {place}",
            hint="GITHUB_EVENT_PATH must name the event's own JSON file",
        ) from exc


def _pull_request(payload: Mapping[str, object]) -> Notice:
    event = payloads.PullRequestEvent.model_validate(payload)
    pull = event.pull_request
    return Notice(
        kind="pull-request",
        repository=event.repository.full_name,
        actor=event.sender.login,
        actor_is_bot=event.sender.is_bot,
        number=pull.number,
        base_ref=pull.base.ref,
        base_sha=pull.base.sha,
        head_sha=pull.head.sha,
        before=event.before,
        ignored=_why_no_run(event),
    )


def _why_no_run(event: payloads.PullRequestEvent) -> str:
    if event.action == "closed" or event.pull_request.state != "open":
        return "the pull request is closed"
    if event.action == "edited" and "base" not in event.changes:
        return "only the pull request's text was edited"
    return ""


def _issue_comment(payload: Mapping[str, object]) -> Notice:
    event = payloads.IssueCommentEvent.model_validate(payload)
    return Notice(
        kind="command",
        repository=event.repository.full_name,
        actor=event.comment.user.login if event.comment.user else "",
        actor_is_bot=event.comment.user is None or event.comment.user.is_bot,
        number=event.issue.number,
        command=(command := read_command(event.comment.body)),
        comment_id=event.comment.id,
        ignored=_why_no_command(event, command),
    )


def _why_no_command(event: payloads.IssueCommentEvent, command: Command | None) -> str:
    user = event.comment.user
    reasons = {
        "only new comments are commands": event.action != "created",
        "the comment is on an issue, not on a pull request": event.issue.pull_request is None,
        "the comment holds no command": command is None,
        "comments of bots are no commands": user is None or user.is_bot,
        "the pull request is closed": event.issue.state != "open",
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _dispatch(payload: Mapping[str, object]) -> Notice:
    event = payloads.DispatchEvent.model_validate(payload)
    number = (event.inputs or {}).get("pull-request", "").strip().removeprefix("#")
    if not (number.isascii() and number.isdigit() and int(number) > 0):
        raise ConfigError(
            "the dispatch names no pull request",
            hint="give the workflow an input `pull-request` and start it with a pull request's number",
        )
    return Notice(
        kind="dispatch",
        repository=event.repository.full_name,
        actor=event.sender.login,
        actor_is_bot=event.sender.is_bot,
        number=int(number),
    )


def _merge_group(payload: Mapping[str, object]) -> Notice:
    event = payloads.MergeGroupEvent.model_validate(payload)
    group = event.merge_group
    number = _QUEUE_REF.search(group.head_ref)
    return Notice(
        kind="merge-group",
        repository=event.repository.full_name,
        actor=event.sender.login if event.sender else "",
        actor_is_bot=True,
        number=int(number[1]) if number else None,
        base_ref=group.base_ref.removeprefix("refs/heads/"),
        base_sha=group.base_sha,
        head_sha=group.head_sha,
        ignored="" if event.action == "checks_requested" else "the merge group is gone",
    )
