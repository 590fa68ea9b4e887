"""An agent that does what a test wrote down, behind the Agent port."""

import inspect
from collections.abc import Awaitable, Callable

from skilleval.domain.trial import Completed, Evidence, Outcome, SkillUse
from skilleval.ports import AgentRun, AgentTask, Model, Sandbox

Play = Callable[[AgentTask, Sandbox], AgentRun | Awaitable[AgentRun]]


def agent_run(
    answer: str = "",
    *,
    outcome: Outcome | None = None,
    loaded: tuple[str, ...] = (),
    offered: tuple[str, ...] = (),
) -> AgentRun:
    """Return a run that completed with this answer, or ended in `outcome`."""
    evidence = Evidence(answer=answer, skills=SkillUse(offered=offered, attempted=loaded, loaded=loaded))
    return AgentRun(outcome=outcome or Completed(), evidence=evidence)


class ScriptedAgent:
    """Plays a function of the task and the room; what the function raises, it raises."""

    name = "scripted"
    version = "0"

    def __init__(self, play: Play) -> None:
        """Keep the play, a plain or an async function, and remember the tasks."""
        self._play = play
        self.tasks: list[AgentTask] = []

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:  # noqa: ARG002  # no model needed
        """Return what the play returns."""
        self.tasks.append(task)
        result = self._play(task, sandbox)
        return await result if inspect.isawaitable(result) else result
