"""`tool_used` and `tool_not_used`: by the names of the agent's tool calls, and by their input."""

from skilleval.domain.suite import ToolCheck
from skilleval.grading.checks.mark import Mark, cannot_tell
from skilleval.grading.checks.pattern import PatternProblem
from skilleval.grading.checks.tool_calls import described, matching_calls
from skilleval.grading.exhibit import Exhibit


def mark(check: ToolCheck, exhibit: Exhibit) -> Mark:
    """Return whether the tool was called as often as it should be; for `tool_not_used`, never."""
    try:
        calls = len(matching_calls(exhibit.evidence.tool_calls, check.tool, check.input_pattern))
    except PatternProblem as exc:
        return cannot_tell(str(exc))
    evidence = f"{described(check.tool, check.input_pattern)} was called {calls} times"
    if check.kind == "tool_not_used":
        return Mark(calls == 0, evidence)
    within = calls >= check.at_least and (check.at_most is None or calls <= check.at_most)
    return Mark(within, evidence)
