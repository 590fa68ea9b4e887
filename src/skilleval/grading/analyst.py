"""Evals under review: what the graded trials say of the evals themselves, computed and not guessed.

Patterns that a mean hides: statements that tell nothing apart, tasks that flip, trials that stand out,
cost that grew, a helper script that every trial writes anew, steps of the skill that nobody followed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, median

from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.grade import EvalNote, GradedTrial
from skilleval.domain.trial import Trial
from skilleval.domain.value import Arm
from skilleval.grading.case import names_of
from skilleval.grading.habits import repeated_scripts, steps_not_followed
from skilleval.grading.statements import MANY, short, statement_notes

GREW = 1.5
STANDS_OUT = 0.5
SLOW = 3.0


def notes_on_evals(
    graded: Sequence[GradedTrial], changes: ChangeSet, trials: Sequence[Trial] = ()
) -> tuple[EvalNote, ...]:
    """Return the analyst's notes, skill by skill; `trials` add what only their evidence shows."""
    notes: list[EvalNote] = []
    for change in changes.changes:
        mine = [
            trial
            for trial in graded
            if trial.cell.skill == change.name and trial.cell.kind == "uplift" and trial.score is not None
        ]
        notes += [EvalNote(skill=change.name, text=text) for text in _notes(mine, change, trials)]
    return tuple(dict.fromkeys(notes))


def _notes(graded: Sequence[GradedTrial], change: SkillChange, trials: Sequence[Trial]) -> Iterator[str]:
    yield from statement_notes(graded)
    yield from _outliers(graded)
    yield from _growth(graded, {trial.id: len(trial.evidence.tool_calls) for trial in trials})
    yield from _never_fired(graded)
    yield from _other_skills(graded, names_of(change))
    yield from _weak(graded)
    yield from _feedback(graded)
    ids = {trial.trial for trial in graded if trial.cell.arm == "candidate"}
    evidence = [trial for trial in trials if trial.id in ids]
    yield from repeated_scripts(evidence, change.candidate)
    yield from steps_not_followed(evidence, change.candidate)


def _outliers(graded: Sequence[GradedTrial]) -> Iterator[str]:
    """Yield single trials far from all others of their task and arm, in score or in time."""
    for (task, arm), trials in _cells(graded).items():
        if len(trials) < MANY:
            continue
        scores = [trial.score for trial in trials if trial.score is not None]
        usual = median(scores)
        far = [
            trial for trial in trials if trial.score is not None and abs(trial.score - usual) >= STANDS_OUT
        ]
        if len(far) == 1 and far[0].score is not None:
            one = far[0]
            yield f"{one.trial} stands out: {one.score:.2f}, where {task} in the {arm} arm has {usual:.2f}"
        slow = median(trial.seconds for trial in trials)
        yield from (
            f"{trial.trial} took {trial.seconds:.0f} s, where {slow:.0f} s is usual"
            for trial in trials
            if slow > 1 and trial.seconds > SLOW * slow
        )


def _growth(graded: Sequence[GradedTrial], calls: Mapping[str, int]) -> Iterator[str]:
    """Yield time, tokens and tool calls of a trial that grew by half or more."""
    arms: dict[Arm, list[GradedTrial]] = defaultdict(list)
    for trial in graded:
        arms[trial.cell.arm].append(trial)
    old, new = arms.get("baseline") or arms.get("control", []), arms.get("candidate", [])
    if min(len(old), len(new)) < MANY:
        return
    measures = (
        ("seconds", [t.seconds for t in old], [t.seconds for t in new], 2.0),
        ("tokens", [t.usage.tokens for t in old], [t.usage.tokens for t in new], 1000.0),
        ("tool calls", [calls.get(t.trial, 0) for t in old], [calls.get(t.trial, 0) for t in new], 2.0),
    )
    for name, before, after, least in measures:
        if fmean(after) > GREW * fmean(before) and fmean(after) - fmean(before) >= least:
            yield (
                f"a trial takes {fmean(after):,.0f} {name} instead of {fmean(before):,.0f}"
                f" (means, n = {len(before)} → {len(after)})"
            )


def _never_fired(graded: Sequence[GradedTrial]) -> Iterator[str]:
    for (task, arm), trials in _cells(graded).items():
        if arm == "candidate" and len(trials) >= MANY and not any(trial.fired for trial in trials):
            n = len(trials)
            yield f"{task}: the skill loaded in none of {n} candidate trials; its score says nothing of it"


def _other_skills(graded: Sequence[GradedTrial], own: set[str]) -> Iterator[str]:
    """Yield how often another skill loaded beside this one, or in its stead, and which."""
    arms: dict[Arm, list[GradedTrial]] = defaultdict(list)
    for trial in graded:
        arms[trial.cell.arm].append(trial)
    for arm, trials in sorted(arms.items()):
        for where, fired in (("beside it", True), ("and not it", False)):
            loaded = [set(trial.loaded) - own for trial in trials if trial.fired is fired]
            found = [names for names in loaded if names]
            named = sorted(Counter(name for names in found for name in names).items())
            if found:
                said = ", ".join(f"{name} {times}" for name, times in named)
                yield f"{arm}: another skill loaded, {where}, in {len(found)} of {len(trials)} trials: {said}"


def _weak(graded: Sequence[GradedTrial]) -> Iterator[str]:
    tasks = {trial.cell.item for trial in graded for item in trial.items if "weak:" in item.note}
    for task in sorted(tasks):
        yield f"{task} is graded by its expected output alone: one weak statement; write what must hold"


def _feedback(graded: Sequence[GradedTrial]) -> Iterator[str]:
    """Yield what the grader said of the evals in at least two trials, and how often."""
    said = Counter((trial.cell.item, line) for trial in graded for line in set(trial.feedback))
    for (task, line), times in sorted(said.items(), key=lambda entry: (-entry[1], entry[0])):
        if times >= 2:
            yield f"{task}: the grader says in {times} trials: {short(line)}"


def _cells(graded: Iterable[GradedTrial]) -> dict[tuple[str, Arm], list[GradedTrial]]:
    cells: dict[tuple[str, Arm], list[GradedTrial]] = defaultdict(list)
    for trial in graded:
        cells[(trial.cell.item, trial.cell.arm)].append(trial)
    return cells
