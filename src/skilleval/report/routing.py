"""Routing, chosen and cut for the reports: figures of both arms, what moved, confusions, single skills."""

from collections.abc import Iterator
from dataclasses import dataclass

from skilleval.domain.routing import Confusion, Move, RoutingStats, RoutingTable
from skilleval.report import words
from skilleval.report.rows import Cut, MeasureRow, cut

_NAMED = 3
"""Queries that a sentence quotes."""


@dataclass(frozen=True)
class SkillRow:
    """One skill as a target, in the candidate arm, and its recall in the baseline."""

    skill: str
    precision: str
    recall: str
    recall_before: str


@dataclass(frozen=True)
class RoutingBlock:
    """What the reports say of all skills together."""

    table: RoutingTable
    has_old: bool
    rows: tuple[MeasureRow, ...]
    lines: tuple[str, ...]
    moves: Cut[str]
    skills: Cut[SkillRow]
    matrix: Cut[Confusion]
    """The candidate's, right ones included."""


def routing_block(table: RoutingTable, *, limit: int) -> RoutingBlock:
    """Return the figures side by side, and the requests that moved."""
    stats = table.candidate
    return RoutingBlock(
        table=table,
        has_old=table.baseline is not None,
        rows=tuple(
            MeasureRow(measure, old, new)
            for (measure, old), (_, new) in zip(_figures(table.baseline), _figures(stats), strict=True)
        ),
        lines=tuple(_lines(table)),
        moves=cut([_moved(move) for move in table.moves], limit),
        skills=cut(_skill_rows(table), limit),
        matrix=cut(stats.matrix if stats else (), limit),
    )


def _figures(stats: RoutingStats | None) -> tuple[tuple[str, str], ...]:
    names = ("right skill first", "requests", "trials", "more skills than wanted")
    if stats is None:
        return tuple((name, "–") for name in names)
    bounds = f" [{stats.interval.lo:.2f}, {stats.interval.hi:.2f}]" if stats.interval else ""
    figures = (
        f"{words.score(stats.accuracy)}{bounds}",
        words.whole(stats.queries),
        words.whole(stats.trials),
        words.of(*stats.double_loads),
    )
    return tuple(zip(names, figures, strict=True))


def _lines(table: RoutingTable) -> Iterator[str]:
    if table.difference is not None:
        both = sum(len(row.right) == 2 for row in table.rows)
        size = f"{words.signed(table.difference)} {words.interval(table.difference_interval)}".strip()
        yield f"Difference: {size}, mean over {words.count(both, 'request')} tried in both arms."
    for owner, got in table.new_confusions:
        yield f"New confusion: requests of {owner} go to {got}."
    yield from table.notes


def _moved(move: Move) -> str:
    """Return `3 queries moved from pdf-forms to invoice-check (0 rightly): “…”`."""
    number = words.count(len(move.queries), "query", "queries")
    quoted = "; ".join(f"“{query}”" for query in move.queries[:_NAMED])
    more = f" and {len(move.queries) - _NAMED} more" if len(move.queries) > _NAMED else ""
    way = f"{move.better} rightly, {move.worse} wrongly"
    return f"{number} moved from {move.before} to {move.after} ({way}): {quoted}{more}"


def _skill_rows(table: RoutingTable) -> list[SkillRow]:
    before = {one.skill: one for one in table.baseline.skills} if table.baseline else {}
    rows = []
    for one in table.candidate.skills if table.candidate else ():
        old = before.get(one.skill)
        rows.append(
            SkillRow(
                skill=one.skill,
                precision=_share(one.precision, one.loaded),
                recall=_share(one.recall, one.expected),
                recall_before=_share(old.recall, old.expected) if old else "–",
            )
        )
    return rows


def _share(value: float | None, whole: int) -> str:
    return "–" if value is None else f"{words.score(value)} (n={whole})"
