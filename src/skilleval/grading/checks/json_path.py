"""`json_path`: a value inside JSON, by JSON pointer (RFC 6901), in a file or in the answer."""

import json

from skilleval.domain.suite import JsonPathCheck
from skilleval.grading.checks.mark import Mark, clip, fails, unreadable
from skilleval.grading.checks.same_value import is_same
from skilleval.grading.exhibit import Exhibit

MISSING = object()
"""Stands for: nothing is there; JSON has a null of its own."""


def mark(check: JsonPathCheck, exhibit: Exhibit) -> Mark:
    """Return whether the value at the pointer equals the wanted one, within the tolerance."""
    reading = exhibit.read(check.target)
    if reading.text is None:
        return unreadable(reading)
    document = json_in(reading.text, anywhere=check.target == "answer")
    if document is MISSING:
        return fails(f"{check.target} holds no JSON that can be read")
    value = value_at(document, check.pointer)
    if value is MISSING:
        return fails(f"nothing at {check.pointer or '/'} in {check.target}")
    same = is_same(value, check.equals, tolerance=check.tolerance)
    return Mark(same, f"{check.pointer or '/'} is {clip(json.dumps(value, ensure_ascii=False))}")


def json_in(text: str, *, anywhere: bool) -> object:
    """Return the JSON that `text` is; with `anywhere`, the first object or list inside it."""
    decoder = json.JSONDecoder()
    starts = [0]
    if anywhere:
        starts += [i for i, char in enumerate(text) if char in "{["][:1000]  # a hostile text has millions
    for start in starts:
        chunk = text[start:].strip() if start == 0 else text[start:]
        try:
            value, end = decoder.raw_decode(chunk)
        except (ValueError, RecursionError):
            continue
        if start > 0 or not chunk[end:].strip():
            return value
    return MISSING


def value_at(document: object, pointer: str) -> object:
    """Return what the pointer names, or a marker that nothing is there."""
    here = document
    for raw in pointer.split("/")[1:] if pointer else []:
        step = raw.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict) and step in here:
            here = here[step]
        elif isinstance(here, list) and step.isdecimal() and int(step) < len(here):
            here = here[int(step)]
        else:
            return MISSING
    return here
