"""Stage 5 of 9: RunPlan -> Trial..."""

from skilleval.execution.execute import ExecutionResult, Lab, execute_plan
from skilleval.execution.own_tests import Bare, leave_out, run_own_tests
from skilleval.execution.probes import ProbeReport, probe_lab

__all__ = [
    "Bare",
    "ExecutionResult",
    "Lab",
    "ProbeReport",
    "execute_plan",
    "leave_out",
    "probe_lab",
    "run_own_tests",
]
