"""Sentences on what loaded and what did not: outcomes of trigger trials, everyday requests."""

from collections.abc import Iterator

from skilleval.domain.lift import EverydayArm, EverydayTable, SkillTables, TriggerOutcomes, TriggerTable
from skilleval.domain.value import Arm
from skilleval.report import words

_ARMS: tuple[Arm, ...] = ("baseline", "candidate")


def loading_lines(tables: SkillTables) -> tuple[str, ...]:
    """Return what a reader of the trigger figures should know, a sentence each."""
    triggers = tuple(_of_triggers(tables.triggers)) if tables.triggers else ()
    return (*triggers, *(_of_everyday(tables.everyday) if tables.everyday else ()))


def _of_triggers(table: TriggerTable) -> Iterator[str]:
    if any(stats is not None and stats.per_query for stats in (table.candidate, table.baseline)):
        yield (
            "Curtailed: a query stops when its other repeats cannot change its verdict, so that the rates are"
            " means over queries."
        )
    for arm in _ARMS:
        if arm in table.outcomes:
            yield from _of_outcomes(arm, table.outcomes[arm])


def _of_outcomes(arm: Arm, found: TriggerOutcomes) -> Iterator[str]:
    if found.other_skill:
        named = ", ".join(f"{name} {times}" for name, times in sorted(found.others.items()))
        yield f"In the {arm}, another skill loaded, and not it, in {_of(found.other_skill, found)}: {named}."
    if found.attempted:
        yield f"In the {arm}, it was asked for and did not load in {_of(found.attempted, found)}."
    if found.not_offered:
        yield f"In the {arm}, the host did not offer it in {_of(found.not_offered, found)}: not counted."
    if found.double_loads:
        yield f"In the {arm}, a second skill loaded beside it in {_of(found.double_loads, found)}."


def _of(part: int, found: TriggerOutcomes) -> str:
    return f"{part} of {words.count(found.trials, 'trial')}"


def _of_everyday(table: EverydayTable) -> Iterator[str]:
    counts = [_arm(arm) for arm in (table.baseline, table.candidate) if arm is not None]
    if not counts:
        yield "Everyday requests could not be tried."
        return
    fired = f": {table.fired[0].query}" if table.fired else ""
    yield f"Everyday requests that no skill should answer, and that load it: {' → '.join(counts)}{fired}"


def _arm(arm: EverydayArm) -> str:
    bounds = f" [{arm.interval.lo:.2f}, {arm.interval.hi:.2f}]" if arm.interval else ""
    return f"{words.of(arm.fired, arm.queries)}{bounds}"
