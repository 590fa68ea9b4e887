"""Which skill takes which request: accuracy, precision and recall, confusions, and what the change moved."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum, sqrt
from statistics import fmean

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import GradedTrial
from skilleval.domain.routes import ROUTE_ARMS, MeasuredRoute, measured_routes, unknown_targets
from skilleval.domain.routing import (
    NO_SKILL,
    Confusion,
    Move,
    RouteRow,
    RoutingStats,
    RoutingTable,
    SkillRouting,
)
from skilleval.domain.value import Arm, Interval
from skilleval.stats.intervals import mean_interval, wilson
from skilleval.stats.trials import count_errored, is_evidence

Seen = tuple[MeasuredRoute, GradedTrial]


def estimate_routing(graded: Sequence[GradedTrial], changes: ChangeSet) -> RoutingTable | None:
    """Return the table over all requests with a known owner, or None where none was tried.

    Where one skill alone changed, its own trigger trials ran among the same skills in both arms: they tell
    where its requests go, and count here, too.
    """
    routes = measured_routes(changes)
    seen = list(_seen(routes, graded, changes))
    if not any(trial.cell.kind == "route" or _went_elsewhere(route, trial) for route, trial in seen):
        return None  # the trigger figures have said it all
    rows = tuple(_row(route, [trial for one, trial in seen if one is route]) for route in routes)
    rows = tuple(row for row in rows if row.right)
    difference, interval = difference_of(rows)
    return RoutingTable(
        candidate=_stats(seen, rows, "candidate"),
        baseline=_stats(seen, rows, "baseline"),
        rows=rows,
        moves=tuple(_moves(rows)),
        new_confusions=tuple(_new_confusions(rows)),
        difference=difference,
        difference_interval=interval,
        errored=count_errored([trial for _, trial in seen]),
        notes=tuple(
            f"no side has the skill {name!r} that a routing set expects" for name in unknown_targets(changes)
        ),
    )


def _seen(
    routes: Sequence[MeasuredRoute], graded: Sequence[GradedTrial], changes: ChangeSet
) -> Iterator[Seen]:
    by_item = {route.item: route for route in routes}
    only = changes.changes[0].name if len(changes.changes) == 1 else ""
    by_trigger = {route.trigger_item: route for route in routes if only and route.trigger_of == only}
    own = {
        bundle.name for one in changes.changes for bundle in (one.candidate, one.baseline.bundle) if bundle
    }
    for trial in graded:
        cell = trial.cell
        if cell.kind == "route" and cell.item in by_item:
            yield by_item[cell.item], trial
        elif cell.kind == "trigger" and cell.skill == only and cell.item in by_trigger:
            route = by_trigger[cell.item]
            now = tuple(route.owner if name in own else name for name in trial.loaded)
            yield route, _as_route(trial, route, now)


def _went_elsewhere(route: MeasuredRoute, trial: GradedTrial) -> bool:
    return bool(trial.loaded) and trial.loaded[0] not in route.expected


def _as_route(trial: GradedTrial, route: MeasuredRoute, loaded: tuple[str, ...]) -> GradedTrial:
    score = float(loaded[:1] == route.expected[:1]) if is_evidence(trial) else None
    return trial.model_copy(update={"loaded": loaded, "score": score})


def _row(route: MeasuredRoute, trials: Sequence[GradedTrial]) -> RouteRow:
    right: dict[Arm, tuple[int, int]] = {}
    took: dict[Arm, str] = {}
    for arm in ROUTE_ARMS:
        mine = [trial for trial in trials if trial.cell.arm == arm and is_evidence(trial)]
        if mine:
            right[arm] = (sum(trial.score == 1.0 for trial in mine), len(mine))
            took[arm] = _most([_first(trial) for trial in mine])
    return RouteRow(id=route.item, query=route.query, expected=route.expected, right=right, took=took)


def _most(names: Sequence[str]) -> str:
    """Return the most frequent name; of equal ones the first in the alphabet."""
    counts = Counter(names)
    return min(counts, key=lambda name: (-counts[name], name))


def _first(trial: GradedTrial) -> str:
    return trial.loaded[0] if trial.loaded else NO_SKILL


def _target(route: MeasuredRoute | RouteRow) -> str:
    return route.expected[0] if route.expected else NO_SKILL


def _stats(seen: Sequence[Seen], rows: Sequence[RouteRow], arm: Arm) -> RoutingStats | None:
    mine = [(route, trial) for route, trial in seen if trial.cell.arm == arm and is_evidence(trial)]
    shares = [row.right[arm][0] / row.right[arm][1] for row in rows if arm in row.right]
    if not mine or not shares:
        return None
    cells: Mapping[tuple[str, str], list[str]] = defaultdict(list)
    for route, trial in mine:
        cells[_target(route), _first(trial)].append(route.item)
    matrix = tuple(
        Confusion(expected=expected, got=got, trials=len(items), queries=len(set(items)))
        for (expected, got), items in sorted(cells.items())
    )
    doubles = sum(len(trial.loaded) > max(1, len(route.expected)) for route, trial in mine)
    return RoutingStats(
        accuracy=fmean(shares),
        interval=wilson(fsum(shares), len(shares)),
        queries=len(shares),
        trials=len(mine),
        skills=tuple(_skills(matrix)),
        matrix=matrix,
        double_loads=(doubles, len(mine)),
    )


def _skills(matrix: Iterable[Confusion]) -> Iterator[SkillRouting]:
    cells = tuple(matrix)
    for name in sorted({name for cell in cells for name in (cell.expected, cell.got)} - {NO_SKILL}):
        right = sum(cell.trials for cell in cells if cell.expected == cell.got == name)
        loaded = sum(cell.trials for cell in cells if cell.got == name)
        expected = sum(cell.trials for cell in cells if cell.expected == name)
        yield SkillRouting(
            skill=name,
            precision=right / loaded if loaded else None,
            recall=right / expected if expected else None,
            loaded=loaded,
            expected=expected,
        )


def _moves(rows: Sequence[RouteRow]) -> Iterator[Move]:
    moved: Mapping[tuple[str, str], list[RouteRow]] = defaultdict(list)
    for row in rows:
        before, after = row.took.get("baseline"), row.took.get("candidate")
        if before is not None and after is not None and before != after:
            moved[before, after].append(row)
    for (before, after), found in sorted(moved.items(), key=lambda item: (-len(item[1]), item[0])):
        yield Move(
            before=before,
            after=after,
            queries=tuple(row.query for row in found),
            better=sum(_target(row) == after for row in found),
            worse=sum(_target(row) == before for row in found),
        )


def _new_confusions(rows: Sequence[RouteRow]) -> list[tuple[str, str]]:
    """Return pairs (belongs to, goes to) that most trials of a request show in the candidate only."""

    def confused(arm: Arm) -> set[tuple[str, str]]:
        both = [row for row in rows if set(ROUTE_ARMS) <= row.took.keys()]
        return {(_target(row), row.took[arm]) for row in both if row.took[arm] != _target(row)}

    return sorted(confused("candidate") - confused("baseline"))


def difference_of(rows: Sequence[RouteRow]) -> tuple[float | None, Interval | None]:
    """Return how much more often the candidate routes right, with its interval over requests."""
    pairs = [_difference(row) for row in rows if set(ROUTE_ARMS) <= row.right.keys()]
    return (fmean(pairs) if pairs else None), _interval(pairs, rows)


def _difference(row: RouteRow) -> float:
    (old, olds), (new, news) = row.right["baseline"], row.right["candidate"]
    return new / news - old / olds


def _interval(pairs: Sequence[float], rows: Sequence[RouteRow]) -> Interval | None:
    found = mean_interval([[one] for one in pairs], sd_floor=_noise(rows))
    return found and found.model_copy(update={"lo": max(-1.0, found.lo), "hi": min(1.0, found.hi)})


def _noise(rows: Sequence[RouteRow]) -> float:
    """Return the spread of one request's difference that repeats alone would give (as for triggers)."""
    paired = [row for row in rows if set(ROUTE_ARMS) <= row.right.keys()]
    if not paired:
        return 0.0
    variances = []
    for row in paired:
        for arm in ROUTE_ARMS:
            k, n = row.right[arm]
            p = (k + 0.5) / (n + 1)
            variances.append(p * (1 - p) / n)
    return sqrt(fsum(variances) / len(paired))
