"""Bytes from a pull request into plain values: bounded, and with our own errors only."""

import json
import math
from collections.abc import Iterator
from typing import Final

from skilleval.errors import SuiteError

MAX_BYTES: Final = 5_000_000
MAX_DEPTH: Final = 40
MAX_NODES: Final = 200_000

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]


def text_of(raw: bytes, *, limit: int = MAX_BYTES) -> str:
    """Return UTF-8 text without its byte order mark, each line end as a newline; raises SuiteError."""
    if len(raw) > limit:
        raise SuiteError(f"{len(raw)} bytes are more than the {limit} that are read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        line = raw.count(b"\n", 0, exc.start) + 1
        raise SuiteError(
            f"line {line}: byte 0x{raw[exc.start]:02x} is not UTF-8", hint="save as UTF-8"
        ) from exc
    return text.replace("\r\n", "\n").replace("\r", "\n")


def json_of(raw: bytes) -> Plain:
    """Return the JSON value; raises SuiteError with the line for syntax, depth, doubled keys, NaN."""
    text = text_of(raw)
    try:
        value = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except json.JSONDecodeError as exc:
        raise SuiteError(f"line {exc.lineno}, column {exc.colno}: not JSON: {exc.msg}") from exc
    except RecursionError as exc:
        raise SuiteError(f"nested deeper than {MAX_DEPTH} levels") from exc
    except ValueError as exc:
        raise SuiteError(f"not JSON: {exc}") from exc
    return plain_of(value)


def plain_of(value: object, *, max_nodes: int = MAX_NODES) -> Plain:
    """Return the value made of JSON's types alone; raises SuiteError past the limits.

    YAML has dates, sets, keys that are no text, and aliases that make a small file a huge tree.
    """
    left = iter(range(max_nodes))
    return _plain(value, left, 0)


def _plain(value: object, left: Iterator[int], depth: int) -> Plain:
    if next(left, None) is None:
        raise SuiteError("holds too many values", hint="aliases that repeat each other are not read")
    if depth > MAX_DEPTH:
        raise SuiteError(f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, dict):
        found = {_text(key): _plain(item, left, depth + 1) for key, item in value.items()}
        if len(found) != len(value):  # YAML's 1 and "1", true and "True": one of them would be lost
            raise SuiteError("two keys of one object are the same text")
        return found
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item, left, depth + 1) for item in value]
    return _scalar(value)


def _scalar(value: object) -> Plain:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return _text(value)


def _text(value: object) -> str:
    text = value if isinstance(value, str) else str(value)
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as exc:
        raise SuiteError("holds half of a surrogate pair, which is no character") from exc
    return text


def _no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands twice in one object")
        found[key] = value
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")
