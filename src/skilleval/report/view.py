"""The view: everything a body says, in its order, decided here so that templates only word it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from skilleval.domain.report import Health, Report
from skilleval.domain.verdict import SkillVerdict, VerdictWord
from skilleval.report import words
from skilleval.report.evals import grading_lines
from skilleval.report.parts import SkillParts, gather
from skilleval.report.routing import RoutingBlock, routing_block
from skilleval.report.rows import Cut, cut
from skilleval.report.skill import Limits, SkillView, skill_view
from skilleval.report.steps import Step, next_steps

_RANK_CONCLUSION = {"failure": 0, "action_required": 1, "neutral": 2, "success": 3}
_AT_ONCE = 12
_RANK_VERDICT: dict[VerdictWord, int] = {"error": 0, "fail": 1, "inconclusive": 2, "pass": 3}


@dataclass(frozen=True)
class OverviewRow:
    """One skill on one line."""

    mark: str
    verdict: SkillVerdict
    lift: str


@dataclass(frozen=True)
class NextStep:
    """What to do first, and for which skill."""

    skill: str
    step: Step


@dataclass(frozen=True)
class BodyView:
    """A whole body, ready to word. Skills stand worst first."""

    mark: str
    report: Report
    tally: str
    """`60 skills: 40 fail, 20 pass`."""
    overview: Cut[OverviewRow]
    at_once: int
    """Rows of the overview that stand open; the rest is folded, so that the first screen stays short."""
    skills: Cut[SkillView]
    next: NextStep | None
    """The first thing to do for the worst skill; None where all is well."""
    routing: RoutingBlock | None
    """All skills of the repository together, where requests were tried on them."""
    facts: tuple[str, ...]
    health: str
    """How the trials ended, in one sentence."""
    grading: tuple[str, ...]
    """What a reader of the grades must know of the grader."""
    provenance: tuple[tuple[str, str], ...]
    notes: Cut[str]


def build_view(report: Report, limits: Limits) -> BodyView:
    """Return what a body within `limits` says of the report."""
    worst_first = sorted(
        gather(report),
        key=lambda parts: (_RANK_CONCLUSION[parts.verdict.conclusion], _RANK_VERDICT[parts.verdict.verdict]),
    )
    return BodyView(
        mark=words.CONCLUSION_MARKS[report.verdict.conclusion],
        report=report,
        tally=_tally(report),
        overview=cut([_overview(parts) for parts in worst_first], limits.overview),
        at_once=_AT_ONCE,
        skills=Cut(
            tuple(skill_view(report, parts, limits) for parts in worst_first[: limits.skills]),
            more=max(0, len(worst_first) - limits.skills),
        ),
        next=_next(report, worst_first),
        routing=routing_block(report.routing, limit=limits.rows) if report.routing else None,
        facts=_facts(report),
        health=_health(report.health),
        grading=grading_lines(report),
        provenance=_provenance(report),
        notes=cut(_notes(report), limits.rows),
    )


def _next(report: Report, worst_first: Sequence[SkillParts]) -> NextStep | None:
    for parts in worst_first:
        steps = next_steps(report, parts.verdict) if parts.verdict.conclusion != "success" else ()
        if steps:
            return NextStep(parts.verdict.skill, steps[0])
    return None


def _overview(parts: SkillParts) -> OverviewRow:
    table, verdict = parts.tables.lift, parts.verdict
    lift = f"{words.signed(table.mean)} {words.interval(table.interval)}".strip() if table else "–"
    return OverviewRow(words.CONCLUSION_MARKS[verdict.conclusion], verdict, lift)


def _tally(report: Report) -> str:
    verdicts = Counter(skill.verdict for skill in report.verdict.skills)
    said = [f"{verdicts[word]} {word}" for word in _RANK_VERDICT if verdicts[word]]
    return f"{words.count(len(report.verdict.skills), 'skill')}: {', '.join(said)}"


def _facts(report: Report) -> tuple[str, ...]:
    facts = [f"verdict {report.verdict.verdict}", f"check {report.verdict.conclusion}"]
    if report.health.total:
        facts.append(words.count(report.health.total, "trial"))
    facts += [
        f"agent {words.money(report.usage.cost_usd)}",
        f"grader {words.money(report.grader_usage.cost_usd)}",
    ]
    return (*facts, words.duration(report.seconds))


def _health(health: Health) -> str:
    if not health.total:
        return "No trial ran."
    return (
        f"{health.completed:,} of {words.count(health.total, 'trial')} completed,"
        f" {health.timed_out:,} timed out and {health.broke:,} broke (scored 0),"
        f" {health.errored:,} errored (ours: no evidence)."
    )


def _notes(report: Report) -> tuple[str, ...]:
    left_out = report.plan.left_out if report.plan else ()
    budget = tuple(f"left out, over the budget: {item}" for item in left_out)
    needless = len(report.plan.curtailed) if report.plan else 0
    curtailed = (
        (f"curtailed: {words.count(needless, 'trial')} could change no verdict, not run",) if needless else ()
    )
    return (*report.notes, *report.changes.notes, *curtailed, *budget)


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
    scanners = {name: version for review in report.reviews for name, version in review.scanners.items()}
    return (*rows, *sorted({**scanners, **run.versions}.items()))
