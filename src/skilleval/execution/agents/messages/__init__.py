"""Agent `messages`: our small loop on the Messages API, with tools that act in the trial's room."""

from skilleval.execution.agents.messages.agent import MessagesAgent

__all__ = ["MessagesAgent"]
