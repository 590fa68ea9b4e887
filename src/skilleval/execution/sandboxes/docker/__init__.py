"""Sandbox `docker`: one network-less container a trial, removed with all that was in it."""

from skilleval.execution.sandboxes.docker.provider import DockerSandboxes, Doors, Slot

__all__ = ["DockerSandboxes", "Doors", "Slot"]
