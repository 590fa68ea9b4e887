"""What a trial of a query came to: a pure reading of which skills were offered, asked for and loaded.

A skill that the model never saw is no miss: such a trial is void. Neither is one that ended by time or by
breaking before anything loaded, where nothing should.
"""

from collections.abc import Sequence

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import GradedTrial, TriggerOutcome
from skilleval.domain.routes import MeasuredRoute, installed, measured_routes, new_names
from skilleval.domain.suite import TriggerQuery
from skilleval.domain.trial import Completed, Trial
from skilleval.grading.case import Case

NOT_OFFERED = "the skill was not offered to the model"


def trigger_grade(case: Case, query: TriggerQuery, blank: GradedTrial) -> GradedTrial:
    """Return the grade of one skill's trial: did it load, as it should or should not?"""
    if case.offered is False:
        return _void(blank.model_copy(update={"trigger": "not-offered"}), NOT_OFFERED)
    graded = blank.model_copy(update={"trigger": _outcome(case), "notes": _listing(case.trial)})
    if _is_cut_short(case.trial) and not case.fired and not query.should_trigger:
        return _void(graded, f"{case.trial.outcome.state.replace('_', ' ')} before the skill could load")
    return graded.model_copy(update={"score": float(case.fired == query.should_trigger)})


def route_grade(trial: Trial, bare: GradedTrial, changes: ChangeSet) -> GradedTrial | None:
    """Return the grade of a trial of all skills: did the right ones load, in order? None = no such route."""
    route = next((one for one in measured_routes(changes) if one.item == trial.cell.item), None)
    if route is None:
        return None
    renamed, skills = new_names(changes), trial.evidence.skills
    loaded = tuple(renamed.get(name, name) for name in skills.loaded)
    offered = {renamed.get(name, name) for name in (*skills.offered, *skills.loaded)}
    missing = [name for name in route.expected if name not in offered]
    graded = bare.model_copy(
        update={"loaded": loaded, "fired": bool(loaded), "notes": _listing(trial), "trigger": "nothing"}
    )
    if skills.offered and missing:
        return _void(graded.model_copy(update={"trigger": "not-offered"}), f"not offered: {missing[0]}")
    if _is_cut_short(trial) and not loaded and not route.expected:
        return _void(graded, f"{trial.outcome.state.replace('_', ' ')} before a skill could load")
    leaked = _leaked(trial, changes)
    if leaked:
        return _void(graded, f"an arm without the skill {leaked} saw it")
    right = is_right(route, loaded)
    word: TriggerOutcome = (
        "loaded" if right and loaded else "other-skill" if loaded else graded.trigger or "nothing"
    )
    return graded.model_copy(update={"trigger": word, "score": float(right)})


def _leaked(trial: Trial, changes: ChangeSet) -> str:
    """Return a changed skill that was seen in an arm in which it is not installed, or nothing."""
    there = {bundle.name for bundle in installed(changes, trial.cell.arm)}
    sides = [bundle for one in changes.changes for bundle in (one.candidate, one.baseline.bundle) if bundle]
    seen = {*trial.evidence.skills.offered, *trial.evidence.skills.loaded}
    return next((bundle.name for bundle in sides if bundle.name in seen - there), "")


def is_right(route: MeasuredRoute, loaded: Sequence[str]) -> bool:
    """Return whether the expected skills loaded first, in order; where none is expected, whether none did."""
    wanted = len(route.expected)
    return tuple(loaded[:wanted]) == route.expected if wanted else not loaded


def _outcome(case: Case) -> TriggerOutcome:
    if case.fired:
        return "loaded"
    if case.trial.evidence.skills.loaded:
        return "other-skill"
    return "attempted" if case.attempted else "nothing"


def _listing(trial: Trial) -> tuple[str, ...]:
    """Return what the agent notes of its listing: descriptions that it cut, skills that it dropped."""
    return tuple(note for note in trial.evidence.notes if "description of" in note or "listing" in note)


def _is_cut_short(trial: Trial) -> bool:
    return not isinstance(trial.outcome, Completed)


def _void(graded: GradedTrial, why: str) -> GradedTrial:
    return graded.model_copy(update={"void": why, "reason": why})
