"""Stage 7 of 9: GradedTrial -> SkillTables..."""

from skilleval.stats.estimate import estimate_lifts
from skilleval.stats.routing import difference_of, estimate_routing
from skilleval.stats.rows import row_from_scores, table_from_rows
from skilleval.stats.triggers import table_from_rates

__all__ = [
    "difference_of",
    "estimate_lifts",
    "estimate_routing",
    "row_from_scores",
    "table_from_rates",
    "table_from_rows",
]
