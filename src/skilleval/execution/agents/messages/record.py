"""What one run of agent `messages` leaves behind: events like those of Claude Code's stream, and evidence."""

from collections import Counter
from collections.abc import Sequence

from skilleval.domain.trial import Evidence, Outcome, SkillUse, ToolCall, Usage
from skilleval.execution.agents.messages.listing import Listing
from skilleval.execution.agents.messages.toolbox import ToolResult
from skilleval.ports import AgentTask, JsonObject, ModelReply, TextBlock, ToolUseBlock


class Record:
    """Grows while the agent works, so that a run that is cut off still leaves evidence."""

    def __init__(self, task: AgentTask, listing: Listing, *, version: str, tools: Sequence[str]) -> None:
        """Open with the init event, which lists tools and skills, and with the prompt."""
        self._listing = listing
        self._version = version
        self._model = task.model
        self.messages: list[JsonObject] = [{"role": "user", "content": task.prompt}]
        self.usage = Usage()
        self.turns = 0
        self.answer = ""
        self._attempted: list[str] = []
        self._loaded: Counter[str] = Counter()
        self._calls: list[ToolCall] = []
        self._notes = list(listing.notes)
        self._events: list[JsonObject] = [
            {
                "type": "system",
                "subtype": "init",
                "agent": "messages",
                "agent_version": version,
                "model": task.model,
                "tools": list(tools),
                "skills": list(listing.offered),
                "session_id": task.trial_id,
            },
            {"type": "user", "message": self.messages[0]},
        ]

    @property
    def tool_calls(self) -> int:
        """How many tools were used."""
        return len(self._calls)

    @property
    def loads(self) -> int:
        """How many different skills were loaded."""
        return len(self._loaded)

    def has_loaded(self, skill: str) -> bool:
        """Return whether the model got the body of that skill."""
        return bool(skill) and skill in self._loaded

    def note(self, text: str) -> None:
        """Keep a note for the report."""
        self._notes.append(text)

    def heard(self, reply: ModelReply) -> None:
        """Keep what the model said; its latest text is the answer."""
        self.turns += 1
        self.usage += reply.usage
        self._model = reply.model
        text = "\n".join(block.text for block in reply.content if isinstance(block, TextBlock)).strip()
        self.answer = text or self.answer
        # The API refuses empty text blocks on the way back.
        content = [
            block.model_dump() for block in reply.content if isinstance(block, ToolUseBlock) or block.text
        ]
        message: JsonObject = {"role": "assistant", "content": content}
        self.messages.append(message)
        self._events.append(
            {
                "type": "assistant",
                "message": {**message, "model": reply.model, "stop_reason": reply.stop_reason},
            }
        )

    def used(self, block: ToolUseBlock, result: ToolResult) -> None:
        """Keep a tool call with its result, and what it says of skills."""
        self._calls.append(
            ToolCall(name=block.name, arguments=block.input, result=result.text, is_error=result.is_error)
        )
        if block.name == "Skill":
            self._attempted.append(str(block.input.get("skill", "")))
        if result.loaded:
            self._loaded[result.loaded] += 1

    def answered(self, results: Sequence[JsonObject]) -> None:
        """Send tool results back to the model."""
        message: JsonObject = {"role": "user", "content": list(results)}
        self.messages.append(message)
        self._events.append({"type": "user", "message": message})

    def evidence(self, outcome: Outcome) -> Evidence:
        """Return all that is known now; the last event says how it ended."""
        result: JsonObject = {
            "type": "result",
            "subtype": outcome.state,
            "is_error": outcome.state != "completed",
            "num_turns": self.turns,
            "result": self.answer,
            "usage": self.usage.model_dump(),
        }
        doubles = [f"skill {name} was loaded {n} times" for name, n in self._loaded.items() if n > 1]
        return Evidence(
            answer=self.answer,
            skills=SkillUse(
                offered=self._listing.offered,
                attempted=tuple(dict.fromkeys(self._attempted)),
                loaded=tuple(self._loaded),
            ),
            tool_calls=tuple(self._calls),
            transcript=(*self._events, result),
            usage=self.usage,
            agent_version=self._version,
            model=self._model,
            notes=(*self._notes, *doubles),
        )
