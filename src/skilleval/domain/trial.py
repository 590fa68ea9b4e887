"""A trial: what came of a cell. The outcome is a closed union; our failure is never the skill's."""

from typing import Annotated, Literal

from pydantic import Field

from skilleval.domain.plan import Cell
from skilleval.domain.value import Digest, Value


class Completed(Value):
    """The agent ended its turn by itself, or the answer that was looked for is known."""

    state: Literal["completed"] = "completed"
    stopped_early: bool = False


class TimedOut(Value):
    """Our limit on time or turns ended it: the agent had its chance; scored 0."""

    state: Literal["timed_out"] = "timed_out"
    reason: str = ""


class Broke(Value):
    """Agent or sandbox died inside its own limits: scored 0 and counted."""

    state: Literal["broke"] = "broke"
    reason: str = ""


class Errored(Value):
    """Bot, gateway, provider, engine, missing CLI: ours. Neither pass nor fail; retried."""

    state: Literal["errored"] = "errored"
    reason: str = ""
    attempts: int = 1


Outcome = Annotated[Completed | TimedOut | Broke | Errored, Field(discriminator="state")]


class Usage(Value):
    """Tokens and money of a trial or call. `cost_usd` is None where no price is known."""

    fresh_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0
    cost_usd: float | None = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        """Return the sum; an unknown price stays unknown."""
        known = self.cost_usd is not None and other.cost_usd is not None
        return Usage(
            fresh_tokens=self.fresh_tokens + other.fresh_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            calls=self.calls + other.calls,
            cost_usd=(self.cost_usd or 0.0) + (other.cost_usd or 0.0) if known else None,
        )

    @property
    def tokens(self) -> int:
        """Return all tokens."""
        return self.fresh_tokens + self.cached_tokens + self.output_tokens


class ToolCall(Value):
    """One tool call of the agent."""

    name: str
    arguments: dict[str, object] = Field(default_factory=dict)
    result: str = ""
    is_error: bool = False


class CommandResult(Value):
    """What a command did: in a sandbox, within limits."""

    argv: tuple[str, ...]
    exit_code: int | None
    """None when it was killed."""
    stdout: str = ""
    stderr: str = ""
    timed_out: bool = False
    truncated: bool = False
    seconds: float = 0.0


class FileEvidence(Value):
    """A file that the agent created, changed or deleted in its work folder.

    `text` is None for binary and for over-long files; the bytes lie in the run folder.
    """

    path: str
    state: Literal["created", "changed", "deleted"]
    sha256: Digest | None = None
    size_bytes: int = 0
    text: str | None = None
    content: bytes = Field(default=b"", exclude=True, repr=False)


class SkillUse(Value):
    """What happened to the skills of a trial.

    `offered`: names in the listing the model saw. `attempted`: names it asked for.
    `loaded`: names whose body it got. Fired = the skill under test is in `loaded`.
    """

    offered: tuple[str, ...] = ()
    attempted: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()


class Evidence(Value):
    """Everything a grader may look at, and everything a report says of a trial."""

    answer: str = ""
    skills: SkillUse = SkillUse()
    tool_calls: tuple[ToolCall, ...] = ()
    files: tuple[FileEvidence, ...] = ()
    commands: dict[str, CommandResult] = Field(default_factory=dict)
    """Results of the task's command checks, by check id."""
    transcript: tuple[dict[str, object], ...] = Field(default=(), exclude=True, repr=False)
    """The raw events; saved as transcript.jsonl."""
    usage: Usage = Usage()
    seconds: float = 0.0
    agent_version: str = ""
    model: str = ""
    isolated: bool = False
    notes: tuple[str, ...] = ()


REFUSED = "refused:"
"""How a note of the evidence begins that tells of an attempt to reach something else than the model."""


class Trial(Value):
    """What came of a cell."""

    id: str
    cell: Cell
    outcome: Outcome
    evidence: Evidence = Evidence()

    def fired(self, skill: str) -> bool:
        """Return whether the skill's body was loaded."""
        return skill in self.evidence.skills.loaded
