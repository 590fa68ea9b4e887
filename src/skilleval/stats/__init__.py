"""Stage 7 of 9: GradedTrial -> SkillTables..."""

from skilleval.stats.estimate import estimate_lifts

__all__ = ["estimate_lifts"]
