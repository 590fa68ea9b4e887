"""A JavaScript pattern (without the flag `u`) as a tree."""

import re
from typing import Final, Literal, cast

from skilleval.changes.js_regex.charclass import read_class
from skilleval.changes.js_regex.chars import ANY, ANY_BUT_LINE_ENDS, CLASSES, Ranges
from skilleval.changes.js_regex.escapes import escaped_char
from skilleval.changes.js_regex.nodes import Back, Chars, Choice, Edge, Group, Look, Node, Repeat, Sequence
from skilleval.changes.js_regex.refuse import MAX_DEPTH, MAX_LENGTH, MAX_REPEAT, PatternError

_QUANTIFIER: Final = re.compile(r"(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\?)?", re.ASCII)
_GROUP: Final = re.compile(r"\((?:\?(?:(:)|(<?[=!])|<([A-Za-z_$][\w$]*)>))?", re.ASCII)
_OPENINGS: Final = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|(\((?!\?)|\(\?<(?![=!])([^>]*)>)", re.DOTALL)
_DEEPER: Final = "groups stand deeper than"


def parse(pattern: str, flags: str) -> Node:
    """Return the tree; raises PatternError."""
    if set(flags) - set("gims"):
        raise PatternError(f"the flags {flags!r} are not all known here: i, m, s, g are")
    if len(pattern) > MAX_LENGTH:
        raise PatternError(f"it is longer than {MAX_LENGTH} characters")
    return _Parser(pattern, any_char=ANY if "s" in flags else ANY_BUT_LINE_ENDS).whole()


class _Parser:
    """Reads from left to right; `at` is the next character."""

    def __init__(self, text: str, *, any_char: Ranges) -> None:
        self.text = text
        self.any_char = any_char
        self.at = 0
        self.depth = 0
        self.opened = 0
        openings = [match for match in _OPENINGS.finditer(text) if match[1]]
        self.groups = len(openings)
        names = [match[2] for match in openings]
        self.names = {name: number for number, name in enumerate(names, start=1) if name}
        if len(self.names) < sum(1 for name in names if name):
            raise PatternError("two groups have one name")

    def whole(self) -> Node:
        """Return the whole pattern."""
        found = self._choice()
        if self.at < len(self.text):
            raise PatternError("a closing ) without an opening one", self.at)
        return found

    def _choice(self) -> Node:
        options = [self._sequence()]
        while self.text.startswith("|", self.at):
            self.at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            items.append(self._quantified())
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _quantified(self) -> Node:
        start = self.at
        atom = self._atom()
        match = _QUANTIFIER.match(self.text, self.at)
        if not match:
            return atom
        if isinstance(atom, Edge) or (isinstance(atom, Look) and atom.kind in {"<=", "<!"}):
            raise PatternError("a quantifier has nothing to repeat", self.at)
        if isinstance(atom, Chars) and atom.ranges and atom.ranges[0][0] > 0xFFFF:
            raise PatternError("to repeat a character past U+FFFF needs the u flag", start)
        self.at = match.end()
        least, most = _counts(match, start)
        return Repeat(atom, least, most, lazy=bool(match[5]))

    def _atom(self) -> Node:
        char = self.text[self.at]
        if char == "(":
            return self._group()
        if char == "[":
            chars, self.at = read_class(self.text, self.at)
            return chars
        if char == "\\":
            return self._escape()
        if char in "*+?" or _QUANTIFIER.match(self.text, self.at):
            raise PatternError("a quantifier has nothing to repeat", self.at)
        self.at += 1
        if char in "^$":
            return Edge(cast("Literal['^', '$']", char))
        return Chars(self.any_char) if char == "." else _one(char)

    def _group(self) -> Node:
        start = self.at
        match = _GROUP.match(self.text, start)
        assert match
        if match[0] == "(" and self.text.startswith("?", match.end()):
            raise PatternError(f"{self.text[start : start + 4]!r} opens no group that is known here", start)
        self.at = match.end()
        number = None
        if not match[1] and not match[2]:
            self.opened += 1
            number = self.opened
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise PatternError(f"{_DEEPER} {MAX_DEPTH}", start)
        inner = self._choice()
        self.depth -= 1
        if not self.text.startswith(")", self.at):
            raise PatternError("a group is not closed", start)
        self.at += 1
        look = match[2]
        return Look(cast("Literal['=', '!', '<=', '<!']", look), inner) if look else Group(number, inner)

    def _escape(self) -> Node:
        start = self.at
        follower = self.text[start + 1 : start + 2]
        if follower in {"b", "B"}:
            self.at += 2
            return Edge(cast("Literal['b', 'B']", follower))
        if follower and follower in "123456789k":
            return self._back()
        if follower in CLASSES:
            self.at += 2
            return Chars(CLASSES[follower])
        char, self.at = escaped_char(self.text, start)
        return _one(char)

    def _back(self) -> Node:
        start = self.at
        match = re.compile(r"\\(?:([1-9][0-9]*)|k<([^>]*)>)").match(self.text, start)
        if not match:
            raise PatternError(r"\k names no group", start)
        number = int(match[1][:6]) if match[1] else self.names.get(match[2], 0)
        if not 1 <= number <= self.groups:
            raise PatternError(f"{match[0]} means no group of this pattern", start)
        self.at = match.end()
        return Back(number, start)


def _one(char: str) -> Chars:
    return Chars(((ord(char), ord(char)),))


def _counts(match: "re.Match[str]", at: int) -> tuple[int, int | None]:
    if match[1]:
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[match[1]]
    least = _count(match[2], at)
    most = least if not match[3] else (_count(match[4], at) if match[4] else None)
    if most is not None and most < least:
        raise PatternError("the counts of a repetition are out of order", at)
    return least, most


def _count(digits: str, at: int) -> int:
    if len(digits.lstrip("0")) > 6 or int(digits) > MAX_REPEAT:
        raise PatternError(f"it repeats more than {MAX_REPEAT} times", at)
    return int(digits)
