"""`tool_order`: these tools one after the other; others may stand between."""

from skilleval.domain.suite import ToolOrderCheck
from skilleval.grading.checks.mark import Mark, clip, fails, holds
from skilleval.grading.exhibit import Exhibit


def mark(check: ToolOrderCheck, exhibit: Exhibit) -> Mark:
    """Return whether the calls hold the tools as a subsequence."""
    used = [call.name for call in exhibit.evidence.tool_calls]
    calls = iter(used)
    for tool in check.tools:
        if tool not in calls:  # consumes the iterator up to the tool: what follows must come after it
            return fails(f"no {tool} in its place; the calls were {clip(', '.join(used)) or 'none'}")
    return holds(f"in order: {', '.join(check.tools)}")
