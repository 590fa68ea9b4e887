"""Stage 7 of 9: GradedTrial -> SkillTables..."""

from skilleval.stats.estimate import estimate_lifts
from skilleval.stats.routing import estimate_routing
from skilleval.stats.rows import row_from_scores, table_from_rows

__all__ = ["estimate_lifts", "estimate_routing", "row_from_scores", "table_from_rows"]
