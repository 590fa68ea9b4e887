"""The loop: ask the model, run the tools it asks for, until it answers or a limit ends it."""

import asyncio

from skilleval.domain.trial import Completed, Outcome, TimedOut
from skilleval.errors import ModelError
from skilleval.execution.agents.messages.listing import listing_of
from skilleval.execution.agents.messages.record import Record
from skilleval.execution.agents.messages.schemas import TOOLS
from skilleval.execution.agents.messages.toolbox import Toolbox
from skilleval.ports import (
    AgentRun,
    AgentTask,
    JsonObject,
    Model,
    ModelCall,
    ModelReply,
    Sandbox,
    ToolUseBlock,
)

VERSION = "1"
"""Raised with every change to prompt, tools or loop: runs of different versions are not compared."""
_TOKENS_A_TURN = 8192


class MessagesAgent:
    """Our agent: progressive disclosure of skills, six tools, all of them acting in the trial's room."""

    name = "messages"
    version = VERSION

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
        """Return what happened. Raises ModelError and SandboxError, which are ours."""
        listing = listing_of(task.skills)
        toolbox = Toolbox(sandbox, {skill.name: skill for skill in task.skills})
        record = Record(task, listing, version=VERSION, tools=[str(tool["name"]) for tool in TOOLS])
        conversation = _Conversation(task, model, toolbox, record, system=listing.system)
        outcome = await conversation.run()
        return AgentRun(outcome=outcome, evidence=record.evidence(outcome))


class _Conversation:
    """One run of the loop."""

    def __init__(
        self, task: AgentTask, model: Model, toolbox: Toolbox, record: Record, *, system: str
    ) -> None:
        self._task = task
        self._model = model
        self._toolbox = toolbox
        self._record = record
        self._system = system
        self._waiting_since: float | None = None

    async def run(self) -> Outcome:
        """Return how it ended, within the limits on turns and seconds."""
        limit_s = self._task.limits.timeout_s
        try:
            async with asyncio.timeout(limit_s) as limit:
                return await self._turns()
        except TimeoutError:
            if not limit.expired():
                raise
        self._blame_a_silent_model(limit_s)
        return TimedOut(reason=f"no answer within {limit_s:g} s")

    def _blame_a_silent_model(self, limit_s: float) -> None:
        """Raise ModelError when one call took over half of the time: the agent was not what was slow."""
        if self._waiting_since is None:
            return
        waited_s = asyncio.get_running_loop().time() - self._waiting_since
        if waited_s > limit_s / 2:
            raise ModelError(f"the model server did not answer within {waited_s:.0f} s", retryable=True)

    async def _turns(self) -> Outcome:
        for _ in range(self._task.limits.max_turns):
            reply = await self._ask()
            self._record.heard(reply)
            calls = [block for block in reply.content if isinstance(block, ToolUseBlock)]
            if not calls:
                return self._ended(reply)
            if await self._is_settled_by(calls, was_cut=reply.stop_reason == "max_tokens"):
                return Completed(stopped_early=True)
        return TimedOut(reason=f"no answer within {self._task.limits.max_turns} turns")

    async def _ask(self) -> ModelReply:
        call = ModelCall(
            model=self._task.model,
            system=self._system,
            messages=tuple(self._record.messages),
            tools=TOOLS,
            max_tokens=_TOKENS_A_TURN,
            trial_id=self._task.trial_id,
        )
        self._waiting_since = asyncio.get_running_loop().time()
        reply = await self._model.reply(call)
        self._waiting_since = None
        return reply

    def _ended(self, reply: ModelReply) -> Outcome:
        if reply.stop_reason in {"max_tokens", "refusal"}:
            self._record.note(f"the last message ended by {reply.stop_reason}")
        return Completed()

    async def _is_settled_by(self, calls: list[ToolUseBlock], *, was_cut: bool) -> bool:
        """Run the tools; return whether a trigger trial knows its answer now."""
        results: list[JsonObject] = []
        for block in calls:
            result = await self._toolbox.use(block.name, block.input)
            self._record.used(block, result)
            results.append(
                {
                    "type": "tool_result",
                    "tool_use_id": block.id,
                    "content": result.text,
                    "is_error": result.is_error,
                }
            )
            if self._is_known():
                break
        if was_cut:
            self._record.note("a message was cut at the limit on tokens")
        self._record.answered(results)
        return self._is_known()

    def _is_known(self) -> bool:
        record, task = self._record, self._task
        enough = bool(task.stop_after_loads and record.loads >= task.stop_after_loads)
        too_many = bool(task.stop_after_tool_calls and record.tool_calls >= task.stop_after_tool_calls)
        return record.has_loaded(task.stop_when_loaded) or enough or too_many
