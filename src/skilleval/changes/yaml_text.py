"""YAML from a pull request: bounded, and with our own errors only."""

import re
import warnings
from functools import lru_cache
from typing import Any, Final

from skilleval.changes.reading import MAX_DEPTH, MAX_NODES, Plain, plain_of
from skilleval.errors import SuiteError

_KEY: Final = r"([A-Za-z_][\w-]*):"
_PLAIN: Final = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`][^\t]*"
_QUOTED: Final = r"\"[^\"\\\t]*\"|'[^'\t]*'"
_BRACKETS: Final = re.compile(r"[\[\]{}]")
_DASHES: Final = re.compile(r"(?:[-?] ){8,}")
MAX_LENGTH: Final = 60_000
"""Characters. The reader is slow: this many take it seconds."""
_LINE: Final = re.compile(rf"{_KEY}(?: +(?:({_QUOTED})|({_PLAIN})))? *")


def yaml_of(text: str, *, first_line: int = 1) -> Plain:
    """Return the value made of JSON's types; raises SuiteError with the line, counted from `first_line`."""
    return plain_of(_loaded(text, "safe", first_line))


def yaml_words_of(text: str, *, first_line: int = 1, max_nodes: int = MAX_NODES) -> Plain:
    """Return the value with every scalar as the text that stands there; raises SuiteError with the line.

    `version: 1.10` stays "1.10" and `name: true` stays "true", as the reference library reads them.
    """
    simple = _simple(text)
    if simple is not None:
        return simple
    return plain_of(_loaded(text, "base", first_line), max_nodes=max_nodes)


def _loaded(text: str, kind: str, first_line: int) -> object:
    if len(text) > MAX_LENGTH:
        raise SuiteError(f"not YAML that is read: longer than {MAX_LENGTH} characters")
    if _depth(text) > MAX_DEPTH:
        raise SuiteError(f"not YAML that is read: nested deeper than {MAX_DEPTH} levels")
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415 - 50 ms, most need none of it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an anchor used twice is no news to anybody
            return _loader(kind).load(text)
    except MarkedYAMLError as exc:
        mark = exc.problem_mark or exc.context_mark
        line = f"line {mark.line + first_line}: " if mark else ""
        raise SuiteError(f"{line}not YAML: {exc.problem or exc.context}") from exc
    except YAMLError as exc:
        raise SuiteError(f"not YAML: {' '.join(str(exc).split())[:200]}") from exc
    except RecursionError as exc:
        raise SuiteError("not YAML that is read: nested too deep") from exc
    except (ValueError, TypeError, AttributeError, LookupError, AssertionError, OverflowError) as exc:
        # the reader's own slips on odd input, for example keys that are lists
        raise SuiteError(f"not YAML that can be read: {str(exc)[:200]}") from exc


def _simple(text: str) -> dict[str, Plain] | None:
    """Return lines of `key: words`, also one level deeper; None where it takes the real reader (3 ms)."""
    found: dict[str, Plain] = {}
    place, indent, opened = found, 0, ""
    for line in text.split("\n"):
        words = line.lstrip(" ")
        if not words:
            continue
        here = len(line) - len(words)
        if here and opened:
            place, indent = {}, here
            found[opened] = place
        elif not here:
            place, indent = found, 0
        entry = _entry(words)
        if entry is None or here != indent or entry[0] in place:
            return None
        place[entry[0]] = entry[1]
        opened = entry[0] if not here and words.rstrip(" ").endswith(":") else ""
    return found or None


def _entry(line: str) -> tuple[str, str] | None:
    """Return key and words of a line that no reader could take otherwise."""
    match = _LINE.fullmatch(line)
    if not match:
        return None
    quoted, plain = match[2] or "", (match[3] or "").rstrip(" ")
    if ": " in plain or " #" in plain or plain.endswith(":") or not (plain + quoted).isprintable():
        return None
    return match[1], quoted[1:-1] if quoted else plain


def _depth(text: str) -> int:
    """Return the deepest nesting by brackets and dashes: thousands keep the reader busy for seconds."""
    deepest = depth = 0
    for char in _BRACKETS.findall(text):
        depth = depth + 1 if char in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return max(deepest, *(len(dashes) // 2 for dashes in _DASHES.findall(text)), 0)


@lru_cache(maxsize=2)
def _loader(kind: str) -> Any:  # noqa: ANN401 - the reader has no useful types
    from ruamel.yaml import YAML  # noqa: PLC0415 - 50 ms, most need none of it

    # pure: the C reader overflows the stack on deep nesting, where this one raises
    return YAML(typ=kind, pure=True)
