"""Patterns that are compiled at first use: a review of one skill needs few of them."""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import AnyStr, Generic


class Lazy(Generic[AnyStr]):
    """A regular expression with the methods of a compiled one.

    `marks` are strings without one of which it cannot match: `finditer` looks for them first, as that is
    many times faster.
    """

    def __init__(self, pattern: AnyStr, flags: int = 0, *, marks: tuple[AnyStr, ...] = ()) -> None:
        """Keep expression, flags and marks."""
        self.pattern: AnyStr = pattern
        self.flags = flags
        self.marks: tuple[AnyStr, ...] = marks

    @cached_property
    def compiled(self) -> re.Pattern[AnyStr]:
        """Return the compiled pattern."""
        return re.compile(self.pattern, self.flags)

    def search(self, text: AnyStr, pos: int = 0, endpos: int = sys.maxsize) -> re.Match[AnyStr] | None:
        """Return the first match, or None."""
        return self.compiled.search(text, pos, endpos)

    def match(self, text: AnyStr) -> re.Match[AnyStr] | None:
        """Return a match at the start, or None."""
        return self.compiled.match(text)

    def finditer(self, text: AnyStr, pos: int = 0, endpos: int = sys.maxsize) -> Iterator[re.Match[AnyStr]]:
        """Yield all matches."""
        if self.marks and not any(mark in text for mark in self.marks):
            return iter(())
        return self.compiled.finditer(text, pos, endpos)

    def findall(self, text: AnyStr) -> list[AnyStr]:
        """Return all matched texts of a pattern without groups."""
        return [found[0] for found in self.compiled.finditer(text)]

    def sub(self, new: AnyStr | Callable[[re.Match[AnyStr]], AnyStr], text: AnyStr) -> AnyStr:
        """Return the text with each match replaced."""
        return self.compiled.sub(new, text)
