"""A tree as a pattern of the `regex` module that no flag changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from skilleval.changes.js_regex.chars import WORD, both_cases, complement
from skilleval.changes.js_regex.nodes import Back, Chars, Choice, Edge, Group, Look, Node, Repeat, Sequence
from skilleval.changes.js_regex.refuse import MAX_SIZE, PatternError

_W: Final = "[0-9A-Z_a-z]"
_LINE_END: Final = r"[\n\r\u2028\u2029]"
_LINE_EDGES: Final = {"^": rf"(?:\A|(?<={_LINE_END}))", "$": rf"(?:\Z|(?={_LINE_END}))"}
_EDGES: Final = {
    "^": r"\A",
    "$": r"\Z",
    "b": f"(?:(?<={_W})(?!{_W})|(?<!{_W})(?={_W}))",
    "B": f"(?:(?<={_W})(?={_W})|(?<!{_W})(?!{_W}))",
}


def write(tree: Node, flags: str) -> str:
    """Return the pattern; raises PatternError for back-references that the two languages see differently."""
    if _size(tree) > MAX_SIZE:
        raise PatternError(f"its repetitions written out are longer than {MAX_SIZE} characters")
    wanted = _check_references(tree)
    places = {number: place for place, number in enumerate(sorted(wanted), start=1)}
    edges = {**_EDGES, **_LINE_EDGES} if "m" in flags else _EDGES
    writer = _Writer("i" in flags, places, edges)
    return f"(?-i:{writer.text(tree)})"


@dataclass
class _Writer:
    """`places` says where groups that are referred to will stand; all others capture nothing."""

    ignore_case: bool
    places: Mapping[int, int]
    edges: Mapping[str, str]

    def text(self, node: Node) -> str:  # noqa: C901, PLR0911 - one line a kind of node
        """Return the node as text that a quantifier may follow."""
        match node:
            case Chars():
                return self._chars(node)
            case Edge(kind):
                return self.edges[kind]
            case Back(number, _):
                place = self.places[number]
                return f"(?({place})(?i:\\{place})|)" if self.ignore_case else f"(?({place})\\{place}|)"
            case Group(number, inner):
                opening = "(" if number in self.places else "(?:"
                return f"{opening}{self.text(inner)})"
            case Look(kind, inner):
                return f"(?{kind}{self.text(inner)})"
            case Repeat():
                return self._repeat(node)
            case Sequence(items):
                return "".join(self.text(item) for item in items)
            case Choice(options):
                return "|".join(self.text(option) for option in options)
            case _:
                assert_never(node)

    def _chars(self, node: Chars) -> str:
        ranges = both_cases(node.ranges) if self.ignore_case else node.ranges
        if node.negated:
            ranges = complement(ranges)
        if not ranges:
            return "(?!)"
        if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
            return _char(ranges[0][0])
        return f"[{''.join(_range(low, high) for low, high in ranges)}]"

    def _repeat(self, node: Repeat) -> str:
        inner = self.text(node.inner)
        if not isinstance(node.inner, Chars | Group):
            inner = f"(?:{inner})"
        most = "" if node.most is None else str(node.most)
        return f"{inner}{{{node.least},{most}}}{'?' if node.lazy else ''}"


def _range(low: int, high: int) -> str:
    return _char(low) if low == high else f"{_char(low)}-{_char(high)}"


def _char(code: int) -> str:
    if any(low <= code <= high for low, high in WORD):
        return chr(code)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _size(node: Node) -> int:
    """Return the characters after all counted repetitions are written out, as `regex` does it."""
    match node:
        case Chars() | Edge() | Back():
            return 1
        case Group(_, inner) | Look(_, inner):
            return 1 + _size(inner)
        case Repeat(inner, least, most, _):
            return 1 + _size(inner) * max(1, least, most or 0)
        case Sequence(items) | Choice(items):
            return 1 + sum(_size(item) for item in items)
        case _:
            assert_never(node)


def _check_references(tree: Node) -> set[int]:
    """Return the groups that are referred to; raises PatternError where a reference is not carried over."""
    wanted: set[int] = set()
    unsafe: dict[int, str] = {}
    for node, above in _walk(tree, ()):
        match node:
            case Group(number, _) if number:
                unsafe[number] = _why_unsafe(above)
            case Back(number, at):
                open_ones = {outer.number for outer in above if isinstance(outer, Group)}
                if number not in unsafe or number in open_ones:
                    raise PatternError("a back-reference to a group that is not over yet", at)
                if unsafe[number] or _why_unsafe_place(above):
                    raise PatternError(f"a back-reference {unsafe[number] or _why_unsafe_place(above)}", at)
                wanted.add(number)
            case _:
                pass
    return wanted


def _walk(node: Node, above: tuple[Node, ...]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    yield node, above
    match node:
        case Group(_, inner) | Look(_, inner) | Repeat(inner, _, _, _):
            yield from _walk(inner, (*above, node))
        case Sequence(items) | Choice(items):
            for item in items:
                yield from _walk(item, (*above, node))
        case _:
            pass


def _why_unsafe(above: tuple[Node, ...]) -> str:
    if any(isinstance(outer, Repeat) and outer.most != 1 for outer in above):
        return "to a group in a repetition: JavaScript forgets it at each turn"
    if any(isinstance(outer, Look) and outer.kind != "=" for outer in above):
        return "to a group in a lookbehind or negative lookahead"
    return ""


def _why_unsafe_place(above: tuple[Node, ...]) -> str:
    backwards = any(isinstance(outer, Look) and outer.kind in {"<=", "<!"} for outer in above)
    return "inside a lookbehind, which JavaScript reads backwards" if backwards else ""
