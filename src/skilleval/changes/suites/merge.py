"""Several suites as one: ids are unique in a skill, and the same query is asked once."""

from collections.abc import Sequence

from skilleval.changes.suites.tasks import first_of_each_id
from skilleval.domain.suite import Suite, SuiteProblem, TriggerQuery


def merge_suites(suites: Sequence[Suite]) -> Suite:
    """Return one suite; what stands twice is an error, and the later one is left out."""
    tasks, doubled = first_of_each_id([task for suite in suites for task in suite.tasks])
    queries, problems = _queries([query for suite in suites for query in suite.queries])
    twice = [_twice(task.source, f"the id {task.id!r} is used twice") for task in doubled]
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
    ids: set[str] = set()
    problems: list[SuiteProblem] = []
    for query in queries:
        words = " ".join(query.query.casefold().split())
        if words in kept:
            problems.append(_twice(query.source, f"the query {query.query[:80]!r} stands twice"))
        elif query.id in ids:
            problems.append(_twice(query.source, f"the query id {query.id!r} is used twice"))
        else:
            kept[words] = query
            ids.add(query.id)
    return tuple(kept.values()), problems


def _twice(source: str, message: str) -> SuiteProblem:
    return SuiteProblem(path=source, message=message + "; the later one is left out")
