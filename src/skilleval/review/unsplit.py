"""Putting split text together: what a line says once its strings, escapes and variables are resolved.

Nothing is run: each step is a textual rewrite with bounded output, so the result is what an interpreter would
see in the simple cases, and noise in others. Only lines that changed are looked at again.
"""

import codecs
import re
from collections.abc import Callable
from functools import partial

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page

MAX_LINES = 4000
MAX_LINE = 4000
MAX_VALUES = 200
_HINT = Lazy(
    r"""["'$\\\[^`{+](?:(?<=["'])(?:["']|\s{0,4}[+.]\s{0,4}["'\w]|(?<=\w.)\w{1,20}["']\w)
    |(?<=\$)(?:\{|'|[A-Za-z_]\w{0,30})
    |(?<=\\)(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[0-7]{3}|(?<=[A-Za-z].)[A-Za-z])
    |(?<=\[)(?:(?<=[\w/.].)\w\]|::-1\]|\.\])|(?<=[\^`])(?<=\w.)\w
    |(?<=\{)[\w./-]{1,40},[^{}\s]{1,200}\}|(?<=\+)\s{0,4}["'\w])""",
    re.VERBOSE,
)
_MARKS = (
    ".join(",
    "reverse(",
    "chr(",
    "fromCharCode",
    ".replace(",
    "rot13",
    "rot_13",
    "hxxp",
    "bytes(",
    "bytearray(",
)
_SPACED = Lazy(r"[ .-][A-Za-z][ .-](?<=[A-Za-z].{3})(?<!\w[A-Za-z].{3})(?:[A-Za-z][ .-]){2}[A-Za-z][ .\-_]")
"""Letters one by one; it begins with what stands between them, as that is rarer."""
_VALUE = Lazy(
    r"""^[ \t]*(?:export[ ]|local[ ]|readonly[ ]|const[ ]|let[ ]|var[ ]|set[ ]
    |\$)?(?P<name>[A-Za-z_]\w{0,40})
    [ \t]*=[ \t]*(?:(?P<quote>["'])(?P<quoted>(?:(?!(?P=quote))[^\n]){1,300})(?P=quote)
    |(?P<bare>[\w./:@%+-]{1,200}))[ \t]*;?[ \t]*(?=$|;|&&|\#|\\)""",
    re.VERBOSE | re.MULTILINE,
)
_INLINE_CLUE = Lazy(r"=[\"']?[\w./:@-]{1,80}[\"']?[ \t]*;")
_INLINE_VALUE = Lazy(
    r"(?:^|[;&|({\s])(?P<name>[A-Za-z_]\w{0,30})=(?P<quote>[\"']?)(?P<text>[\w./:@-]{1,80})(?P=quote)[ \t]*;"
)


def put_together(page: Page, foreign: dict[str, str] | None = None, *, name: str = "") -> Page | None:
    """Return a page of the lines that read differently once put together, or None if there are none.

    With `foreign`, values that other files give to names, only the lines that differ because of them; `name`
    says how the text then came about.
    """
    values = values_of(page.raw)
    known = {**foreign, **values} if foreign is not None else values
    changed: list[tuple[int, str]] = []
    for number in _hinted_lines(page.raw):
        start, end = page.raw_line(number)
        line = page.raw[start:end][:MAX_LINE]
        whole = resolved(line, known)
        if whole != (line if foreign is None else resolved(line, values)):
            changed.append((page.file_line(number + 1), whole))
        if len(changed) >= MAX_LINES:
            break
    if not changed:
        return None
    text = "\n".join(whole for _, whole in changed)
    how = name or "put together"
    origin = f"{page.origin}, {how}" if page.origin else how
    return page.derived(text, origin=origin, numbers=tuple(number for number, _ in changed))


def _hinted_lines(raw: str) -> list[int]:
    """Return the numbers, from 0, of the lines that may read differently."""
    places = [found.start() for found in _HINT.finditer(raw)]
    places += [found.start() for found in _SPACED.finditer(raw)]
    for mark in _MARKS:
        place = raw.find(mark)
        while place >= 0:
            places.append(place)
            place = raw.find(mark, place + 1)
    lines: set[int] = set()
    number = done = 0
    for place in sorted(places):
        number += raw.count("\n", done, place)
        done = place
        lines.add(number)
    return sorted(lines)


def resolved(line: str, values: dict[str, str]) -> str:
    """Return a line with its variables, escapes, quotes and joins resolved, at most four times as long."""
    whole = line
    for step in (_with_values(values), *_STEPS, *_STEPS[:4]):
        changed = step(whole)
        if len(changed) <= 4 * MAX_LINE:
            whole = changed
    return whole


def values_of(raw: str) -> dict[str, str]:
    """Return the values that a text gives to names, the first one of each."""
    values: dict[str, str] = {}
    for found in _VALUE.finditer(raw):
        values.setdefault(found["name"], found["quoted"] or found["bare"] or "")
        if len(values) >= MAX_VALUES:
            return values
    for found in _INLINE_VALUE.finditer(raw) if _INLINE_CLUE.search(raw) else ():
        values.setdefault(found["name"], found["text"])
        if len(values) >= MAX_VALUES:
            return values
    return values


def _with_values(values: dict[str, str]) -> Callable[[str], str]:
    def step(line: str) -> str:
        line = _FIELD_SEPARATOR.sub(" ", line)
        for _ in range(3):
            whole = _SHELL_NAME.sub(lambda found: values.get(found[1] or found[2], found[0])[:300], line)
            if whole == line or len(whole) > 4 * MAX_LINE:
                break
            line = whole
        return _ADDED_NAME.sub(partial(_added, values), line) if "+" in line else line

    return step


_FIELD_SEPARATOR = Lazy(r"\$\{?IFS\}?(?:\$\d)?")
_SHELL_NAME = Lazy(r"\$\{([A-Za-z_]\w{0,40})\}|\$([A-Za-z_]\w{0,40})(?!\w)")
_ADDED_NAME = Lazy(
    r"""(?<=[=+(,])(?P<gap>\s{0,3})(?P<name>[A-Za-z_]\w{0,40})(?=\s{0,3}\+)
    |(?<=\+)(?P<space>\s{0,3})(?P<last>[A-Za-z_]\w{0,40})(?=\s{0,3}(?:[+),;]|$))""",
    re.VERBOSE,
)


def _added(values: dict[str, str], found: re.Match[str]) -> str:
    name = found["name"] or found["last"]
    gap = found["gap"] if found["name"] else found["space"]
    return f'{gap}"{values[name]}"' if name in values else found[0]


New = str | Callable[[re.Match[str]], str]


def _sub(marks: tuple[str, ...], pattern: Lazy[str], new: New, line: str) -> str:
    """Return the line with each match replaced; without one of the marks, if there are any, it has none."""
    return line if marks and not any(mark in line for mark in marks) else pattern.sub(new, line)


def _char(found: re.Match[str]) -> str:
    digits = next(group for group in found.groups() if group)
    base = 8 if found[0][1] in "01234567" else 16
    code = int(digits, base)
    return chr(code) if 32 <= code < 0x110000 and not 0xD800 <= code < 0xE000 else found[0]


def _codes(found: re.Match[str]) -> str:
    numbers = [int(number, 0) for number in re.findall(r"0x[0-9a-fA-F]{1,5}|\d{1,6}", found[0])][:2000]
    return '"' + "".join(chr(number) for number in numbers if 9 <= number < 0xD800) + '"'


def _strings(found: re.Match[str]) -> str:
    return '"' + "".join(re.findall(r"[\"']([^\"']{0,80})[\"']", found["items"])) + '"'


def _reversed(found: re.Match[str]) -> str:
    return f'"{found["text"][::-1]}"'


def _replaced(found: re.Match[str]) -> str:
    return f'"{found["text"].replace(found["old"], found["new"])}"'


def _rot13(found: re.Match[str]) -> str:
    return f'"{codecs.encode(found["text"], "rot13")}"'


_STEPS: tuple[Callable[[str], str], ...] = tuple(
    partial(_sub, tuple(marks.split()), Lazy(pattern), new)
    for marks, pattern, new in (
        ("\\", r"(?<=\w)\\[nrt](?=[A-Z_]{3})", " "),
        ("\\", r"\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4,5})\}?|([0-7]{3}))", _char),
        ("\" '", r"[\"'][ \t]{0,4}[+.][ \t]{0,4}[furb]{0,2}[\"']", ""),
        (
            "\" '",
            r"(?<=[\w./:-])([\"'])([\w./:-]{0,40})\1(?=[\w./:-])|(?<=[A-Za-z])(?:''|\"\")|(?:''"
            r"|\"\")(?=[A-Za-z])",
            lambda f: f[2] or "",
        ),
        ("\\", r"(?<=[A-Za-z])\\(?=[A-Za-z])|(?<![\w\\])\\(?=[a-z]{2})", ""),
        ("^ `", r"(?<=\w)[\^`](?=\w)", ""),
        ("[", r"(?<=[\w/.])\[(\w)\](?=\w|\b)", r"\1"),
        ("{", r"\{([\w./-]{1,40}(?:,[^{}\s,]{1,200}){1,20})\}", lambda f: f[1].replace(",", " ")),
        (
            ".join(",
            r"\[(?P<items>(?:\s{0,4}[\"'][^\"']{0,80}[\"']\s{0,4},?){2,100})"
            r"\]\s{0,4}\.join\(\s{0,4}[\"']{2}\s{0,4}\)",
            _strings,
        ),
        (
            ".join(",
            r"[\"']{2}\.join\(\s{0,4}[\[(](?P<items>(?:\s{0,4}[\"'][^\"']{0,80}[\"']\s{0,4},?){2,100})"
            r"[\])]\s{0,4}\)",
            _strings,
        ),
        (
            "[::-1] .reverse()",
            r"(?P<q>[\"'])(?P<text>(?:(?!(?P=q))[^\n]){3,2000})(?P=q)\s{0,4}(?:\[::-1\]"
            r"|\.split\([\"']{2}\)\.reverse\(\)\.join\([\"']{2}\))",
            _reversed,
        ),
        (
            "chr( fromCharCode(",
            r"(?:chr|String\.fromCharCode)\(\d{2,3}\)(?:\s{0,4}[+.]\s{0,4}(?:chr"
            r"|String\.fromCharCode)\(\d{2,3}\)){2,400}",
            _codes,
        ),
        (
            "fromCharCode( bytes( bytearray(",
            r"(?:fromCharCode|bytes|bytearray)\(\[?\s{0,4}(?:(?:0x[0-9a-fA-F]{2}"
            r"|\d{2,3})\s{0,4},?\s{0,4}){4,1000}\]?\)",
            _codes,
        ),
        (
            ".replace(",
            r"(?P<q>[\"'])(?P<text>(?:(?!(?P=q))[^\n]){3,2000})(?P=q)\.replace\(\s{0,4}[\"'](?P<old>[^\"'\n]{1,20})"
            r"[\"']\s{0,4},\s{0,4}[\"'](?P<new>[^\"'\n]{0,20})[\"']\s{0,4}\)",
            _replaced,
        ),
        (
            "codecs.",
            r"codecs\.(?:de|en)code\(\s{0,4}[\"'](?P<text>[^\"'\n]{3,400})"
            r"[\"']\s{0,4},\s{0,4}[\"']rot_?13[\"']\s{0,4}\)",
            _rot13,
        ),
        ("xx xX Xx XX", r"(?i)\bhxxp", "http"),
        ("[.] (.) [dot]", r"\[\.\]|\(\.\)|\[dot\]", "."),
        ("", r"\b[A-Za-z](?:[ .\-_][A-Za-z]\b){4,60}", lambda f: re.sub(r"[ .\-_]", "", f[0])),
    )
)
