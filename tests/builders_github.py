"""GitHub payloads and resources, as small as a test needs them."""

from typing import Any

BASE_SHA = "b" * 40
HEAD_SHA = "a" * 40
REPO: dict[str, Any] = {"id": 1, "full_name": "maint/skills"}
FORK: dict[str, Any] = {"id": 2, "full_name": "mallory/skills"}


def a_user(login: str = "writer", *, bot: bool = False) -> dict[str, Any]:
    """Return a user; bots have a type of their own."""
    return {"login": login, "type": "Bot" if bot else "User"}


def a_pull(*, head_sha: str = HEAD_SHA, fork: bool = False, **more: Any) -> dict[str, Any]:
    """Return a pull request, as in payloads and as the API's resource."""
    return {
        "number": 12,
        "state": "open",
        "draft": False,
        "user": a_user(),
        "base": {"ref": "main", "sha": BASE_SHA, "repo": REPO},
        "head": {"ref": "better", "sha": head_sha, "repo": FORK if fork else REPO},
        **more,
    }


def pull_request_event(action: str = "synchronize", *, sender: str = "writer", **pull: Any) -> dict[str, Any]:
    """Return a `pull_request` payload."""
    return {
        "action": action,
        "number": 12,
        "pull_request": a_pull(**pull),
        "repository": REPO,
        "sender": a_user(sender, bot=sender.endswith("[bot]")),
    }


def comment_event(
    body: str = "/skilleval rerun", *, author: str = "writer", action: str = "created", on_issue: bool = False
) -> dict[str, Any]:
    """Return an `issue_comment` payload, on a pull request unless said otherwise."""
    link = {} if on_issue else {"pull_request": {"url": "https://api.test/pulls/12"}}
    return {
        "action": action,
        "issue": {"number": 12, "state": "open", **link},
        "comment": {"id": 77, "body": body, "user": a_user(author, bot=author.endswith("[bot]"))},
        "repository": REPO,
        "sender": a_user(author),
    }


def dispatch_event(number: str = "12", *, sender: str = "writer") -> dict[str, Any]:
    """Return a `workflow_dispatch` payload."""
    return {
        "inputs": {"pull-request": number},
        "ref": "refs/heads/main",
        "repository": REPO,
        "sender": a_user(sender),
    }


def merge_group_event(*, number: int | None = 12) -> dict[str, Any]:
    """Return a `merge_group` payload."""
    tail = f"pr-{number}-{BASE_SHA}" if number else "something-else"
    return {
        "action": "checks_requested",
        "merge_group": {
            "head_sha": "c" * 40,
            "head_ref": f"refs/heads/gh-readonly-queue/main/{tail}",
            "base_sha": BASE_SHA,
            "base_ref": "refs/heads/main",
        },
        "repository": REPO,
        "sender": a_user("github-merge-queue[bot]", bot=True),
    }
