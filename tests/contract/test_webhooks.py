"""GitHub's own example payloads, and variants that they lack, each valid by GitHub's schemas."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft7Validator

from skilleval.domain.request import Request
from skilleval.errors import ConfigError
from skilleval.event import Pull, Refusal, Role, judge, read_notice
from tests.github_double.emulate import modules, why_not
from tests.github_double.fixtures import need

EVENTS = ("pull_request", "issue_comment", "merge_group", "workflow_dispatch")
Payload = dict[str, Any]


@cache
def examples(event: str) -> list[Payload]:
    """Return GitHub's examples of an event."""
    index = modules() / "@octokit" / "webhooks-examples" / "api.github.com" / "index.json"
    rows = json.loads(index.read_bytes())
    return next((row["examples"] for row in rows if row["name"] == event), [])


@cache
def schema() -> dict[str, Any]:
    """Return the schemas of all events."""
    loaded = json.loads((modules() / "@octokit" / "webhooks-schemas" / "schema.json").read_bytes())
    return dict(loaded)


def is_valid(event: str, payload: Payload) -> bool:
    """Return whether a payload is one of GitHub's for this event."""
    name = f"{event}_event"
    return bool(
        Draft7Validator({**schema(), **{"oneOf": [{"$ref": f"#/definitions/{name}"}]}}).is_valid(payload)
    )


@pytest.fixture(autouse=True)
def _there() -> None:
    need(why_not())


@pytest.mark.parametrize("event", EVENTS)
def test_every_example_of_github_is_understood(event: str) -> None:
    """Each is read; what it asks for, or why for nothing, is said. A dispatch must name a pull request."""
    assert examples(event)
    for payload in examples(event):
        if event == "workflow_dispatch":
            with pytest.raises(ConfigError, match="names no pull request"):
                read_notice(event, payload)
            continue
        notice = read_notice(event, payload)
        assert notice.repository == payload["repository"]["full_name"]


def a_pull_request(change: Callable[[Payload], None] = lambda _: None) -> Payload:
    """Return GitHub's example of a push, changed."""
    found = next(row for row in examples("pull_request") if row["action"] == "synchronize")
    payload = copy.deepcopy(found)
    change(payload)
    return payload


def from_fork(payload: Payload) -> None:
    """Let the head come from a fork."""
    fork = copy.deepcopy(payload["pull_request"]["head"]["repo"])
    fork.update(id=fork["id"] + 1, full_name="mallory/skills", fork=True)
    payload["pull_request"]["head"]["repo"] = fork
    payload["pull_request"]["author_association"] = "NONE"


def from_deleted_fork(payload: Payload) -> None:
    """Let the fork be deleted since."""
    payload["pull_request"]["head"]["repo"] = None


def draft(payload: Payload) -> None:
    """Let it be a draft."""
    payload["pull_request"]["draft"] = True


def by_bot(payload: Payload) -> None:
    """Let an App have pushed."""
    payload["sender"].update(login="renovate[bot]", type="Bot")


def by_dependabot(payload: Payload) -> None:
    """Let Dependabot have opened it."""
    payload["pull_request"]["user"].update(login="dependabot[bot]", type="Bot")
    by_bot(payload)


PULL_VARIANTS = [
    (lambda _: None, "write", True),
    (lambda _: None, "read", False),
    (from_fork, "none", False),
    (from_fork, "admin", False),
    (from_deleted_fork, "write", False),
    (draft, "write", False),
    (by_bot, "write", False),
    (by_dependabot, "write", False),
]


@pytest.mark.parametrize(("change", "role", "may_spend"), PULL_VARIANTS)
def test_variants_of_a_push(change: Callable[[Payload], None], role: Role, may_spend: bool) -> None:
    """Forks, drafts, bots and people without rights, as GitHub would send them: who may spend."""
    payload = a_pull_request(change)
    assert is_valid("pull_request", payload)
    pull = Pull.model_validate(payload["pull_request"])
    asked = judge(read_notice("pull_request", payload), pull, role)

    assert isinstance(asked, Request)
    assert asked.may_spend is may_spend


def _sound(payload: Payload) -> bool:
    """Return whether GitHub's example passes GitHub's schema: one of each event does not."""
    return is_valid("issue_comment", payload)


def a_comment(body: str, change: Callable[[Payload], None] = lambda _: None) -> Payload:
    """Return GitHub's example of a comment, put onto a pull request, changed."""
    found = next(row for row in examples("issue_comment") if row["action"] == "created" and _sound(row))
    payload = copy.deepcopy(found)
    url = payload["issue"]["url"].replace("/issues/", "/pulls/")
    links = {"url": url, "html_url": url, "diff_url": f"{url}.diff", "patch_url": f"{url}.patch"}
    payload["issue"] |= {"pull_request": links, "state": "open"}
    payload["comment"]["body"] = body
    payload["comment"]["author_association"] = "NONE"
    change(payload)
    return payload


def by_an_app(payload: Payload) -> None:
    """Let a bot write it."""
    payload["comment"]["user"].update(login="some-app[bot]", type="Bot")


def on_an_issue(payload: Payload) -> None:
    """Let it stand on an issue."""
    del payload["issue"]["pull_request"]


COMMENT_VARIANTS = [
    ("/skilleval rerun", lambda _: None, "write", "runs"),
    ("/skilleval rerun", lambda _: None, "read", "refused"),
    ("/skilleval rerun", by_an_app, "write", "ignored"),
    ("/skilleval rerun", on_an_issue, "write", "ignored"),
    ("`/skilleval rerun`", lambda _: None, "write", "ignored"),
    ("/skilleval reruns", lambda _: None, "write", "refused"),
]


@pytest.mark.parametrize(("body", "change", "role", "outcome"), COMMENT_VARIANTS)
def test_variants_of_a_comment(
    body: str, change: Callable[[Payload], None], role: Role, outcome: str
) -> None:
    """Writers, outsiders, bots, issues and quotes, as GitHub would send them: what comes of each."""
    payload = a_comment(body, change)
    assert is_valid("issue_comment", payload)
    notice = read_notice("issue_comment", payload)
    pull = Pull.model_validate(a_pull_request()["pull_request"])
    asked = judge(notice, pull, role)
    told = "ignored" if notice.ignored else "refused" if isinstance(asked, Refusal) else "runs"

    assert told == outcome


def test_the_schemas_do_refuse_what_is_none() -> None:
    """The yardstick of this file measures: a bogus association is no payload of GitHub's."""
    assert not is_valid(
        "issue_comment", a_comment("x", lambda p: p["comment"].update(author_association="X"))
    )
