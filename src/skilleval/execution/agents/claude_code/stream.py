"""Reads the CLI's stream-json to its end: offered, attempted, loaded, tools, denials, result, usage, cost.

Source of the shapes: reference/peers.md B10 and the events of CLI 2.1.332. A harmless first tool decides
nothing: only what was loaded by the end counts.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from skilleval.domain.bundle import Bundle
from skilleval.domain.trial import SkillUse, ToolCall, Usage

_ENOUGH_CHARS = 200
"""So much of a skill's body in a tool's output is no chance."""
_FEW_CHARS = 20
JsonObject = Mapping[str, object]


@dataclass
class Stream:
    """What the events say. `stopped` = why our watcher ended the CLI, empty when it ended by itself."""

    events: tuple[dict[str, object], ...] = ()
    init: JsonObject = field(default_factory=dict)
    result: JsonObject | None = None
    stopped: str = ""
    attempted: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    text: str = ""
    denials: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)

    @property
    def offered(self) -> tuple[str, ...]:
        """Return the skills that the CLI listed."""
        return _names(self.init.get("skills"))

    @property
    def version(self) -> str:
        """Return the CLI's version."""
        return str(self.init.get("claude_code_version", ""))

    @property
    def model(self) -> str:
        """Return the model that the CLI says it used."""
        return str(self.init.get("model", ""))

    @property
    def answer(self) -> str:
        """Return the final answer, or the last text when there was none."""
        final = self.result.get("result") if self.result else None
        return final if isinstance(final, str) and final else self.text

    @property
    def skills(self) -> SkillUse:
        """Return what happened to skills."""
        return SkillUse(offered=self.offered, attempted=self.attempted, loaded=self.loaded)


def read_stream(text: str, skills: Sequence[Bundle]) -> Stream:
    """Read all events. `skills` are those installed: a tool's output that holds a body has loaded it."""
    events = tuple(_events(text))
    calls = _Calls(skills)
    stream = Stream(events=events)
    notes: list[str] = []
    for event in events:
        match event.get("type"):
            case "system" if event.get("subtype") == "init":
                stream.init = event
            case "result":
                stream.result = event
            case "skilleval":
                stream.stopped = str(event.get("stopped", stream.stopped))
                notes += [str(event["cut"])] if "cut" in event else []
            case "assistant" | "user":
                calls.take(event)
    stream.attempted, stream.loaded = (
        tuple(dict.fromkeys(calls.attempted)),
        tuple(dict.fromkeys(calls.loaded)),
    )
    stream.tool_calls, stream.text = tuple(calls.done()), calls.text
    stream.denials = _denials(stream.result)
    stream.usage = _usage(stream.result) if stream.result else calls.usage()
    stream.notes = tuple(notes)
    return stream


class _Calls:
    """Puts tool calls and their results together."""

    def __init__(self, skills: Sequence[Bundle]) -> None:
        bodies = ((skill.name, skill.skill.body.strip()[:_ENOUGH_CHARS]) for skill in skills)
        self._bodies = {name: body for name, body in bodies if len(body) >= _FEW_CHARS}
        self._calls: dict[str, ToolCall] = {}
        self._usages: dict[str, JsonObject] = {}
        self.attempted: list[str] = []
        self.loaded: list[str] = []
        self.text = ""

    def take(self, event: JsonObject) -> None:
        message = _mapping(event.get("message"))
        if event.get("type") == "assistant":
            self._usages[str(message.get("id"))] = _mapping(message.get("usage"))
        for block in _blocks(message):
            match block.get("type"):
                case "text" if event.get("type") == "assistant":
                    self.text = str(block.get("text", "")) or self.text
                case "tool_use":
                    self._asked(block)
                case "tool_result":
                    self._answered(block)

    def done(self) -> Iterator[ToolCall]:
        yield from self._calls.values()

    def usage(self) -> Usage:
        """Sum the usage of messages seen: a lower bound, since a message's first event precedes its end."""
        return sum((_usage({"usage": one}) for one in self._usages.values()), Usage())

    def _asked(self, block: JsonObject) -> None:
        name, given = str(block.get("name", "")), dict(_mapping(block.get("input")))
        self._calls[str(block.get("id"))] = ToolCall(name=name, arguments=given)
        if name == "Skill":
            self.attempted.append(_skill_named(given))

    def _answered(self, block: JsonObject) -> None:
        key = str(block.get("tool_use_id"))
        call = self._calls.get(key)
        if call is None:
            return
        result, failed = _text(block.get("content")), bool(block.get("is_error"))
        self._calls[key] = call.model_copy(update={"result": result, "is_error": failed})
        if not failed:
            self.loaded += self._loaded_by(call, result)

    def _loaded_by(self, call: ToolCall, result: str) -> list[str]:
        if call.name == "Skill":
            return [_skill_named(call.arguments)]
        path = str(call.arguments.get("file_path", "")).split("/")
        if call.name == "Read" and len(path) >= 3 and path[-1] == "SKILL.md" and path[-3] == "skills":
            return [path[-2]]
        return [name for name, body in self._bodies.items() if body in result]


def _skill_named(given: JsonObject) -> str:
    return str(given.get("skill") or given.get("name") or given.get("command") or "").lstrip("/")


def _events(text: str) -> Iterator[dict[str, object]]:
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event


def _blocks(message: JsonObject) -> Iterator[JsonObject]:
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, Mapping):
            yield block


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    return "\n".join(str(part.get("text", "")) for part in parts if isinstance(part, Mapping))


def _usage(result: JsonObject) -> Usage:
    usage = _mapping(result.get("usage"))

    def count(key: str) -> int:
        value = usage.get(key)
        return value if isinstance(value, int) else 0

    cost = result.get("total_cost_usd")
    turns = result.get("num_turns")
    return Usage(
        fresh_tokens=count("input_tokens") + count("cache_creation_input_tokens"),
        cached_tokens=count("cache_read_input_tokens"),
        output_tokens=count("output_tokens"),
        calls=turns if isinstance(turns, int) else 1,
        cost_usd=float(cost) if isinstance(cost, int | float) else None,
    )


def _denials(result: JsonObject | None) -> tuple[str, ...]:
    found = result.get("permission_denials") if result else None
    names = (
        (one.get("tool_name") for one in found if isinstance(one, Mapping)) if isinstance(found, list) else ()
    )
    return tuple(str(name) for name in names)


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list) else ()


def _mapping(value: object) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
