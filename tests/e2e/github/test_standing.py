"""Check and status from a run's start to its end, and who we are to GitHub."""

import pytest

from skilleval.event import read_notice
from skilleval.forges.github import CheckId, GitHubForge, Standing
from skilleval.forges.github.pulls import own_login
from tests.builders_github import pull_request_event
from tests.github_double.emulate import REPOSITORY, Emulator
from tests.github_double.fixtures import Line

URL = "https://github.test/run/7"


def standing(line: Line, head_sha: str, *, run: int = 7) -> Standing:
    """Return what a run shows on a head."""
    return Standing(line.api(), REPOSITORY, head_sha=head_sha, mark=CheckId(1, run, 1), run_url=URL)


@pytest.mark.parametrize(
    ("mode", "checks", "contexts"),
    [
        ("check", ["in_progress"], []),
        ("status", [], ["skilleval"]),
        ("both", ["in_progress"], ["skilleval/status"]),
    ],
)
def test_modes(github: Emulator, line: Line, mode: str, checks: list[str], contexts: list[str]) -> None:
    """Check and status never share a name: GitHub would then require both."""
    head_sha = github.open_pull()["head"]["sha"]
    standing(line, head_sha).open(mode, title="measuring")  # type: ignore[arg-type]

    assert [row["status"] for row in github.checks(head_sha)] == checks
    assert [(row["context"], row["state"]) for row in line.desk.statuses] == [
        (c, "pending") for c in contexts
    ]


def test_an_end_without_a_report_closes_both_once(github: Emulator, line: Line) -> None:
    """An error closes check and status; a second end changes nothing."""
    head_sha = github.open_pull()["head"]["sha"]
    shown = standing(line, head_sha)
    shown.open("both", title="measuring")
    shown.end("failure", "could not be judged", "why")
    shown.end("cancelled", "stopped", "later")

    assert [(row["conclusion"], row["output"]["title"]) for row in github.checks(head_sha)] == [
        ("failure", "could not be judged")
    ]
    assert [row["state"] for row in line.desk.statuses] == ["pending", "failure"]


def test_a_later_process_closes_what_was_left_open(github: Emulator, line: Line) -> None:
    """The post step finds check and pending status of its own run, and leaves those of others."""
    head_sha = github.open_pull()["head"]["sha"]
    standing(line, head_sha).open("both", title="measuring")
    standing(line, head_sha, run=8).open("check", title="measuring")
    closed = standing(line, head_sha).close_left_open(["f" * 40, head_sha], "stopped", "why")

    assert closed == 2
    assert [row["status"] for row in github.checks(head_sha)] == ["completed", "in_progress"]
    assert line.desk.statuses[-1]["state"] == "error"
    assert standing(line, head_sha).close_left_open([head_sha], "stopped", "why") == 0


def test_we_know_our_login_whatever_the_token(github: Emulator, line: Line) -> None:
    """An Actions token is asked by GraphQL; where nobody answers it is the Actions token all the same."""
    assert own_login(line.api()) == "github-actions"

    line.desk.graphql_login = ""
    line.desk.hides_user = False
    assert own_login(line.api(token="maint-token")) == "maint"

    line.desk.hides_user = True
    assert own_login(line.api()) == "github-actions"


def test_an_event_is_judged_by_what_github_says(github: Emulator, line: Line) -> None:
    """Facts are asked once and stay pinned: the payload of the pipeline is the same each time."""
    pull = github.open_pull()
    payload = pull_request_event(sender="writer", number=pull["number"], head=pull["head"], base=pull["base"])
    payload["repository"] = pull["base"]["repo"]
    forge = GitHubForge(line.api(), "pull_request", payload, read_notice("pull_request", payload))
    first = forge.payload()
    asked = len(line.desk.seen)

    assert forge.payload() == first
    assert len(line.desk.seen) == asked
    assert first["permission"] is not None
