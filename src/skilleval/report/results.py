"""results.json: the machine's reading of a report. Its keys are public: a change needs a changelog note."""

from collections.abc import Sequence

from skilleval.domain.change import SkillChange
from skilleval.domain.finding import Finding, Review
from skilleval.domain.lift import (
    ClaimPattern,
    ClaimTable,
    LiftTable,
    TaskLift,
    TriggerStats,
    TriggerTable,
)
from skilleval.domain.report import Report
from skilleval.domain.value import Interval
from skilleval.ports import JsonObject
from skilleval.report.parts import SkillParts, gather
from skilleval.report.routing_json import routing_json
from skilleval.report.rows import flip_rows
from skilleval.report.skill import skill_notes

SCHEMA = "skilleval-results/1"


def render_results(report: Report) -> JsonObject:
    """Return results.json as plain data."""
    run = report.run
    about = {
        "agent": run.agent,
        "model": run.model,
        "grader-model": run.grader_model,
        "sandbox": run.sandbox,
    }
    return {
        "schema": SCHEMA,
        "run": {
            "id": run.id,
            "started": run.started.isoformat(),
            "seed": run.seed,
            "versions": dict(sorted({**about, **run.versions}.items())),
        },
        "verdict": report.verdict.verdict,
        "conclusion": report.verdict.conclusion,
        "cost_usd": (report.usage + report.grader_usage).cost_usd,
        "seconds": report.seconds,
        "health": report.health.model_dump(mode="json"),
        "grading": _grading(report),
        "skills": [_skill(parts) for parts in gather(report)],
        "routing": routing_json(report.routing) if report.routing else None,
        "collisions": [pair.model_dump(mode="json") for pair in report.changes.collisions],
    }


def _grading(report: Report) -> JsonObject:
    """Return who graded, how often the judge told the arms apart, and what was not asked of it."""
    blinding = report.evals.blinding
    return {
        "grader": report.run.versions.get("grader", report.run.grader_model),
        "cost_usd": report.grader_usage.cost_usd,
        "blinding": None if blinding is None else {**blinding.model_dump(), "chance": 0.5},
        "skipped": list(report.evals.skipped),
        "disputes": [item.model_dump(mode="json") for item in report.disputes],
    }


def _skill(parts: SkillParts) -> JsonObject:
    verdict, tables = parts.verdict, parts.tables
    review = parts.review or Review(skill=verdict.skill)
    return {
        "name": verdict.skill,
        **_sides(parts.change),
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "conclusion": verdict.conclusion,
        "literal_bar": verdict.literal_bar,
        "clauses": [
            {"name": clause.name, "state": clause.state, "reason": clause.reason}
            for clause in verdict.clauses
        ],
        "lift": _lift(tables.lift, tables.own_lift),
        "triggers": _triggers(tables.triggers),
        "everyday": tables.everyday.model_dump(mode="json", exclude={"skill"}) if tables.everyday else None,
        "false_claims": _claims(tables.claims),
        "findings": {
            "introduced": _findings(review.of("introduced")),
            "fixed": _findings(review.of("fixed")),
            "existing": len(review.of("existing")),
        },
        "own_tests": [run.model_dump(mode="json", exclude={"skill"}) for run in parts.own_tests],
        "golden": [task.model_dump(mode="json") for task in tables.golden],
        "preferences": [one.model_dump(mode="json", exclude={"skill"}) for one in parts.preferences],
        "notes": [*skill_notes(parts), *parts.eval_notes],
    }


def _sides(change: SkillChange | None) -> JsonObject:
    """Return path, change, baseline and candidate. Nulls stand where a side has no such thing."""
    candidate = change.candidate if change else None
    return {
        "path": change.path if change else None,
        "change": {"kind": change.kind, "parts": list(change.parts)} if change else None,
        "baseline": {
            "kind": change.baseline.kind,
            "sha": change.baseline.sha,
            "digest": change.baseline.digest,
        }
        if change
        else None,
        "candidate": {
            "sha": candidate.commit if candidate else None,
            "digest": candidate.digest if candidate else None,
        },
    }


def _lift(bar: LiftTable | None, own: LiftTable | None) -> JsonObject | None:
    """Return mean and interval of the tasks in the bar, and all tasks; the author's own come last."""
    if bar is None and own is None:
        return None
    tasks = [task for table in (bar, own) if table for task in table.tasks]
    return {
        "mean": bar.mean if bar else None,
        "interval": _pair(bar.interval if bar else None),
        "tasks": [_task(task) for task in tasks],
    }


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.lo, interval.hi]


def _task(task: TaskLift) -> JsonObject:
    control = {} if task.control is None else {"control": task.control}
    return {
        "id": task.id,
        "baseline": task.baseline,
        "candidate": task.candidate,
        **control,
        "lift": task.lift,
        "interval": _pair(task.interval),
        "n": list(task.n),
        "fired": list(task.fired),
        "counts_in_bar": task.counts_in_bar,
    }


def _triggers(table: TriggerTable | None) -> JsonObject | None:
    if table is None:
        return None
    return {
        "baseline": _trigger_stats(table.baseline),
        "candidate": _trigger_stats(table.candidate),
        "flipped": [
            {**row.flip.model_dump(mode="json"), "id": row.flip.query, "query": row.query}
            for row in flip_rows(table)
        ],
        "difference": table.difference,
        "interval": _bounds(table.difference_interval),
        "outcomes": {arm: found.model_dump(mode="json") for arm, found in table.outcomes.items()},
    }


def _bounds(interval: Interval | None) -> list[float] | None:
    return [interval.lo, interval.hi] if interval else None


def _trigger_stats(stats: TriggerStats | None) -> JsonObject | None:
    if stats is None:
        return None
    keys = {"precision", "recall", "f1", "false_trigger_rate", "queries_passed", "queries"}
    keys |= {"tp", "fn", "fp", "tn", "per_query"}
    return stats.model_dump(mode="json", include=keys)


def _claims(table: ClaimTable | None) -> JsonObject:
    kinds: Sequence[ClaimPattern] = table.patterns if table else ()
    counted = {
        status: [
            kind.model_dump(mode="json", exclude={"status"})
            for kind in kinds
            if kind.status == status and kind.is_counted
        ]
        for status in ("new", "gone", "both")
    }
    return counted | {
        "unconfirmed": [
            {"kind": kind.kind, **quote.model_dump(mode="json")}
            for kind in kinds
            for quote in kind.quotes
            if not quote.confirmed
        ]
    }


def _findings(findings: Sequence[Finding]) -> list[JsonObject]:
    return [
        finding.model_dump(mode="json", exclude={"skill", "newness", "suppressed"}) for finding in findings
    ]
