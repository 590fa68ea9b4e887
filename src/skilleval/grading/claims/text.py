"""An answer as blocks and sentences: what an assistant says, apart from what it drafts or shows.

Code, block quotes and the text of a drafted letter are things shown; a sentence inside them is no claim
of the assistant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import regex

BlockKind = Literal["prose", "item", "heading", "table", "code", "quote", "draft"]
SENTENCE_LIMIT = 2_000
"""Longer than any sentence a person writes: what is longer is data."""

_FENCE = regex.compile(r"^\s*(```+|~~~+)")
_HEADING = regex.compile(r"^(?:#{1,6}\s+(?P<text>\S.*)|\*\*(?P<text>[^*:]{2,60}):?\*\*:?)\s*$")
_ITEM = regex.compile(r"^(?P<indent>\s*)(?:[-*+•]|(?P<number>\d{1,3})[.)]|[A-Za-z][.)])\s+(?P<text>\S.*)$")
_ROW = regex.compile(r"^\s*\|.*\|\s*$")
_RULE = regex.compile(r"^\s*(?:[-*_]\s*){3,}$")
_GREETING = regex.compile(
    r"^(?:hi|hello|dear|hey|good (?:morning|afternoon|evening))\b.{0,40},\s*$", regex.IGNORECASE
)
_SIGN_OFF = regex.compile(
    r"^(?:best|kind|warm|many|with)?\s*(?:regards|wishes|thanks|thank you|sincerely|cheers|yours\b.*|"
    r"best)[,.!]?$",
    regex.IGNORECASE,
)
_SPAN = regex.compile(
    r"`[^`\n]+`|\"[^\"\n]{1,600}\"|„[^“”\n]{1,600}[“”]|“[^”\n]{1,600}”|«[^»\n]{1,600}»|"
    r"(?<!\w)['‘](?=\S)[^'‘’\n]{3,300}(?<=\S)['’](?!\w)"
)
_STOP = regex.compile(
    r"(?:(?<=[.!?][\"”’)*_]{0,3})(?<!\b(?:e\.g|i\.e|etc|vs|no|approx|cf)\.)\s+|\n)"
    r"(?=[A-Z0-9\"“`(*_\[]|[\w/-]+\.\w{1,5}\b)"
)
WRAPPED_AT = 60
"""A line of a paragraph that is shorter than this ends what it says; a longer one may be wrapped."""


@dataclass(frozen=True)
class Block:
    """One paragraph, list item, heading, table row, or stretch of shown text."""

    kind: BlockKind
    text: str
    indent: int = 0
    number: int | None = None


@dataclass(frozen=True)
class Sentence:
    """One sentence of what the assistant says, and the block it stands in."""

    text: str
    block: int
    index: int = 0

    @cached_property
    def masked(self) -> str:
        """Return the sentence with quoted and code text blanked out, every position kept."""
        return mask(self.text)

    @property
    def is_question(self) -> bool:
        """Return whether it asks: a question states nothing."""
        return self.masked.rstrip(' *_)"”').endswith("?")

    def subject_before(self, position: int) -> str:
        """Return what stands before `position` in its clause."""
        return self.text[self.clause_start(position) : position].strip()

    def clause_start(self, position: int) -> int:
        """Return where the clause around `position` begins."""
        return max(self.masked.rfind(mark, 0, position) for mark in ",;:") + 1


def mask(text: str) -> str:
    """Return `text` with the inside of quotes and backticks replaced by `·`, every position kept.

    A full stop at the end of a quotation stays: it may end the sentence, too.
    """
    return _SPAN.sub(lambda span: _blanked(span.group()), text)


def _blanked(span: str) -> str:
    stop = span[-2] if span[0] != "`" and span[-2] in ".!?" and len(span) > 3 else "·"
    return span[0] + "·" * (len(span) - 3) + stop + span[-1]


def spans(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return (start, end, inside) of every quoted or code text."""
    return tuple((found.start(), found.end(), found.group()[1:-1].strip()) for found in _SPAN.finditer(text))


def blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of a text in Markdown, or in none."""
    return tuple(_mark_drafts(list(_joined(_lines(text)))))


def sentences(parts: Sequence[Block]) -> Iterator[Sentence]:
    """Yield what the assistant says in prose, list items and headings; a box to be ticked says nothing."""
    said = (
        (text, index)
        for index, block in enumerate(parts)
        if block.kind in {"prose", "item", "heading"}
        for text in _split(block.text)
        if len(text) <= SENTENCE_LIMIT and not text.startswith("[ ]")
    )
    for number, (text, index) in enumerate(said):
        yield Sentence(text, index, number)


def _split(text: str) -> Iterator[str]:
    masked, start = mask(text), 0
    for stop in _STOP.finditer(masked):
        if _is_wrapped(masked, stop):
            continue
        yield text[start : stop.start()].strip()
        start = stop.end()
    if text[start:].strip():
        yield text[start:].strip()


def _is_wrapped(masked: str, stop: "regex.Match[str]") -> bool:
    """Return whether a line break is that of a wrapped paragraph: after a long line, and no full stop."""
    if stop.group() != "\n" or masked[stop.start() - 1 : stop.start()] in ".!?":
        return False
    return stop.start() - masked.rfind("\n", 0, stop.start()) > WRAPPED_AT


def _lines(text: str) -> Iterator[Block | None]:
    """Yield a block a line; None for an empty line."""
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found and not fence:
            fence = found.group(1)
        elif fence:
            if found and found.group(1).startswith(fence):
                fence = ""
            else:
                yield Block("code", line)
        else:
            yield _line(line)


def _line(line: str) -> Block | None:
    if not line.strip() or _RULE.match(line):
        return None
    if heading := _HEADING.match(line):
        return Block("heading", heading["text"])
    if line.lstrip().startswith(">"):
        return Block("quote", line.lstrip(" >"))
    if _ROW.match(line):
        return Block("table", line.strip())
    if item := _ITEM.match(line):
        number = int(item["number"]) if item["number"] else None
        return Block("item", item["text"].strip(), len(item["indent"].expandtabs(4)), number)
    return Block("prose", line.strip(), len(line) - len(line.lstrip()))


def _joined(lines: Iterator[Block | None]) -> Iterator[Block]:
    """Yield blocks with the wrapped lines of one paragraph or list item put together."""
    held: Block | None = None
    for line in (*lines, None):
        if line is not None and held is not None and _continues(line, held):
            held = Block(held.kind, f"{held.text}\n{line.text}", held.indent, held.number)
            continue
        if held is not None:
            yield held
        held = line


def _continues(line: Block, held: Block) -> bool:
    if line.kind == "prose":
        return held.kind in {"prose", "item"} and not _GREETING.match(line.text)
    return line.kind == held.kind and line.kind in {"code", "quote"}


def _mark_drafts(parts: list[Block]) -> Iterator[Block]:
    """Yield the blocks, those from a greeting to its sign-off as drafts. No sign-off: up to a heading."""
    inside = False
    for index, block in enumerate(parts):
        if block.kind == "prose" and _GREETING.match(block.text.split("\n")[0]):
            inside = _ends(parts[index:])
        elif block.kind == "heading":
            inside = False
        yield Block("draft", block.text, block.indent) if inside and block.kind != "table" else block
        if inside and block.kind == "prose" and _SIGN_OFF.match(block.text.split("\n")[0]):
            inside = False


def _ends(parts: Sequence[Block]) -> bool:
    """Return whether a sign-off follows before the next heading: else a greeting opens no letter."""
    for block in parts:
        if block.kind == "heading":
            return False
        if any(_SIGN_OFF.match(line) for line in block.text.split("\n")):
            return True
    return False
