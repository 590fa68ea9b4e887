"""Stated lengths: "Subject: … (52 characters)", "“…” is 12 words long". Counted again here.

A text may be counted in more than one honest way (with or without its quotation marks or a final full
stop; hyphenated words as one or two). A stated length is false only if no honest way gives it.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import CHARACTERS, WORDS
from skilleval.grading.claims.settled import settled
from skilleval.grading.exhibit import Exhibit

_UNIT = r"(?P<unit>characters?|chars?|words?)"
_NUMBER = r"(?P<number>\d[\d,]*)"
_IN_BRACKETS = regex.compile(rf"[(\[]\s*{_NUMBER}\s*{_UNIT}(?:\s+long)?\s*[)\]]", regex.IGNORECASE)
_QUOTED = regex.compile(
    r"[\"“](?P<text>[^\"”\n]+)[\"”]\s*(?:is|has|comes to|=|:|at|–|-|—|,)?\s*(?:exactly\s+)?"
    rf"{_NUMBER}\s*{_UNIT}\b",
    regex.IGNORECASE,
)
_LABEL = regex.compile(r"^[\s>*_#-]*(?:\d+[.)]\s+)?[*_]*[\w /-]{1,30}[*_]*\s*[:：][*_]*\s*")
_MARKUP = regex.compile(r"^[\s>*_`#\"“”'-]+|[\s*_`\"“”']+$")


def find(exhibit: Exhibit) -> Iterator[Claim]:
    """Yield each stated length whose text stands in the same line."""
    for line in exhibit.evidence.answer.splitlines():
        yield from _quoted(line)
        yield from _bracketed(line)


def lengths_of(text: str, unit: str) -> set[int]:
    """Return every honest count of `text` in characters or words."""
    forms = {text, text.strip(), _MARKUP.sub("", text)}
    forms |= {form.rstrip(".") for form in forms}
    if unit.startswith("char"):
        return {len(form) for form in forms} | {
            len(form.replace("\r\n", "\n").encode("utf-16-le")) // 2 for form in forms
        }
    return {count for form in forms for count in (len(form.split()), len(regex.findall(r"[\w'’]+", form)))}


def _quoted(line: str) -> Iterator[Claim]:
    for match in _QUOTED.finditer(line):
        yield _claim(match.group(), match.group("text"), match)


def _bracketed(line: str) -> Iterator[Claim]:
    matches = list(_IN_BRACKETS.finditer(line))
    if len(matches) != 1 or _QUOTED.search(line):
        return
    match = matches[0]
    text = line[: match.start()] + line[match.end() :]
    bare = _LABEL.sub("", text, count=1)
    if bare == text and match.end() < len(line.rstrip(" .*_")):
        return  # no label, and the brackets stand in the middle of prose: of what is not certain
    if bare.strip(" :*_"):
        yield _claim(line.strip(), bare.lstrip(": "), match)


def _claim(quote: str, text: str, match: "regex.Match[str]") -> Claim:
    stated = int(match.group("number").replace(",", ""))
    unit = match.group("unit").lower()
    counts = lengths_of(text, unit)
    name = "characters" if unit.startswith("char") else "words"
    return settled(
        kind=CHARACTERS if name == "characters" else WORDS,
        quote=quote,
        holds=stated in counts,
        evidence=f"counted {min(counts)} {name}"
        if len(counts) == 1
        else f"counted {sorted(counts)[-1]} {name}",
    )
