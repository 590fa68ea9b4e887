"""Agent `claude-code`: the real Claude Code CLI, headless, inside the trial's room."""

from skilleval.execution.agents.claude_code.agent import ClaudeCodeAgent
from skilleval.execution.agents.meter import Account, Meter

__all__ = ["Account", "ClaudeCodeAgent", "Meter"]
