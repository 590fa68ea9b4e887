"""Stage 8 of 9: Review + SkillTables -> Verdict."""

from skilleval.gate.case import Case, SkillCase
from skilleval.gate.decide import decide, judge_skill
from skilleval.gate.explain import explain_verdict
from skilleval.gate.health import Health

__all__ = ["Case", "Health", "SkillCase", "decide", "explain_verdict", "judge_skill"]
