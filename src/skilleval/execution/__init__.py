"""Stage 5 of 9: RunPlan -> Trial..."""

from skilleval.execution.execute import ExecutionResult, Lab, execute_plan
from skilleval.execution.probes import ProbeReport, probe_lab

__all__ = ["ExecutionResult", "Lab", "ProbeReport", "execute_plan", "probe_lab"]
