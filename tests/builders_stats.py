"""Builders for stages 7 and 8: each takes only what the test is about."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal

from skilleval.domain.bundle import Bundle, SkillText
from skilleval.domain.change import Baseline, ChangeKind, ChangeSet, Part, SkillChange
from skilleval.domain.finding import Finding, Review
from skilleval.domain.grade import Claim, GradedTrial
from skilleval.domain.plan import Cell
from skilleval.domain.policy import Bar
from skilleval.domain.suite import RubricItem, Suite, Task, TriggerQuery
from skilleval.domain.trial import Usage
from skilleval.domain.value import Arm
from skilleval.gate import Case
from skilleval.stats import estimate_lifts

SKILL = "report"
SHA = "0" * 40
BODY: tuple[Part, ...] = ("body",)
DESCRIPTION: tuple[Part, ...] = ("description",)

State = Literal["completed", "timed_out", "broke", "errored"]


def a_digest(text: str) -> str:
    """Return a digest of text."""
    return sha256(text.encode()).hexdigest()


def a_task(task_id: str, *, domain: str = "", cluster: str = "", gradable: bool = True) -> Task:
    """Return a task with one rubric item, or with nothing that can be graded."""
    rubric = (RubricItem(id="r1", text="It is right"),) if gradable else ()
    return Task(
        id=task_id, prompt="Do it", rubric=rubric, domain=domain, cluster=cluster, digest=a_digest(task_id)
    )


def a_query(query_id: str, *, should: bool = True) -> TriggerQuery:
    """Return a query."""
    return TriggerQuery(id=query_id, query=f"ask {query_id}", should_trigger=should)


def a_suite(tasks: Sequence[str] = (), queries: Sequence[TriggerQuery] = ()) -> Suite:
    """Return a suite with gradable tasks of these ids."""
    return Suite(tasks=tuple(a_task(task) for task in tasks), queries=tuple(queries))


def a_bundle() -> Bundle:
    """Return a bundle without files."""
    return Bundle(
        name=SKILL,
        path=SKILL,
        commit=SHA,
        tree_sha=SHA,
        digest=a_digest("bundle"),
        digest_with_evals=a_digest("bundle"),
        skill=SkillText(name=SKILL, description="Writes reports"),
        files=(),
    )


def a_change(
    *,
    base: Suite | None = None,
    head: Suite | None = None,
    parts: tuple[Part, ...] = BODY,
    kind: ChangeKind = "edited",
    problem: str = "",
) -> SkillChange:
    """Return an edited skill whose head suite is the base's, unless told."""
    base = Suite() if base is None else base
    new = kind == "added"
    return SkillChange(
        name=SKILL,
        path=SKILL,
        kind=kind,
        parts=parts,
        candidate=None if kind == "removed" else a_bundle(),
        baseline=Baseline(kind="control" if new else "merge-base", bundle=None if new else a_bundle()),
        base_suite=base,
        head_suite=base if head is None else head,
        problem=problem,
    )


def changes_of(*changes: SkillChange) -> ChangeSet:
    """Return a change set."""
    return ChangeSet(merge_base=SHA, changes=changes)


def a_trial(
    item: str,
    arm: Arm,
    repeat: int,
    score: float | None = 1.0,
    *,
    state: State = "completed",
    void: str = "",
    claims: Sequence[Claim] = (),
    counts: bool = True,
    cost: float | None = 0.5,
    fired: bool = True,
) -> GradedTrial:
    """Return a graded uplift trial."""
    cell = Cell(skill=SKILL, kind="uplift", item=item, arm=arm, repeat=repeat, counts_in_bar=counts)
    return GradedTrial(
        trial=a_digest(cell.key)[:12],
        cell=cell,
        state=state,
        score=None if state == "errored" or void else score,
        void=void,
        claims=tuple(claims),
        fired=fired and arm == "candidate",
        usage=Usage(cost_usd=cost, output_tokens=10),
        seconds=2.0,
    )


def trials_from(
    scores: Mapping[str, tuple[Sequence[float], Sequence[float]]], *, reference: Arm = "baseline"
) -> list[GradedTrial]:
    """Return trials from {task: (scores of the reference, scores of the candidate)}."""
    arms: tuple[Arm, Arm] = (reference, "candidate")
    return [
        a_trial(task, arm, repeat, score)
        for task, pair in scores.items()
        for arm, series in zip(arms, pair, strict=True)
        for repeat, score in enumerate(series, start=1)
    ]


def trigger_trials(query_id: str, arm: Arm, fired: Sequence[int | None]) -> list[GradedTrial]:
    """Return trials of a query: 1 fired, 0 did not, None is void."""
    return [
        GradedTrial(
            trial=f"{query_id}-{arm}-{repeat}",
            cell=Cell(skill=SKILL, kind="trigger", item=query_id, arm=arm, repeat=repeat),
            state="timed_out" if hit is None else "completed",
            score=None,
            fired=bool(hit),
            void="timed out before the skill loaded" if hit is None else "",
            usage=Usage(cost_usd=0.01),
        )
        for repeat, hit in enumerate(fired, start=1)
    ]


def a_finding(*, severity: Literal["low", "medium", "high", "critical"] = "high", **more: object) -> Finding:
    """Return an introduced finding of high confidence."""
    values: dict[str, object] = {
        "rule": "pipe-to-shell",
        "scanner": "own",
        "severity": severity,
        "confidence": "high",
        "skill": SKILL,
        "path": "SKILL.md",
        "message": "download piped into a shell",
    }
    return Finding.model_validate(values | more)


def a_case(
    change: SkillChange,
    graded: Sequence[GradedTrial] = (),
    *,
    bar: Bar | None = None,
    review: Review | None = None,
    **more: object,
) -> Case:
    """Return a case with a clean review and the tables that the trials give."""
    bar = Bar() if bar is None else bar
    changes = changes_of(change)
    return Case(
        changes=changes,
        reviews=(Review(skill=SKILL) if review is None else review,),
        tables=estimate_lifts(graded, changes, bar=bar),
        graded=tuple(graded),
        bar=bar,
        **more,  # type: ignore[arg-type]
    )
