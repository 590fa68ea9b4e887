"""A request body, read as an agent's situation: what is asked, which skills there are, what was done.

Skills are listed by lines "- name: description" below a line with "skills are available", wherever the
client puts it: system prompt, a turn of role `system`, a reminder inside a user's turn. A loaded skill
follows the marker "Base directory for this skill: PATH", in a tool result or in a user's text.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from pydantic import BaseModel, ConfigDict

from skilleval.ports import JsonObject
from skilleval.testing.offline.wire import Block, MessagesRequest

_REMINDER = re.compile(r"<system-reminder>.*?(</system-reminder>|\Z)", re.DOTALL)
_LISTING = re.compile(r"skills are available", re.IGNORECASE)
_ENTRY = re.compile(r"^\s*- ([\w:/.-]+)(?:: (.*))?$")
"""A host whose listing is full shows a name alone."""
_BASE = re.compile(r"^Base directory for this skill: *(\S.*?) *$", re.MULTILINE)
_WORK_DIR = re.compile(r"working directory: *(/\S+)", re.IGNORECASE)
_NOTHING = re.compile(r"\([^()\n]*no output\)", re.IGNORECASE)
_NUMBERED = re.compile(r"^ *(\d+)(?:→|\t)(.*)$")


class LoadedSkill(BaseModel):
    """A skill whose body is in the conversation."""

    model_config = ConfigDict(frozen=True)

    base_dir: str
    body: str

    @property
    def name(self) -> str:
        """Return the folder's name, which the spec makes the skill's name."""
        return PurePosixPath(self.base_dir).name


class Call(BaseModel):
    """A tool call made since the request, and what came back (None: nothing yet)."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    input: JsonObject
    result: str | None = None
    is_error: bool = False


class Conversation(BaseModel):
    """What an agent knows when it has to take its next step."""

    model_config = ConfigDict(frozen=True)

    request: str
    system: str
    tools: dict[str, JsonObject]
    """Name to input schema."""
    listing: dict[str, str]
    """Skill to description."""
    skills: tuple[LoadedSkill, ...]
    calls: tuple[Call, ...]
    work_dir: str
    """Empty where the client does not say."""


def read_conversation(request: MessagesRequest) -> Conversation:
    """Return the situation that the request describes."""
    system = _text(request.system)
    texts = [system, *_all_texts(request)]
    found = _WORK_DIR.search(system)
    return Conversation(
        request=_last_request(request),
        system=system,
        tools={tool.name: tool.input_schema for tool in request.tools},
        listing={name: text for part in texts for name, text in listed_skills(part)},
        skills=tuple(skill for part in texts for skill in loaded_skills(part)),
        calls=tuple(_calls(request)),
        work_dir=found.group(1) if found else "",
    )


def listed_skills(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, description) of each listing in `text`."""
    for mark in _LISTING.finditer(text):
        entry: tuple[str, str] | None = None
        for line in text[mark.end() :].splitlines()[1:]:
            match = _ENTRY.match(line)
            if match:
                if entry:
                    yield entry
                entry = (match.group(1), (match.group(2) or "").strip())
            elif entry and line.strip() and not line.startswith("<"):
                entry = (entry[0], f"{entry[1]} {line.strip()}")
            elif entry or line.strip():
                break
        if entry:
            yield entry


def loaded_skills(text: str) -> Iterator[LoadedSkill]:
    """Yield the skills whose bodies stand in `text`, each up to the next marker."""
    marks = list(_BASE.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        yield LoadedSkill(base_dir=mark.group(1), body=text[mark.end() : end].strip())


def output_text(text: str) -> str:
    """Return what a command printed, without the client's reminders; empty where it says that it is."""
    text = _REMINDER.sub("", text).strip("\n")
    return "" if _NOTHING.fullmatch(text) else text


def file_text(text: str) -> str:
    """Return a file as it is on disk: without reminders, line numbers and what follows the last of them."""
    lines = []
    for number, line in enumerate(_REMINDER.sub("", text).strip("\n").splitlines(), start=1):
        match = _NUMBERED.match(line)
        if match is None or int(match.group(1)) != number:
            break
        lines.append(match.group(2))
    return "\n".join(lines) if lines else output_text(text)


def _last_request(request: MessagesRequest) -> str:
    asked = [text for _, text in _requests(request)]
    return asked[-1] if asked else ""


def _requests(request: MessagesRequest) -> Iterator[tuple[int, str]]:
    """Yield (message number, text) of what a person wrote: neither reminders nor skill bodies."""
    for number, message in enumerate(request.messages):
        if message.role != "user":
            continue
        texts = [_REMINDER.sub("", block.text) for block in message.blocks() if block.type == "text"]
        text = "\n".join(part for part in texts if not _BASE.search(part)).strip()
        if text:
            yield number, text


def _calls(request: MessagesRequest) -> Iterator[Call]:
    start = max((number for number, _ in _requests(request)), default=0)
    blocks = [block for message in request.messages[start:] for block in message.blocks()]
    results = {block.tool_use_id: block for block in blocks if block.type == "tool_result"}
    for block in blocks:
        if block.type == "tool_use":
            result = results.get(block.id)
            yield Call(
                id=block.id,
                name=block.name,
                input=block.input,
                result=None if result is None else _content(result),
                is_error=bool(result and result.is_error),
            )


def _all_texts(request: MessagesRequest) -> Iterator[str]:
    for message in request.messages:
        if message.role == "assistant":
            continue
        for block in message.blocks():
            yield block.text if block.type == "text" else _content(block)


def _content(block: Block) -> str:
    return _text(block.content) if isinstance(block.content, str | list) else ""


def _text(content: str | list[Block]) -> str:
    return content if isinstance(content, str) else _join(block.text for block in content)


def _join(texts: Iterable[str]) -> str:
    return "\n".join(text for text in texts if text)
