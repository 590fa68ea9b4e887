"""A page: one text of a bundle, made ready for rules; lines keep the numbers that they have in the file."""

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from skilleval.domain.finding import Confidence, Severity
from skilleval.review.fold import fold, visible
from skilleval.review.roles import role_at
from skilleval.review.rule import Hit

Kind = Literal["prose", "code", "data"]

FENCE = re.compile(
    r"^(?P<indent>[ \t>]{0,12})(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\n`]{0,80})\n"
    r"(?P<body>.*?)(?:^[ \t>]{0,12}(?P=mark)[`~]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_SOFT_BREAK = re.compile(r"(?<=[^\n])\n(?=[ \t]{0,8}(?![-*+#|`~<>=]|\d{1,3}[.)] |[\w-]{1,30}:(?:[ \n]|$))\S)")
_QUOTED_BREAK = re.compile(r"(?<=[^\n])\n(?=[ \t]{0,3}>[ \t]?[^\s>])")
_CODE_BREAK = re.compile(
    r"\\\n|(?<=\|)[ \t]*\n|(?<=&&)[ \t]*\n|\n[ \t]*\|(?=[ \t])|\n[ \t]*(?:#|//|\*|--|rem)(?=[ \t]+\S)"
)


@dataclass(frozen=True)
class Page:
    """One text: a file, or something decoded out of one.

    `origin` is empty for the file itself, else it says how the text came about; then all of it stands
    at `at_line`.
    """

    path: str
    kind: Kind
    language: str
    raw: str
    origin: str = ""
    at_line: int = 0

    @cached_property
    def text(self) -> str:
        """Return the folded text with soft line breaks as spaces; offsets belong to `line_of`."""
        return join_code(self.folded) if self.kind == "code" else join_prose(self.folded)

    @cached_property
    def folded(self) -> str:
        """Return the folded text with all its line breaks, as long as `text`."""
        return fold(self.raw)

    @cached_property
    def _breaks(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self.folded)]

    def line_of(self, offset: int) -> int:
        """Return the number, from 1, of the file's line at an offset of `text`."""
        return self.at_line or bisect_right(self._breaks, offset - 1) + 1

    def offset_of(self, line: int) -> int:
        """Return the offset in `text` at which a line begins."""
        return self._breaks[line - 2] + 1 if 1 < line <= len(self._breaks) + 1 else 0

    def hit(
        self,
        found: re.Match[str],
        *,
        message: str = "",
        severity: Severity | None = None,
        confidence: Confidence | None = None,
    ) -> Hit:
        """Return a hit at a match in `text`, with the role that the text around it gives it."""
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        words = self.raw if self.raw.isascii() else self.text
        origin = f" ({self.origin})" if self.origin else ""
        return Hit(
            path=self.path,
            line=self.line_of(start),
            matched=visible(" ".join(words[start : found.end()].split())) + origin,
            message=message,
            severity=severity,
            confidence=confidence,
            role=role_at(self, start, found.end()),
        )

    def decoded(self, text: str, *, origin: str, at_line: int) -> "Page":
        """Return a page for something decoded out of this one."""
        return replace(self, kind="code", raw=text, origin=origin, at_line=at_line)


def join_code(text: str) -> str:
    """Return code of the same length in which continued lines and runs of comment lines are one line."""
    return _CODE_BREAK.sub(lambda found: " " * len(found[0]), text)


def join_prose(text: str) -> str:
    """Return Markdown of the same length in which each paragraph is one line; fences are joined as code."""
    parts: list[str] = []
    done = 0
    for fence in FENCE.finditer(text):
        parts.append(_join_paragraphs(text[done : fence.start()]))
        parts.append(join_code(fence[0]))
        done = fence.end()
    parts.append(_join_paragraphs(text[done:]))
    return "".join(parts)


def _join_paragraphs(text: str) -> str:
    return _SOFT_BREAK.sub(" ", _QUOTED_BREAK.sub(" ", text))
