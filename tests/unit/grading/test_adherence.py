"""Statements that only a holder of the skill can meet."""

import pytest

from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.change import Baseline
from skilleval.domain.suite import TextMatch
from skilleval.grading import Marking, grade_trials
from skilleval.grading.adherence import only_for_holders
from skilleval.grading.graders.model import ModelGrader
from tests.builders_grading import (
    DIGEST,
    SHA,
    a_bundle,
    a_change,
    a_change_set,
    a_fixture,
    a_task,
    a_trial,
    offline_models,
)


def with_files(*paths: str) -> Bundle:
    """Return a bundle with these files."""
    files = tuple(BundleFile(path=path, sha256=DIGEST, size_bytes=1) for path in ("SKILL.md", *paths))
    return a_bundle().model_copy(update={"files": files})


def pinned(*paths: str) -> Baseline:
    """Return a baseline with these files."""
    return Baseline(kind="merge-base", sha=SHA, digest=DIGEST, bundle=with_files(*paths))


NEW = with_files("scripts/make_chart.py", "assets/template.docx")


@pytest.mark.parametrize(("text", "old", "found"), [
    ("The chart was made by scripts/make_chart.py", pinned(), "scripts/make_chart.py"),
    ("Built from template.docx", Baseline(kind="control"), "assets/template.docx"),
    ("The chart was made by scripts/make_chart.py", pinned("scripts/make_chart.py"), ""),
    ("Totals match the CSV", pinned(), ""), ("Follows SKILL.md", Baseline(kind="control"), ""),
    ("Runs remake_chart.pyc", pinned(), ""),
])  # fmt: skip
def test_file_that_only_the_candidate_has(text: str, old: Baseline, found: str) -> None:
    """A statement that names it is adherence; one that both arms can meet is outcome."""
    assert only_for_holders(text, a_change(candidate=NEW, baseline=old), a_task()) == found


def test_file_that_the_task_itself_gives_is_for_all() -> None:
    """The same name among the fixtures is no advantage."""
    task = a_task(fixtures=[a_fixture("template.docx", "x")])

    assert (
        only_for_holders("Built from template.docx", a_change(candidate=NEW, baseline=pinned()), task) == ""
    )


def test_found_adherence_is_kept_out_of_the_score_and_said() -> None:
    """Check and rubric item move aside, each with the reason."""
    task = a_task(
        checks=[
            TextMatch(id="C1", kind="must_match", pattern="make_chart.py"),
            TextMatch(id="C2", kind="must_match", pattern="ok"),
        ],
        rubric=["Made by make_chart.py"],
    )
    changes = a_change_set(a_change(task, candidate=NEW, baseline=pinned()))

    graded = grade_trials([a_trial("ok")], changes, Marking(ModelGrader("offline"), offline_models()))[0]

    assert (graded.score, graded.adherence) == (1.0, 0.0)
    assert [item.id for item in graded.items if item.adherence] == ["C1", "R1"]
    assert all("only the candidate has" in item.note for item in graded.items if item.adherence)
