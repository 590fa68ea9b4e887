"""The tree of a pattern."""

from dataclasses import dataclass
from typing import Literal

from skilleval.changes.js_regex.chars import Ranges


@dataclass(frozen=True)
class Chars:
    """One character out of a set, or, negated, one that is not in it."""

    ranges: Ranges
    negated: bool = False


@dataclass(frozen=True)
class Edge:
    """A place between characters: start, end, word boundary or none."""

    kind: Literal["^", "$", "b", "B"]


@dataclass(frozen=True)
class Back:
    """What the group `number` matched, or nothing where it did not take part."""

    number: int
    at: int


@dataclass(frozen=True)
class Group:
    """A group; `number` counts capturing ones from 1, None does not capture."""

    number: int | None
    inner: "Node"


@dataclass(frozen=True)
class Look:
    """A lookahead or lookbehind: `=`, `!`, `<=`, `<!`."""

    kind: Literal["=", "!", "<=", "<!"]
    inner: "Node"


@dataclass(frozen=True)
class Repeat:
    """So many of it; `most` None is without end."""

    inner: "Node"
    least: int
    most: int | None
    lazy: bool


@dataclass(frozen=True)
class Sequence:
    """One after the other."""

    items: tuple["Node", ...]


@dataclass(frozen=True)
class Choice:
    """One of them, the first that fits."""

    options: tuple["Node", ...]


Node = Chars | Edge | Back | Group | Look | Repeat | Sequence | Choice
