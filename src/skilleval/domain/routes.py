"""Which requests are tried on all skills of a repository together, and which skill each belongs to."""

from collections.abc import Iterable, Iterator, Mapping

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet, SkillChange, measured_queries
from skilleval.domain.suite import RoutingQuery, Suite, TriggerQuery
from skilleval.domain.value import Arm, Value

ROUTE_ARMS: tuple[Arm, Arm] = ("baseline", "candidate")
"""All skills as they are at the base, and all as they are at the head."""


class MeasuredRoute(Value):
    """A request as it runs: its item id, the skills that should load (none: no skill), and whose it is.

    `is_due`: it can be affected by the change, since its owner changed or collides with what did.
    `arms`: those in which all expected skills are there. `trigger_of` names the changed skill whose
    trigger list holds the request as one that should fire.
    """

    item: str
    query: str
    expected: tuple[str, ...]
    owner: str
    is_due: bool
    arms: tuple[Arm, ...] = ROUTE_ARMS
    trigger_of: str = ""
    trigger_item: str = ""


def measured_routes(changes: ChangeSet) -> tuple[MeasuredRoute, ...]:
    """Return every request with a known owner, once each: routing sets first, then trigger lists.

    Of trigger lists, the requests that should fire are taken: they belong to the list's skill. Requests
    that name a skill which neither side has are left out (`unknown_targets` names them).
    """
    due = due_owners(changes)
    there = {arm: frozenset(bundle.name for bundle in installed(changes, arm)) for arm in ROUTE_ARMS}
    renamed = new_names(changes)
    found: dict[str, MeasuredRoute] = {}
    for route in (*_from_sets(changes), *_from_lists(changes)):
        expected = tuple(renamed.get(name, name) for name in route.expected)
        arms = tuple(arm for arm in ROUTE_ARMS if set(expected) <= _now(there[arm], renamed) and there[arm])
        if arms and route.query not in found:
            changed = {"expected": expected, "arms": arms, "is_due": route.owner in due}
            found[route.query] = route.model_copy(update=changed)
    return tuple(found.values())


def unknown_targets(changes: ChangeSet) -> tuple[str, ...]:
    """Return the names that routing sets expect and no side has, sorted."""
    known = {bundle.name for arm in ROUTE_ARMS for bundle in installed(changes, arm)}
    named = {name for route in _from_sets(changes) for name in route.expected}
    return tuple(sorted(named - known))


def installed(changes: ChangeSet, arm: Arm) -> tuple[Bundle, ...]:
    """Return the skills of a route's arm, one a name: the neighbours, and each changed skill's side."""
    sides = (
        change.candidate if arm == "candidate" else change.baseline.bundle
        for change in changes.changes
        if not change.problem
    )
    by_name = {bundle.name: bundle for bundle in (*changes.neighbours, *sides) if bundle}
    return tuple(by_name[name] for name in sorted(by_name))


def namesakes(changes: ChangeSet) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each name that a changed skill shares with others at the head, and the paths of all of them."""
    changed = [change.candidate for change in changes.changes if change.candidate]
    shared = same_names((*changed, *changes.neighbours))
    names = {bundle.name for bundle in changed}
    return tuple((name, paths) for name, paths in shared if name in names)


def same_names(bundles: Iterable[Bundle]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each name that several skills have, with their paths, sorted: a host lists only one of them."""
    paths: dict[str, set[str]] = {}
    for bundle in bundles:
        paths.setdefault(bundle.name, set()).add(bundle.path)
    return tuple((name, tuple(sorted(found))) for name, found in sorted(paths.items()) if len(found) > 1)


def new_names(changes: ChangeSet) -> Mapping[str, str]:
    """Return old name to new name of skills whose name changed."""
    return {
        change.baseline.bundle.name: change.candidate.name
        for change in changes.changes
        if change.candidate and change.baseline.bundle
        if change.baseline.bundle.name != change.candidate.name
    }


def due_owners(changes: ChangeSet) -> frozenset[str]:
    """Return the skills whose requests may be affected: those that collide with a changed one, and it."""
    changed = {
        name for change in changes.changes if change.wants_routing for name in (change.name, *_names(change))
    }
    pairs = [{pair.one, pair.other} for pair in changes.collisions]
    near = {name for pair in pairs if pair & changed for name in pair}
    with_sets = {route.owner for route in _from_sets(changes) if route.owner in changed}
    return frozenset(near | with_sets)


def _names(change: SkillChange) -> Iterator[str]:
    for bundle in (change.candidate, change.baseline.bundle):
        if bundle is not None:
            yield bundle.name


def _now(names: Iterable[str], renamed: Mapping[str, str]) -> set[str]:
    return {renamed.get(name, name) for name in names}


def _suites(changes: ChangeSet) -> Iterator[tuple[str, Suite]]:
    """Yield each skill with the suite that counts: the base side's, or the head's where that has none."""
    for change in changes.changes:
        if change.candidate is not None and not change.problem:
            yield change.candidate.name, change.base_suite if change.base_suite.routing else change.head_suite
    yield from sorted(changes.suites.items())


def _from_sets(changes: ChangeSet) -> Iterator[MeasuredRoute]:
    for owner, suite in _suites(changes):
        yield from (_route(owner, query) for query in suite.routing)


def _route(owner: str, query: RoutingQuery) -> MeasuredRoute:
    return MeasuredRoute(
        item=f"{owner}:{query.id}",
        query=query.query,
        expected=query.expected_skills,
        owner=owner,
        is_due=False,
    )


def _from_lists(changes: ChangeSet) -> Iterator[MeasuredRoute]:
    for change in changes.changes:
        if change.candidate is None or change.problem:
            continue
        for row in measured_queries(change):
            if row.counts_in_bar:
                yield from _of_list(change.candidate, row.item, row.query, trigger_of=change.name)
    neighbours = {bundle.name: bundle for bundle in changes.neighbours}
    for name, suite in sorted(changes.suites.items()):
        for query in suite.queries:
            if name in neighbours:
                yield from _of_list(neighbours[name], query.id, query)


def _of_list(
    owner: Bundle, item: str, query: TriggerQuery, *, trigger_of: str = ""
) -> Iterator[MeasuredRoute]:
    """Yield the request with the skill that it belongs to, where its list says so."""
    target = owner.name if query.should_trigger else query.expected_skill
    if not target or (query.should_trigger and owner.is_hidden):
        return
    yield MeasuredRoute(
        item=f"{owner.name}:{item}",
        query=query.query,
        expected=(target,),
        owner=owner.name,
        is_due=False,
        trigger_of=trigger_of if query.should_trigger else "",
        trigger_item=item if trigger_of and query.should_trigger else "",
    )
