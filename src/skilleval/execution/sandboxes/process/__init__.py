"""Sandbox `process`: a temporary folder and watched processes. For trusted local use: it isolates nothing."""

from skilleval.execution.sandboxes.process.provider import ProcessSandboxes

__all__ = ["ProcessSandboxes"]
