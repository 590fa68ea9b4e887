"""What code alone can say of a trial: everything for a trigger trial, checks and claims for a task.

A draft that still needs the model grader carries a blind sheet; a draft without one is final.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.grade import Claim, GradedTrial, ItemGrade
from skilleval.domain.suite import Check, FieldMatch, Task
from skilleval.domain.trial import Broke, Errored, Evidence, TimedOut, Trial
from skilleval.grading.adherence import as_adherence, check_words, only_for_holders, rubric_with_adherence
from skilleval.grading.blind import Identity, blind_id, identity_of, redact
from skilleval.grading.case import Case
from skilleval.grading.checks import grade_check
from skilleval.grading.checks.field_match import is_escalated
from skilleval.grading.claims import find_claims
from skilleval.grading.exhibit import Exhibit, readable
from skilleval.grading.score import NOT_GRADABLE, score_items
from skilleval.grading.sheet import build_sheet
from skilleval.grading.triggers import route_grade, trigger_grade
from skilleval.ports import GradingSheet


@dataclass(frozen=True)
class Draft:
    """A trial graded as far as code goes. `sheet` is what the model grader is to see, or None.

    `shown` are the claims that code has settled, in the words of the sheet.
    """

    graded: GradedTrial
    task: Task | None = None
    sheet: GradingSheet | None = None
    shown: tuple[Claim, ...] = ()


def draft_grade(case: Case, *, seed: int) -> Draft:
    """Return the draft of one trial. Void and errored trials, and those cut short, are final at once."""
    blank = _blank(case)
    outcome = case.trial.outcome
    if isinstance(outcome, Errored):
        return Draft(blank.model_copy(update={"reason": outcome.reason or "errored"}))
    if case.leaked:
        why = "an arm without the skill saw it"
        return Draft(blank.model_copy(update={"void": why, "reason": why}))
    if case.trial.cell.kind != "uplift":
        return _query_draft(case, blank)
    if case.task is None:
        return Draft(_ours(blank, f"no suite has the task {case.trial.cell.item}"))
    if isinstance(outcome, TimedOut | Broke):
        reason = outcome.reason or outcome.state.replace("_", " ")
        return Draft(blank.model_copy(update={"score": 0.0, "reason": reason}))
    return _task_draft(case, case.task, blank, seed=seed)


def _query_draft(case: Case, blank: GradedTrial) -> Draft:
    if case.query is None:
        return Draft(_ours(blank, f"no suite has the query {case.trial.cell.item}"))
    return Draft(trigger_grade(case, case.query, blank))


def draft_route(trial: Trial, changes: ChangeSet) -> Draft:
    """Return the draft of a route trial, which belongs to all skills together. Final at once."""
    bare = _bare(trial)
    if isinstance(trial.outcome, Errored):
        return Draft(bare.model_copy(update={"reason": trial.outcome.reason or "errored"}))
    graded = route_grade(trial, bare, changes)
    return Draft(graded or _ours(bare, f"no suite has the request {trial.cell.item}"))


def not_found(trial: Trial) -> Draft:
    """Return the draft of a trial whose skill is not among the changes: ours."""
    return Draft(_ours(_bare(trial), f"the skill {trial.cell.skill} is not among the changes"))


def settle(graded: GradedTrial, task: Task) -> GradedTrial:
    """Return the trial with its score worked out from its items."""
    scored = score_items(graded.items, task.scoring)
    golden = golden_outcome(task, graded.items, escalated=graded.golden == "escalated")
    return graded.model_copy(
        update={
            "score": scored.score,
            "golden": golden,
            "adherence": scored.adherence,
            "notes": (*graded.notes, *scored.notes),
            "reason": graded.reason or (NOT_GRADABLE if scored.score is None else ""),
        }
    )


def _ours(graded: GradedTrial, reason: str) -> GradedTrial:
    return graded.model_copy(update={"state": "errored", "score": None, "reason": reason})


def _task_draft(case: Case, task: Task, blank: GradedTrial, *, seed: int) -> Draft:
    evidence = readable(case.trial.evidence)
    items = tuple(_check_item(check, case.change, task, evidence) for check in task.checks)
    graded = blank.model_copy(
        update={
            "items": items,
            "claims": find_claims(task, evidence, _bundle_paths(case)),
            "golden": _golden_so_far(task, items, evidence.answer),
        }
    )
    identity = identity_of(case.change, task)
    marked = task.model_copy(update={"rubric": rubric_with_adherence(task, case.change)})
    sheet = build_sheet(marked, evidence, identity=identity, blind_id=blind_id(case.trial.id, seed=seed))
    shown = (_redacted(claim, identity) for claim in graded.claims)
    return Draft(graded, task, sheet, tuple(shown))


def _redacted(claim: Claim, identity: Identity) -> Claim:
    quote, evidence = redact(claim.quote, identity), redact(claim.evidence, identity)
    return claim.model_copy(update={"quote": quote, "evidence": evidence})


def _check_item(check: Check, change: SkillChange, task: Task, evidence: Evidence) -> ItemGrade:
    item = grade_check(check, Exhibit(evidence, task.fixtures))
    path = "" if check.adherence else only_for_holders(check_words(check), change, task)
    return as_adherence(item, path) if path else item


def golden_outcome(
    task: Task, items: Sequence[ItemGrade], *, escalated: bool
) -> Literal["resolved", "escalated", "failed"] | None:
    """Return how a golden task ended; None for another, and where its criterion has no grade."""
    wanted = _criteria(task)
    scores = [item.score for item in items if item.id in wanted]
    if not scores or len(scores) < len(wanted) or None in scores:
        return None
    if all(score == 1.0 for score in scores):
        return "resolved"
    return "escalated" if escalated else "failed"


def _golden_so_far(
    task: Task, items: Sequence[ItemGrade], answer: str
) -> Literal["resolved", "escalated", "failed"] | None:
    """Return the end as far as code can tell: a judged criterion is still open, an escalation is kept."""
    escalated = bool(_criteria(task)) and is_escalated(answer)
    return golden_outcome(task, items, escalated=escalated) or ("escalated" if escalated else None)


def _criteria(task: Task) -> set[str]:
    fields = {check.id for check in task.checks if isinstance(check, FieldMatch)}
    return fields | {item.id for item in task.rubric if item.golden}


def _bundle_paths(case: Case) -> tuple[str, ...]:
    return tuple(file.path for file in case.bundle.files) if case.bundle is not None else ()


def _blank(case: Case) -> GradedTrial:
    return _bare(case.trial).model_copy(update={"fired": case.fired, "offered": case.offered})


def _bare(trial: Trial) -> GradedTrial:
    return GradedTrial(
        trial=trial.id,
        cell=trial.cell,
        state=trial.outcome.state,
        score=None,
        loaded=trial.evidence.skills.loaded,
        usage=trial.evidence.usage,
        seconds=trial.evidence.seconds,
    )
