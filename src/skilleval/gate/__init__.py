"""Stage 8 of 9: Review + SkillTables -> Verdict."""

from skilleval.gate.case import Case
from skilleval.gate.decide import decide

__all__ = ["Case", "decide"]
