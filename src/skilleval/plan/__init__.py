"""Stage 4 of 9: ChangeSet -> RunPlan."""

from skilleval.plan.cells import Recipe, build_plan, estimate_usd, extend_plan

__all__ = ["Recipe", "build_plan", "estimate_usd", "extend_plan"]
