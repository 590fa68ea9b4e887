"""/skilleval words in a comment -> Command. Nothing in code, quotes, lists or headings counts."""

import difflib
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from skilleval.domain.value import Value

PREFIX = "/skilleval"
MOST_REPEATS = 100
Word = Literal["rerun", "approve"]
WORDS: tuple[Word, ...] = ("rerun", "approve")

_FLAGS = f"[--only NAME] [--repeats 1..{MOST_REPEATS}]"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_FULL_SHA = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")


class Command(Value):
    """One command. `problem` says in a sentence why it cannot be followed; empty when it can."""

    word: Word = "rerun"
    only: tuple[str, ...] = ()
    repeats: int | None = None
    sha: str = ""
    problem: str = ""


def read_command(body: str) -> Command | None:
    """Return the command of a comment, or None where it holds none.

    A command is a whole line of a paragraph at the top level, in plain text. Two different ones
    in one comment are a problem: nobody can tell which was meant.
    """
    if PREFIX not in body:
        return None
    found = list(dict.fromkeys(_command_lines(body)))
    if not found:
        return None
    if len(found) > 1:
        return Command(problem="one comment holds one command")
    return _parse(found[0].split()[1:])


def _command_lines(body: str) -> Iterator[str]:
    tokens = MarkdownIt("commonmark").parse(body)
    for before, token in pairwise(tokens):
        if token.type == "inline" and before.type == "paragraph_open" and token.level == 1:
            yield from (line for line in _plain_lines(token.children or ()) if _is_command(line))


def _plain_lines(children: Sequence[Token]) -> Iterator[str]:
    """Yield each line that is text and nothing else."""
    line, is_plain = "", True
    for child in children:
        if child.type in {"softbreak", "hardbreak"}:
            if is_plain:
                yield line.strip()
            line, is_plain = "", True
        elif child.type == "text":
            line += child.content
        else:
            is_plain = False
    if is_plain:
        yield line.strip()


def _is_command(line: str) -> bool:
    return line == PREFIX or line.startswith((PREFIX + " ", PREFIX + "\t"))


def _parse(words: Sequence[str]) -> Command:
    word, rest = (words[0], words[1:]) if words else ("", ())
    if word == "rerun":
        return _parse_rerun(rest)
    if word == "approve":
        return _parse_approve(rest)
    near = difflib.get_close_matches(word, WORDS, n=1)
    hint = f"did you mean `{PREFIX} {near[0]}`?" if near else f"there are: {', '.join(WORDS)}"
    return Command(problem=f"unknown command; {hint}")


def _parse_rerun(words: Sequence[str]) -> Command:
    only: list[str] = []
    repeats: int | None = None
    rest = iter(words)
    for flag in rest:
        name, sign, value = flag.partition("=")
        value = value if sign else next(rest, "")
        if name == "--only" and _NAME.fullmatch(value):
            only.append(value)
        elif name == "--repeats" and value.isascii() and value.isdigit() and 1 <= int(value) <= MOST_REPEATS:
            repeats = int(value)
        else:
            return Command(problem=f"usage: {PREFIX} rerun {_FLAGS}")
    return Command(word="rerun", only=tuple(only), repeats=repeats)


def _parse_approve(words: Sequence[str]) -> Command:
    # a short sha can be ground: 28 bits are minutes of work
    if not words or not _FULL_SHA.fullmatch(words[0].lower()):
        problem = f"usage: {PREFIX} approve <all 40 digits of the head commit> {_FLAGS}"
        return Command(word="approve", problem=problem)
    flags = _parse_rerun(words[1:])
    return flags.model_copy(update={"word": "approve", "sha": words[0].lower()})
