"""A grading sheet, read back from the request: its sections stand between fences with one code."""

import json
import re
from dataclasses import dataclass

from skilleval.ports import JsonObject

_FENCE = re.compile(r"Sections are fenced with ([0-9a-f]{12})\.")


@dataclass(frozen=True)
class Section:
    """One fenced section: its text, and its attributes (`path`, `id`, `scale`)."""

    name: str
    text: str
    attributes: dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """All sections of a request, in order."""

    sections: tuple[Section, ...]

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the texts of the sections of that name."""
        return tuple(section.text for section in self.sections if section.name == name)

    def named(self, name: str) -> tuple[Section, ...]:
        """Return the sections of that name."""
        return tuple(section for section in self.sections if section.name == name)

    @property
    def answer(self) -> str:
        """The answer to be graded; empty when there is none."""
        return "\n".join(self.texts("answer"))

    @property
    def produced(self) -> tuple[str, ...]:
        """Everything that the assistant made: answer, files, actions."""
        return (self.answer, *self.texts("file"), *self.texts("action"))


def read_sheet(body: JsonObject) -> Sheet:
    """Return the sections of the request's last user message; none when it carries no fence."""
    text = _user_text(body)
    found = _FENCE.search(text)
    if found is None:
        return Sheet(())
    code = found.group(1)
    pattern = re.compile(
        rf"^<(?P<name>\w+)-{code}(?P<attributes>[^\n]*)>\n(?P<text>.*?)\n?</(?P=name)-{code}>$",
        re.MULTILINE | re.DOTALL,
    )
    return Sheet(
        tuple(
            Section(match["name"], match["text"], _attributes(match["attributes"]))
            for match in pattern.finditer(text)
        )
    )


def _attributes(text: str) -> dict[str, str]:
    """Return `name="json string"` pairs."""
    found = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*")', text)
    return {name: str(json.loads(value)) for name, value in found}


def _user_text(body: JsonObject) -> str:
    messages = body.get("messages")
    last = messages[-1] if isinstance(messages, list) and messages else {}
    content = last.get("content", "") if isinstance(last, dict) else ""
    if isinstance(content, str):
        return content
    blocks = [block for block in content if isinstance(block, dict)]
    return "\n".join(str(block.get("text", "")) for block in blocks if block.get("type") == "text")
