"""Stage 5 of 9: RunPlan -> Trial..."""

from skilleval.execution.execute import ExecutionResult, Lab, execute_plan

__all__ = ["ExecutionResult", "Lab", "execute_plan"]
