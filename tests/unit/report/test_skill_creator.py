"""The export for skill-creator's aggregator and viewer."""

import json
from typing import Any

from skilleval.domain.grade import Claim, GradedTrial
from skilleval.domain.report import Report
from skilleval.domain.suite import Suite
from skilleval.domain.trial import Completed, Evidence, FileEvidence, ToolCall, Trial
from skilleval.domain.value import Arm
from skilleval.report.skill_creator import export_skill_creator
from tests.builders import a_change, a_task
from tests.builders_report import a_graded, a_report, digest

ROOT = "invoice-check-workspace/iteration-1"


def graded(item: str = "1") -> list[GradedTrial]:
    """Return two repeats of both arms: the candidate passes, the baseline does not."""
    arms: list[tuple[Arm, float]] = [("candidate", 1.0), ("baseline", 0.0)]
    return [
        a_graded("invoice-check", item, arm, repeat, score=score) for arm, score in arms for repeat in (1, 2)
    ]


def report_of(rows: list[GradedTrial], *ids: str, kind: Any = "edited") -> Report:
    """Return a report on one skill with tasks of these ids."""
    suite = Suite(tasks=tuple(a_task(identity) for identity in ids))
    return a_report(changes=[a_change(kind=kind, base=suite)], graded=rows)


def tree_of(report: Report, *trials: Trial) -> dict[str, Any]:
    """Return the exported JSON files by path."""
    files = export_skill_creator(report, trials)
    return {path: json.loads(data) for path, data in files.items() if path.endswith(".json")}


def test_the_tree() -> None:
    """One folder an eval, a configuration, a run; metadata where aggregator and viewer look for it."""
    tree = tree_of(report_of(graded("7"), "7"))

    runs = {path.rsplit("/", 1)[0] for path in tree if path.endswith("grading.json")}
    assert runs == {f"{ROOT}/eval-7/{name}/run-{n}" for name in ("new_skill", "old_skill") for n in (1, 2)}
    assert tree[f"{ROOT}/eval-7/eval_metadata.json"]["eval_id"] == 7
    assert f"{ROOT}/eval-7/new_skill/run-1/eval_metadata.json" in tree


def test_the_benchmark() -> None:
    """The difference is new minus old, as that format's text and as a number."""
    benchmark = tree_of(report_of(graded(), "1"))[f"{ROOT}/benchmark.json"]

    assert benchmark["run_summary"]["delta"]["pass_rate"] == "+1.00"
    assert benchmark["run_summary"]["delta_numeric"]["pass_rate"] == 1.0
    assert benchmark["metadata"]["runs_per_configuration"] == 2
    assert benchmark["run_summary"]["new_skill"]["pass_rate"] == {
        "mean": 1.0,
        "stddev": 0.0,
        "min": 1.0,
        "max": 1.0,
    }


def test_configurations_sort_as_the_aggregator_wants() -> None:
    """The candidate's name comes first in the alphabet, for a new skill too."""
    new = tree_of(report_of(graded(), "1", kind="added"))[f"{ROOT}/benchmark.json"]
    edited = tree_of(report_of(graded(), "1"))[f"{ROOT}/benchmark.json"]

    assert sorted(name for name in new["run_summary"] if "skill" in name)[0] == "with_skill"
    assert sorted(name for name in edited["run_summary"] if "skill" in name)[0] == "new_skill"


def test_grading() -> None:
    """Whole passes only, soft checks kept apart, claims with their state."""
    row = graded()[0]
    claims = (
        Claim(
            text="VAT is 19 %",
            kind="rate",
            state="contradicted",
            by="model",
            evidence="none on it",
            confirmed=True,
        ),
        Claim(text="It is due", kind="date", state="unchecked", by="model"),
    )
    tree = tree_of(report_of([row.model_copy(update={"claims": claims}), *graded()[1:]], "1"))
    grading = tree[f"{ROOT}/eval-1/new_skill/run-1/grading.json"]

    assert grading["summary"] == {"pass_rate": 1.0, "passed": 1, "failed": 0, "total": 1}
    assert [item["text"] for item in grading["expectations"]] == ["The answer names the total 30.00"]
    assert [(claim["claim"], claim["verified"]) for claim in grading["claims"]] == [("VAT is 19 %", False)]
    assert len(grading["rubric_items"]) == 2


def test_evidence_goes_to_outputs() -> None:
    """The answer and the files that the agent made; none can leave the folder."""
    row = graded()[0]
    files = tuple(
        FileEvidence(path=path, state="created", sha256=digest(path), content=b"x")
        for path in ("out/a.md", "../b")
    )
    evidence = Evidence(
        answer="Off by 12.", files=files, tool_calls=(ToolCall(name="Read"), ToolCall(name="Read"))
    )
    trial = Trial(id=row.trial, cell=row.cell, outcome=Completed(), evidence=evidence)
    exported = export_skill_creator(report_of(graded(), "1"), [trial])
    outputs = f"{ROOT}/eval-1/new_skill/run-1/outputs"

    assert exported[f"{outputs}/answer.md"] == b"Off by 12."
    assert exported[f"{outputs}/out/a.md"] == b"x"
    assert not any(".." in path for path in exported)
    assert json.loads(exported[f"{outputs}/metrics.json"])["tool_calls"] == {"Read": 2}


def test_ids_that_are_no_numbers() -> None:
    """Their place is the number, the id is the name: the published scripts sort ids as numbers."""
    tree = tree_of(report_of(graded("T2-clean"), "T1", "T2-clean"))

    assert tree[f"{ROOT}/eval-2/eval_metadata.json"]["eval_name"] == "T2-clean"


def test_errored_trials_are_counted_not_graded() -> None:
    """What says nothing is in no folder and in a note."""
    rows = [*graded()[1:], a_graded("invoice-check", "1", "candidate", 1, score=None)]
    tree = tree_of(report_of(rows, "1"))

    assert f"{ROOT}/eval-1/new_skill/run-1/grading.json" not in tree
    assert any("1 trials say nothing" in note for note in tree[f"{ROOT}/benchmark.json"]["notes"])
