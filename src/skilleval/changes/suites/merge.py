"""Several suites as one: ids are unique in a skill, and the same query is asked once."""

from collections.abc import Sequence

from skilleval.changes.suites.tasks import first_of_each_id
from skilleval.domain.suite import Suite, SuiteProblem, Task, TriggerQuery


def merge_suites(suites: Sequence[Suite]) -> Suite:
    """Return one suite; what stands twice is an error, and the later one is left out."""
    tasks, doubled = first_of_each_id([task for suite in suites for task in suite.tasks])
    first = {task.id: task for task in tasks}
    queries, problems = _queries([query for suite in suites for query in suite.queries])
    twice = [_twice(task, f"the id {task.id!r} is used twice", first[task.id]) for task in doubled]
    writers = {suite.written_by for suite in suites if suite.tasks}
    return Suite(
        tasks=tasks,
        queries=queries,
        routing=tuple(query for suite in suites for query in suite.routing),
        problems=(*(problem for suite in suites for problem in suite.problems), *twice, *problems),
        written_by=writers.pop() if len(writers) == 1 else "unknown",
        frozen=next((suite.frozen for suite in suites if suite.frozen), None),
    )


def _queries(queries: Sequence[TriggerQuery]) -> tuple[tuple[TriggerQuery, ...], list[SuiteProblem]]:
    kept: dict[str, TriggerQuery] = {}
    ids: dict[str, TriggerQuery] = {}
    problems: list[SuiteProblem] = []
    for query in queries:
        words = " ".join(query.query.casefold().split())
        if words in kept:
            problems.append(_twice(query, f"the query {query.query[:80]!r} stands twice", kept[words]))
        elif query.id in ids:
            problems.append(_twice(query, f"the query id {query.id!r} is used twice", ids[query.id]))
        else:
            kept[words] = query
            ids[query.id] = query
    return tuple(kept.values()), problems


def _twice(later: Task | TriggerQuery, message: str, first: Task | TriggerQuery) -> SuiteProblem:
    place = first.where if first.source == later.source else f"{first.source} {first.where}".strip()
    said = f"{message}: first at {place}" if place else message
    return SuiteProblem(path=later.source, where=later.where, message=f"{said}; the later one is left out")
