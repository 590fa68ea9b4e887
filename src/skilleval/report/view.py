"""The view: everything a body says, in its order, decided here so that templates only word it."""

from dataclasses import dataclass

from skilleval.domain.report import Report
from skilleval.domain.verdict import SkillVerdict
from skilleval.report import words
from skilleval.report.rows import Cut, cut
from skilleval.report.skill import Limits, SkillView, skill_view

_RANK_CONCLUSION = {"failure": 0, "action_required": 1, "neutral": 2, "success": 3}
_RANK_VERDICT = {"error": 0, "fail": 1, "inconclusive": 2, "pass": 3}


@dataclass(frozen=True)
class OverviewRow:
    """One skill on one line."""

    mark: str
    verdict: SkillVerdict
    lift: str


@dataclass(frozen=True)
class BodyView:
    """A whole body, ready to word. Skills stand worst first."""

    mark: str
    report: Report
    overview: Cut[OverviewRow]
    skills: tuple[SkillView, ...]
    facts: tuple[str, ...]
    provenance: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def build_view(report: Report, limits: Limits) -> BodyView:
    """Return what a body within `limits` says of the report."""
    worst_first = sorted(
        report.verdict.skills,
        key=lambda skill: (_RANK_CONCLUSION[skill.conclusion], _RANK_VERDICT[skill.verdict]),
    )
    return BodyView(
        mark=words.CONCLUSION_MARKS[report.verdict.conclusion],
        report=report,
        overview=cut([_overview(report, skill) for skill in worst_first], limits.overview),
        skills=tuple(skill_view(report, skill, limits) for skill in worst_first[: limits.skills]),
        facts=_facts(report),
        provenance=_provenance(report),
        notes=_notes(report),
    )


def _overview(report: Report, skill: SkillVerdict) -> OverviewRow:
    table = next((tables.lift for tables in report.tables if tables.skill == skill.skill), None)
    lift = f"{words.signed(table.mean)} {words.interval(table.interval)}".strip() if table else "–"
    return OverviewRow(words.CONCLUSION_MARKS[skill.conclusion], skill, lift)


def _facts(report: Report) -> tuple[str, ...]:
    facts = [f"verdict {report.verdict.verdict}", f"check {report.verdict.conclusion}"]
    if report.health.total:
        facts.append(words.count(report.health.total, "trial"))
    facts += [
        f"agent {words.money(report.usage.cost_usd)}",
        f"grader {words.money(report.grader_usage.cost_usd)}",
    ]
    return (*facts, words.duration(report.seconds))


def _notes(report: Report) -> tuple[str, ...]:
    left_out = report.plan.left_out if report.plan else ()
    budget = tuple(f"left out, over the budget: {item}" for item in left_out)
    return (*report.notes, *report.changes.notes, *budget)


def _provenance(report: Report) -> tuple[tuple[str, str], ...]:
    run, request = report.run, report.request
    rows = [
        ("run", run.id),
        ("started", run.started.isoformat()),
        ("repository", request.repository),
        ("base", f"{request.base_ref} {request.base_sha}"),
        ("head", f"{request.head_ref} {request.head_sha}"),
        ("merge base", report.changes.merge_base),
        ("agent", run.agent),
        ("model", run.model),
        ("grader model", run.grader_model),
        ("sandbox", f"{run.sandbox} ({'isolated' if run.isolated else 'not isolated'})"),
        ("seed", str(run.seed)),
    ]
    if report.plan is not None:
        rows.append(("plan digest", report.plan.digest))
        rows.append(
            ("repeats", f"{report.plan.repeats}, looks at {', '.join(map(str, report.plan.looks)) or 'none'}")
        )
    return (*rows, *sorted(run.versions.items()))
