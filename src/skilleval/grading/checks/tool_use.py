"""`tool_used` and `tool_not_used`: by the names of the agent's tool calls."""

from skilleval.domain.suite import ToolCheck
from skilleval.grading.checks.mark import Mark
from skilleval.grading.exhibit import Exhibit


def mark(check: ToolCheck, exhibit: Exhibit) -> Mark:
    """Return whether the tool was, or was not, called."""
    calls = sum(call.name == check.tool for call in exhibit.evidence.tool_calls)
    return Mark((calls > 0) == (check.kind == "tool_used"), f"{check.tool} was called {calls} times")
