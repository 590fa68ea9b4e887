"""Stage 7 of 9: GradedTrial -> SkillTables..."""

from skilleval.stats.estimate import estimate_lifts
from skilleval.stats.rows import row_from_scores, table_from_rows

__all__ = ["estimate_lifts", "row_from_scores", "table_from_rows"]
