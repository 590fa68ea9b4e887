"""`tool_order`: these tools one after the other; others may stand between."""

from collections.abc import Sequence

from skilleval.domain.suite import ToolOrderCheck
from skilleval.grading.checks.mark import Mark, cannot_tell, clip, fails, holds
from skilleval.grading.checks.pattern import PatternProblem
from skilleval.grading.checks.tool_calls import described, matching_calls
from skilleval.grading.exhibit import Exhibit


def mark(check: ToolOrderCheck, exhibit: Exhibit) -> Mark:
    """Return whether the calls hold the tools as a subsequence, or the first call of each in order."""
    calls = exhibit.evidence.tool_calls
    patterns = check.input_patterns or ("",) * len(check.tools)
    steps = tuple(zip(check.tools, patterns, strict=True))
    try:
        places = [matching_calls(calls, tool, pattern) for tool, pattern in steps]
    except PatternProblem as exc:
        return cannot_tell(str(exc))
    at = _out_of_place(places, first_calls=check.first_calls)
    words = [described(*step) for step in steps]
    if at is None:
        return holds(f"in order: {', '.join(words)}")
    used = ", ".join(call.name for call in calls)
    return fails(f"no {words[at]} in its place; the calls were {clip(used) or 'none'}")


def _out_of_place(places: Sequence[Sequence[int]], *, first_calls: bool) -> int | None:
    """Return the first step that does not follow the one before, None where all do."""
    before = -1
    for step, found in enumerate(places):
        after = found[:1] if first_calls else [place for place in found if place > before][:1]
        if not after or after[0] <= before:
            return step
        before = after[0]
    return None
