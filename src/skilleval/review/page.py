"""A page: one text of a bundle, made ready for rules; lines keep the numbers that they have in the file."""

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from skilleval.review.fold import fold
from skilleval.review.lazy import Lazy

Kind = Literal["prose", "code", "data"]

FENCE = Lazy(
    r"^(?P<indent>[ \t>]{0,12})(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\n`]{0,80})\n"
    r"(?P<body>.*?)(?:^[ \t>]{0,12}(?P=mark)[`~]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_SOFT_BREAK = Lazy(
    r"""\n(?<=[^\n]\n)(?=[ \t]{0,8}(?![-*+#|`~<>=]|\d{1,3}[.)][ ]|[\w-]{1,30}:(?:[ \n]|$))\S)""", re.VERBOSE
)
_QUOTED_BREAK = Lazy(r"\n(?<=[^\n]\n)[ \t]{0,3}>(?=[ \t]?[^\s>*+#|`~-])")
_CODE_BREAK = Lazy(r"\\\n|(?<=\|)[ \t]*\n|(?<=&&)[ \t]*\n|\n[ \t]*\|(?=[ \t])")
_COMMENT = r"[ \t]*(?:\#|//|\*|--|rem\b)"
_COMMENTS = Lazy(rf"(?:^{_COMMENT}[ \t]+\S[^\n]*\n){{2,}}", re.MULTILINE)
_NEXT_COMMENT = Lazy(rf"\n{_COMMENT}(?=[ \t])")
_ONLY_WORDS = bytes(
    code if code == ord("\n") or (code < 128 and chr(code).isalnum()) else ord(" ") for code in range(256)
)


@dataclass(frozen=True, eq=False)  # told apart by identity: their texts are long
class Page:
    """One text: a file, or something decoded out of one.

    `origin` is empty for the file itself, else it says how the text came about. `numbers` then holds the
    file's line number of each line.
    """

    path: str
    kind: Kind
    language: str
    raw: str
    origin: str = ""
    numbers: tuple[int, ...] = ()
    source: "Page | None" = None
    """The page of the file that this one derives from."""
    seam: int = -1
    """Where in `text` the words of a second file begin, and only hits across it count; -1 = all is of one."""
    other: str = ""
    """The path of that second file."""

    @cached_property
    def text(self) -> str:
        """Return the folded text with soft line breaks as spaces; offsets belong to `line_of`."""
        return join_code(self.folded) if self.kind == "code" else join_prose(self.folded)

    @cached_property
    def folded(self) -> str:
        """Return the folded text with all its line breaks, as long as `text`."""
        return fold(self.raw)

    @cached_property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """Return where the lines of `text` begin and end; a paragraph is one line."""
        ends = [found.start() for found in re.finditer("\n", self.text)]
        return tuple(zip([0, *(end + 1 for end in ends)], [*ends, len(self.text)], strict=True))

    @cached_property
    def words(self) -> dict[str, list[int]]:
        """Return in which lines of `text`, counted from 0, each run of letters and digits stands."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(self.plain.split("\n")):
            for word in set(line.split()):
                places[word].append(number)
        return dict(places)

    @cached_property
    def plain(self) -> str:
        """Return `text` with a blank for each character that is no letter, no digit and no line break."""
        return self.text.encode("ascii", "replace").translate(_ONLY_WORDS).decode()

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Return the runs of letters and digits of `text`."""
        return frozenset(self.words)

    @cached_property
    def characters(self) -> frozenset[str]:
        """Return the characters of `text`."""
        return frozenset(self.text)

    @cached_property
    def _breaks(self) -> list[int]:
        return [found.start() for found in re.finditer("\n", self.folded)]

    @cached_property
    def fences(self) -> tuple[tuple[int, int], ...]:
        """Return where the bodies of the fences of a document begin and end in `text`."""
        if self.kind != "prose":
            return ()
        return tuple(fence.span("body") for fence in FENCE.finditer(self.folded))

    def line_of(self, offset: int) -> int:
        """Return the number, from 1, of the file's line at an offset of `text`."""
        return self.file_line(self.row_of(offset) + 1)

    def row_of(self, offset: int) -> int:
        """Return the number, from 0, of this page's line at an offset of `text`."""
        return bisect_left(self._breaks, offset)

    def file_line(self, line: int) -> int:
        """Return the number that a line of this page has in the file; 0 in what has no lines."""
        return self.numbers[min(line, len(self.numbers)) - 1] if self.numbers else line

    def offset_of(self, line: int) -> int:
        """Return the offset in `text` at which a line of this page begins."""
        return self._breaks[line - 2] + 1 if 1 < line <= len(self._breaks) + 1 else 0

    def line_end(self, offset: int) -> int:
        """Return the offset in `text` at which the line around an offset ends."""
        end = self.folded.find("\n", offset)
        return end if end >= 0 else len(self.folded)

    @cached_property
    def _raw_breaks(self) -> list[int]:
        return [-1, *(found.start() for found in re.finditer("\n", self.raw)), len(self.raw)]

    def raw_line(self, number: int) -> tuple[int, int]:
        """Return where a line of `raw`, counted from 0, begins and ends."""
        return self._raw_breaks[number] + 1, self._raw_breaks[number + 1]

    def original(self, start: int, end: int) -> str:
        """Return the words as the file has them where folding kept their places, else the folded ones."""
        return self.raw[start:end] if self.raw.isascii() else self.text[start:end]

    def derived(self, raw: str, *, origin: str, numbers: tuple[int, ...]) -> "Page":
        """Return a page for something decoded out of this one."""
        source = self.source or self
        return replace(self, kind="code", raw=raw, origin=origin, numbers=numbers, source=source)

    def with_seam(self, seam: int, *, other: str) -> "Page":
        """Return the page with the place at which the words of a second file begin, and that file's path."""
        return replace(self, seam=seam, other=other)


def join_code(text: str) -> str:
    """Return code of the same length in which continued lines and runs of comment lines are one line."""
    joined = _CODE_BREAK.sub(_blank, text)
    return _COMMENTS.sub(lambda block: _NEXT_COMMENT.sub(_blank, block[0]), joined)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def join_prose(text: str) -> str:
    """Return Markdown of the same length in which each paragraph is one line; fences are joined as code."""
    parts: list[str] = []
    done = 0
    for fence in FENCE.finditer(text):
        parts.append(_join_paragraphs(text[done : fence.start("body")]))
        parts.append(join_code(text[fence.start("body") : fence.end()]))
        done = fence.end()
    parts.append(_join_paragraphs(text[done:]))
    return "".join(parts)


def _join_paragraphs(text: str) -> str:
    return _SOFT_BREAK.sub(" ", _QUOTED_BREAK.sub(_blank, text))
