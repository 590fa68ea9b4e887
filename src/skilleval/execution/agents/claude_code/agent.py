"""The Agent: start the CLI in the room, read all it says, ask the gateway what it cost."""

import asyncio

from skilleval.domain.trial import CommandResult, Evidence
from skilleval.execution.agents.claude_code.launch import PINNED_VERSION, command, environment
from skilleval.execution.agents.claude_code.listing import with_listing
from skilleval.execution.agents.claude_code.outcome import outcome_of
from skilleval.execution.agents.claude_code.stream import Stream, read_stream
from skilleval.execution.agents.meter import Account, Meter, refusals
from skilleval.ports import AgentRun, AgentTask, Model, Sandbox

DUMMY_KEY = "no-key-the-gateway-has-it"


class ClaudeCodeAgent:
    """Claude Code in a room. It talks to `base_url` by itself, so the `Model` of a run is not used."""

    name = "claude-code"

    def __init__(
        self,
        *,
        base_url: str,
        meter: Meter | None = None,
        version: str = PINNED_VERSION,
        api_key: str = DUMMY_KEY,
        program: str = "claude",
    ) -> None:
        """Take the gateway's address as the room sees it, and who knows the trials' accounts.

        `api_key` is what the CLI sends to that address: no secret in a room.
        """
        self._base_url = base_url
        self._meter = meter
        self._version = version
        self._api_key = api_key
        self._program = program

    @property
    def version(self) -> str:
        """The CLI's version that the plan names."""
        return self._version

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:  # noqa: ARG002 - see above
        """Work on the prompt; the skills are installed by the trial. Raises SandboxError, which is ours."""
        result = await sandbox.run(
            command(task, self._program),
            timeout_s=task.limits.timeout_s,
            env=environment(task, base_url=self._base_url, api_key=self._api_key, home=sandbox.home_dir),
            stdin=task.prompt.encode(),
        )
        stream = read_stream(result.stdout, task.skills)
        meter = self._meter
        account = await asyncio.to_thread(meter.account, task.trial_id) if meter else None
        outcome = outcome_of(stream, result, account, timeout_s=task.limits.timeout_s)
        evidence = self._evidence(stream, result, account)
        if account and account.listing is not None:
            evidence = with_listing(evidence, account.listing, task)
        return AgentRun(outcome=outcome, evidence=evidence)

    def _evidence(self, stream: Stream, result: CommandResult, account: Account | None) -> Evidence:
        return Evidence(
            answer=stream.answer,
            skills=stream.skills,
            tool_calls=stream.tool_calls,
            transcript=stream.events,
            usage=account.usage if account else stream.usage,
            seconds=result.seconds,
            agent_version=stream.version or self._version,
            model=stream.model,
            notes=tuple(self._notes(stream, account)),
        )

    def _notes(self, stream: Stream, account: Account | None) -> list[str]:
        notes = list(stream.notes)
        notes += [f"the agent was denied the tool {name}" for name in stream.denials]
        if stream.version and stream.version != self._version:
            notes.append(f"the room holds CLI {stream.version}, the plan names {self._version}")
        if account:
            notes += refusals(account)
        return notes
