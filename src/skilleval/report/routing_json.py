"""Routing as a machine reads it: in results.json, and on the standard output of `skilleval route`."""

from skilleval.domain.routing import RoutingStats, RoutingTable
from skilleval.ports import JsonObject


def routing_json(table: RoutingTable) -> JsonObject:
    """Return the table as plain data; an interval is `[lo, hi]`."""
    interval = table.difference_interval
    return {
        "baseline": _stats(table.baseline),
        "candidate": _stats(table.candidate),
        "difference": table.difference,
        "interval": [interval.lo, interval.hi] if interval else None,
        "moves": [move.model_dump(mode="json") for move in table.moves],
        "new_confusions": [{"belongs_to": owner, "goes_to": got} for owner, got in table.new_confusions],
        "queries": [row.model_dump(mode="json") for row in table.rows],
        "errored": {arm: list(counts) for arm, counts in table.errored.items()},
        "notes": list(table.notes),
    }


def _stats(stats: RoutingStats | None) -> JsonObject | None:
    if stats is None:
        return None
    found = stats.model_dump(mode="json", exclude={"interval"})
    return found | {"interval": [stats.interval.lo, stats.interval.hi] if stats.interval else None}
