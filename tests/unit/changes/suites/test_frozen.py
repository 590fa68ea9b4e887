"""Frozen sets."""

import json

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.changes.suites.frozen import frozen_digest
from skilleval.domain.bundle import BundleFile

TASK = {
    "id": "T2",
    "fixture": "fixtures/T2",
    "prompt": "Check bill.txt.",
    "checks": [{"id": "C1", "kind": "must_not_match", "pattern": "total is wrong", "soft": True}],
    "rubric": [{"id": "R1", "text": "Says plainly that the bill is right."}],
    "answerKey": {"mustNotDo": ["Invent a tax rate"]},
}


def the_files(*, freeze: str | None = None, tasks: object = None) -> dict[str, BundleFile]:
    """Return a skill's files with one frozen set, rightly frozen unless told."""
    files = {
        "evals/frozen/tasks.json": json.dumps({"agentTools": "Read", "tasks": tasks or [TASK]}).encode(),
        "evals/frozen/fixtures/T2/bill.txt": b"Total: 12\n",
    }
    found = {path: bundle_file(path, content) for path, content in files.items()}
    text = frozen_digest(found, "evals/frozen") if freeze is None else freeze
    found["evals/FREEZE.txt"] = bundle_file("evals/FREEZE.txt", f"sha256: {text}\n".encode())
    return found


def test_a_frozen_set_is_read() -> None:
    """Checks, rubric, key and fixture folder come in, and the digest is kept."""
    suite = read_suite(the_files())

    (task,) = suite.tasks
    assert suite.problems == ()
    assert suite.frozen == frozen_digest(the_files(), "evals/frozen")
    assert (task.id, task.scoring, task.cluster) == ("T2", "halves", "fixtures/T2")
    assert [(fixture.path, fixture.content) for fixture in task.fixtures] == [("bill.txt", b"Total: 12\n")]
    assert [(check.id, check.soft) for check in task.checks] == [("C1", True)]
    assert [(item.id, item.scale) for item in task.rubric] == [("R1", "halves")]
    assert task.answer_key == {"mustNotDo": ["Invent a tax rate"]}


def test_a_changed_set_is_not_used() -> None:
    """Where FREEZE.txt states another digest, no task of the set runs."""
    suite = read_suite(the_files(freeze="0" * 64))

    assert suite.tasks == ()
    assert suite.frozen is None
    assert "the frozen set has changed" in suite.problems[0].message


def test_a_fixture_may_not_leave() -> None:
    """A fixture outside of the frozen folder is an error."""
    suite = read_suite(the_files(tasks=[{**TASK, "fixture": "../../secret"}]))

    assert suite.tasks == ()
    assert suite.problems[0].where == "/tasks/0/fixture"
