"""A workspace without a checkout: what GitHub's API says is what git says, or there is no verdict."""

import json
import shutil
from pathlib import Path

import pytest

from skilleval.changes import detect_changes
from skilleval.domain.policy import Scope
from skilleval.errors import RepositoryError
from skilleval.forges.github import repository as through_the_api
from tests.builders_changes import Checkout, skill_md
from tests.github_double.emulate import REPOSITORY, Emulator
from tests.github_double.files import file_rows, on_github
from tests.github_double.fixtures import Line
from tests.github_double.mirror import mirror
from tests.github_double.runner import Job, a_job, pull_payload

EVALS = json.dumps([{"id": 1, "prompt": "p", "assertions": ["Says 12.00"], "files": ["files/bill.txt"]}])


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A pull request with every kind of change, over names and bytes that are hard to carry."""
    made = Checkout(tmp_path / "repo")
    made.write(
        {
            "skills/alpha/SKILL.md": skill_md("alpha", body="One.\n\nTwo.\n" * 9),
            "skills/alpha/evals/evals.json": EVALS,
            "skills/alpha/evals/files/bill.txt": b"total\r\n\xef\xbb\xbf12.00",
            "skills/alpha/assets/logo.bin": bytes(range(256)) * 40,
            "skills/gone/SKILL.md": skill_md("gone"),
            "skills/old/SKILL.md": skill_md("moved", body="Long enough to be known again.\n" * 5),
            "skills/same/SKILL.md": skill_md("same"),
            ".gitattributes": "* -diff\n*.md export-ignore\n",
        }
    ).commit()
    made.git("checkout", "-q", "-b", "better")
    made.git("mv", "skills/old", "skills/new")
    made.git("rm", "-rq", "skills/gone")
    made.write(
        {
            "skills/alpha/SKILL.md": skill_md("alpha", body="One.\n\nTwo.\nMore.\n" * 9),
            "skills/alpha/scripts/run me.sh": "#!/bin/sh\n",
            "skills/alpha/references/é\tü.md": "no newline at its end",
            "skills/alpha/empty.txt": "",
            "skills/fresh/SKILL.md": skill_md("fresh"),
            "README.md": "All of it.\n",
        },
        executable=True,
    ).commit()
    made.git("checkout", "-q", "main")
    made.write({"skills/later/SKILL.md": skill_md("later")}).commit()
    return made


def test_detection_is_that_of_a_checkout(github: Emulator, line: Line, checkout: Checkout) -> None:
    """Merge base, bundles to the byte, suites, parts, renames, hunks, neighbours: all the same."""
    remote = on_github(github, line, checkout, base="main", head="better")
    request = checkout.request("main", "better")

    assert remote.resolve("better") == request.head_sha
    assert detect_changes(request, remote, Scope()) == detect_changes(request, checkout.objects, Scope())


def test_a_second_look_asks_nothing(github: Emulator, line: Line, checkout: Checkout) -> None:
    """The action detects twice; what GitHub said once is kept."""
    remote = on_github(github, line, checkout, base="main", head="better")
    request = checkout.request("main", "better")
    first = detect_changes(request, remote, Scope())
    asked = len(line.desk.paths("GET"))

    assert detect_changes(request, remote, Scope()) == first
    assert line.desk.paths("GET")[asked:] == [
        f"/repos/{REPOSITORY}/compare/{request.base_sha}...{request.head_sha}"
    ]


def test_a_push_in_between(github: Emulator, line: Line, checkout: Checkout) -> None:
    """GitHub lists the files of the head of now: of another one than was pinned there is no detection."""
    remote = on_github(github, line, checkout, base="main", head="better")
    request = checkout.request("main", "better")
    checkout.git("checkout", "-q", "better")
    checkout.write({"skills/alpha/SKILL.md": skill_md("alpha", body="Pushed.\n")}).commit()
    line.desk.pull_files = file_rows(checkout.path, "main", "better")

    with pytest.raises(RepositoryError, match="not that of the pinned commits"):
        detect_changes(request, remote, Scope())


def test_bytes_that_are_not_those_of_their_id(github: Emulator, line: Line, checkout: Checkout) -> None:
    """An answer that does not hash to what was asked for is refused."""
    remote = on_github(github, line, checkout, base="main", head="better")
    head = checkout.git("rev-parse", "better")
    entry = next(entry for entry in remote.tree(head) if entry.path == "README.md")
    path = f"/repos/{REPOSITORY}/git/blobs/{entry.oid}"
    line.desk.rewrite[path] = lambda reply: {**reply, "content": "AAAA"}

    with pytest.raises(RepositoryError, match="other bytes"):
        remote.read([entry.oid])


def test_too_many_files_to_read(
    github: Emulator, line: Line, checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token has so many requests an hour: past our limit the way out is a checkout."""
    monkeypatch.setattr(through_the_api, "MOST_BLOBS", 5)
    remote = on_github(github, line, checkout, base="main", head="better")

    with pytest.raises(RepositoryError, match="more than 5 files") as caught:
        detect_changes(checkout.request("main", "better"), remote, Scope())

    assert "actions/checkout" in caught.value.hint


@pytest.mark.parametrize("ref", ["nowhere", "", "-x", "0" * 40, "feature/none"])
def test_refs_that_are_not_there(github: Emulator, line: Line, checkout: Checkout, ref: str) -> None:
    """An unknown ref is an error with a way out, like in a checkout."""
    remote = on_github(github, line, checkout, base="main", head="better")

    with pytest.raises(RepositoryError) as caught:
        remote.resolve(ref)

    assert caught.value.hint


def test_unrelated_histories(github: Emulator, line: Line, checkout: Checkout) -> None:
    """No common history is an error, not a comparison with nothing."""
    remote = on_github(github, line, checkout, base="main", head="better")
    checkout.git("checkout", "-q", "--orphan", "other")
    other = checkout.commit("root")
    mirror(github, checkout.path, "other")

    with pytest.raises(RepositoryError, match="no common history"):
        remote.merge_base(other, checkout.git("rev-parse", "better"))


@pytest.fixture
def job(github: Emulator, line: Line, tmp_path: Path) -> Job:
    """A pull request that makes a skill worse, on a runner whose workspace is empty."""
    made = a_job(github, line, tmp_path)
    line.desk.pull_files = file_rows(made.checkout.path, "main", "better")
    shutil.rmtree(made.checkout.path)
    made.checkout.path.mkdir()
    return made


def test_the_action_needs_no_checkout(job: Job) -> None:
    """The whole run, with a notice that says where the files came from."""
    ended = job.start("pull_request", pull_payload(job))
    results = json.loads(Path(ended.outputs["results-path"]).read_text())

    assert (ended.code, job.checks()) == (1, [("completed", "failure")])
    assert "found no checkout" in ended.log
    (skill,) = results["skills"]
    assert (skill["name"], skill["change"]["kind"]) == ("csv-summary", "edited")
    assert skill["candidate"]["sha"] == job.head_sha
    assert skill["lift"]["tasks"]
    assert list(job.checkout.path.iterdir()) == []


def test_a_pull_request_past_the_cap_fails_closed(job: Job) -> None:
    """3000 files or more: the check is red, says why, and says what helps."""
    job.line.desk.pull_files = job.line.desk.pull_files * 3_000

    ended = job.start("pull_request", pull_payload(job))
    (check,) = job.github.checks(job.head_sha)

    assert (ended.code, check["conclusion"]) == (2, "failure")
    assert "3000 files or more" in check["output"]["title"]
    assert "actions/checkout with fetch-depth: 0" in check["output"]["summary"]
