"""What stands in agent's, rooms' and model's place where no trial will run: a name, and nothing behind it.

A run that only reviews needs no engine, no gateway and no key, so none is opened for it.
"""

from contextlib import AbstractAsyncContextManager

from skilleval.domain.policy import Limits
from skilleval.errors import OurError
from skilleval.ports import AgentRun, AgentTask, Model, Sandbox


class IdleAgent:
    """An agent that is only named."""

    version = "not started"

    def __init__(self, name: str) -> None:
        """Go by the name of the agent that the settings ask for."""
        self.name = name

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
        """Refuse: raises OurError."""
        raise _refusal(task.trial_id, type(sandbox).__name__, type(model).__name__)


class IdleRooms:
    """Rooms that are only named."""

    def __init__(self, name: str, *, isolated: bool) -> None:
        """Go by the name of the provider that the settings ask for."""
        self.name = name
        self.isolated = isolated

    def open(self, trial_id: str, limits: Limits) -> AbstractAsyncContextManager[Sandbox]:
        """Refuse: raises OurError."""
        raise _refusal(trial_id, str(limits.timeout_s))


class IdleModels:
    """A model that nobody may ask."""

    def open(self) -> AbstractAsyncContextManager[Model]:
        """Refuse: raises OurError."""
        raise _refusal("")


def _refusal(*asked: str) -> OurError:
    what = " ".join(word for word in asked if word)
    return OurError(f"a run that only reviews was asked to run a trial ({what})", hint="report this")
