"""Which of the agent's tool calls a check speaks of: by the tool's name, and by what it was given."""

import json
from collections.abc import Sequence

from skilleval.domain.trial import ToolCall
from skilleval.grading.checks.pattern import PATTERN_TIMEOUT_S, search

LEAST_TIMEOUT_S = 0.1


def matching_calls(calls: Sequence[ToolCall], tool: str, input_pattern: str) -> list[int]:
    """Return the places, from 0, of the calls of a tool whose input, as JSON, has the pattern.

    Raises PatternProblem when the pattern itself is at fault.
    """
    named = [place for place, call in enumerate(calls) if call.name == tool]
    if not input_pattern:
        return named
    timeout_s = max(LEAST_TIMEOUT_S, PATTERN_TIMEOUT_S / max(1, len(named)))
    return [
        place
        for place in named
        if search(input_pattern, _as_json(calls[place]), ignore_case=False, timeout_s=timeout_s)
    ]


def described(tool: str, input_pattern: str) -> str:
    """Return what the check looks for, for people."""
    return f"{tool} with /{input_pattern}/" if input_pattern else tool


def _as_json(call: ToolCall) -> str:
    return json.dumps(call.arguments, ensure_ascii=False, separators=(",", ":"))
