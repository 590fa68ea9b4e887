"""A run in skill-creator's workspace layout, so that its aggregator and viewer read it.

`<skill>-workspace/iteration-1/{benchmark.json, eval-<id>/{eval_metadata.json,
{new_skill,old_skill,without_skill}/run-K/{outputs/,grading.json,timing.json}}}`

The published aggregator takes the alphabetically first configuration as the one to show and subtracts the
second (anthropics/claude-plugins-official#1222): so the candidate is `new_skill` beside `old_skill`, and
`with_skill` beside `without_skill`. The published viewer looks for eval_metadata.json in the run's own
folder, the aggregator above it: it stands in both. Ids are numbers there; ours are in `eval_name`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from statistics import fmean, stdev
from typing import Final

from skilleval.domain.change import SkillChange, measured_tasks
from skilleval.domain.grade import GradedTrial, ItemGrade
from skilleval.domain.report import Report
from skilleval.domain.suite import Task
from skilleval.domain.trial import Trial

_MEASURES: Final = {"pass_rate": 2, "time_seconds": 1, "tokens": 0}
"""What is compared, and the digits of its difference."""

Files = dict[str, bytes]


def export_skill_creator(report: Report, trials: Sequence[Trial]) -> Files:
    """Return the files of the workspace trees, one tree a skill, by relative path.

    `trials` are the run's, with the bytes of their files. Trials that say nothing (errored, void) are in no
    folder; the benchmark's notes count them.
    """
    by_id = {trial.id: trial for trial in trials}
    files: Files = {}
    for change in report.changes.changes:
        rows = [row for row in report.graded if row.cell.skill == change.name and row.cell.kind == "uplift"]
        if rows:
            files.update(_Workspace(report, change, rows, by_id).files())
    return files


class _Workspace:
    """The tree of one skill."""

    def __init__(
        self, report: Report, change: SkillChange, rows: Sequence[GradedTrial], trials: Mapping[str, Trial]
    ) -> None:
        self.report = report
        self.change = change
        self.trials = trials
        self.tasks = {row.item: row.task for row in measured_tasks(change)}
        self.rows = [
            row for row in rows if row.score is not None and not row.void and row.cell.item in self.tasks
        ]
        self.left_out = len(rows) - len(self.rows)
        self.numbers = _numbers([*self.tasks])
        self.root = f"{_slug(change.name)}-workspace/iteration-1"

    def files(self) -> Files:
        """Return all files of the tree."""
        found: Files = {}
        for item, task in self.tasks.items():
            folder = f"{self.root}/eval-{self.numbers[item]}"
            found[f"{folder}/eval_metadata.json"] = _json(self._metadata(item, task))
            for row in self.rows:
                if row.cell.item == item:
                    run = f"{folder}/{self._configuration(row)}/run-{row.cell.repeat}"
                    found[f"{run}/eval_metadata.json"] = found[f"{folder}/eval_metadata.json"]
                    found.update({f"{run}/{path}": data for path, data in self._run(row)})
        found[f"{self.root}/benchmark.json"] = _json(self._benchmark())
        return found

    def _configuration(self, row: GradedTrial) -> str:
        has_old = self.change.baseline.bundle is not None
        if row.cell.arm == "candidate":
            return "new_skill" if has_old else "with_skill"
        return "old_skill" if row.cell.arm == "baseline" and has_old else "without_skill"

    def _metadata(self, item: str, task: Task) -> dict[str, object]:
        statements = [entry.text for entry in task.rubric] + [check.text or check.id for check in task.checks]
        return {
            "eval_id": self.numbers[item],
            "eval_name": task.name or item,
            "prompt": task.prompt,
            "assertions": statements,
        }

    def _run(self, row: GradedTrial) -> Iterator[tuple[str, bytes]]:
        trial = self.trials.get(row.trial)
        yield "grading.json", _json(_grading(row))
        yield "timing.json", _json(_timing(row))
        yield "outputs/answer.md", (trial.evidence.answer if trial else "").encode("utf-8", "replace")
        yield "outputs/metrics.json", _json(_metrics(row, trial))
        for file in trial.evidence.files if trial else ():
            if file.state != "deleted" and file.sha256 and _is_inside(file.path):
                yield f"outputs/{file.path}", file.content

    def _benchmark(self) -> dict[str, object]:
        run = self.report.run
        summary = self._summary()
        return {
            "metadata": {
                "skill_name": self.change.name,
                "skill_path": self.change.path,
                "executor_model": run.model,
                "analyzer_model": run.grader_model,
                "timestamp": run.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "evals_run": sorted({self.numbers[row.cell.item] for row in self.rows}),
                "runs_per_configuration": max((row.cell.repeat for row in self.rows), default=0),
            },
            "runs": [self._benchmark_run(row) for row in self.rows],
            "run_summary": {**summary, **_deltas(summary)},
            "notes": [*self._notes()],
        }

    def _benchmark_run(self, row: GradedTrial) -> dict[str, object]:
        trial = self.trials.get(row.trial)
        result = {**_summary_of(row), "time_seconds": row.seconds, "tokens": row.usage.tokens}
        calls = len(trial.evidence.tool_calls) if trial else 0
        return {
            "eval_id": self.numbers[row.cell.item],
            "eval_name": self.tasks[row.cell.item].name or row.cell.item,
            "configuration": self._configuration(row),
            "run_number": row.cell.repeat,
            "result": {**result, "tool_calls": calls, "errors": 0},
            "expectations": [_expectation(item) for item in _outcome(row)],
            "notes": list(row.notes),
        }

    def _summary(self) -> dict[str, dict[str, dict[str, float]]]:
        found: dict[str, dict[str, dict[str, float]]] = {}
        for name in sorted({self._configuration(row) for row in self.rows}):
            rows = [row for row in self.rows if self._configuration(row) == name]
            found[name] = {
                "pass_rate": _statistics([row.score or 0.0 for row in rows]),
                "time_seconds": _statistics([row.seconds for row in rows]),
                "tokens": _statistics([float(row.usage.tokens) for row in rows]),
            }
        return found

    def _notes(self) -> Iterator[str]:
        if self.report.run.offline:
            yield "no language model was used in this run"
        if self.left_out:
            yield f"{self.left_out} trials say nothing (errored or void) and are left out"


def _numbers(items: Sequence[str]) -> dict[str, int]:
    """Return a number for each id: its own where all are different numbers, else its place."""
    if all(re.fullmatch(r"[0-9]{1,9}", item) for item in items) and len({int(item) for item in items}) == len(
        items
    ):
        return {item: int(item) for item in items}
    return {item: number for number, item in enumerate(items, start=1)}


def _outcome(row: GradedTrial) -> list[ItemGrade]:
    return [item for item in row.items if not item.soft and not item.adherence and item.score is not None]


def _expectation(item: ItemGrade) -> dict[str, object]:
    return {"text": item.text, "passed": item.score == 1.0, "evidence": item.evidence or item.note}


def _summary_of(row: GradedTrial) -> dict[str, float]:
    """Return pass_rate as we score it; the counts are of whole passes, as that format knows no halves."""
    items = _outcome(row)
    passed = sum(item.score == 1.0 for item in items)
    return {
        "pass_rate": row.score or 0.0,
        "passed": passed,
        "failed": len(items) - passed,
        "total": len(items),
    }


def _grading(row: GradedTrial) -> dict[str, object]:
    claims = [
        {
            "claim": claim.text,
            "type": claim.type,
            "verified": claim.state == "verified",
            "evidence": claim.evidence,
        }
        for claim in row.claims
        if claim.state == "verified" or (claim.state == "contradicted" and claim.confirmed)
    ]
    return {
        "expectations": [_expectation(item) for item in _outcome(row)],
        "summary": _summary_of(row),
        "claims": claims,
        "eval_feedback": {"suggestions": [{"reason": text} for text in row.feedback], "overall": ""},
        "rubric_items": [item.model_dump(mode="json") for item in row.items],
    }


def _timing(row: GradedTrial) -> dict[str, object]:
    return {
        "total_tokens": row.usage.tokens,
        "duration_ms": round(row.seconds * 1000),
        "total_duration_seconds": row.seconds,
    }


def _metrics(row: GradedTrial, trial: Trial | None) -> dict[str, object]:
    calls = trial.evidence.tool_calls if trial else ()
    names = sorted({call.name for call in calls})
    files = trial.evidence.files if trial else ()
    return {
        "tool_calls": {name: sum(call.name == name for call in calls) for name in names},
        "total_tool_calls": len(calls),
        "total_steps": row.usage.calls,
        "files_created": [file.path for file in files if file.state == "created"],
        "errors_encountered": sum(call.is_error for call in calls),
        "output_chars": len(trial.evidence.answer) if trial else 0,
    }


def _statistics(values: Sequence[float]) -> dict[str, float]:
    spread = stdev(values) if len(values) > 1 else 0.0
    figures = {"mean": fmean(values), "stddev": spread, "min": min(values), "max": max(values)}
    return {name: round(value, 4) for name, value in figures.items()}


def _deltas(summary: Mapping[str, Mapping[str, Mapping[str, float]]]) -> dict[str, object]:
    """Return first minus second configuration, as that format's signed text and as numbers."""
    if len(summary) < 2:
        return {}
    first, second, *_ = (summary[name] for name in sorted(summary))
    numeric = {name: round(first[name]["mean"] - second[name]["mean"], 4) for name in _MEASURES}
    return {
        "delta": {name: f"{value:+.{_MEASURES[name]}f}" for name, value in numeric.items()},
        "delta_numeric": numeric,
    }


def _is_inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return bool(pure.parts) and not pure.is_absolute() and ".." not in pure.parts and "\\" not in path


def _slug(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name).strip(".-") or "skill"


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=True) + "\n").encode()
