"""Rules for claims: counts in the answer that the given files, or the answer itself, contradict."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from skilleval.ports import JsonObject
from skilleval.testing.offline.grader_sheet import Section, Sheet

_KIND = "states a wrong count"
_WORD_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_COUNT = re.compile(
    rf"\b(?P<number>\d+|{'|'.join(_WORD_NUMBERS)})\s+(?:data\s+)?(?P<unit>rows?|lines?|columns?|records?|entries)\b",
    re.IGNORECASE,
)
_OF_A_FILE = re.compile(
    r"\b(?:file|csv|table|list|log|document|data)\b[^.]{0,30}\b(?:has|have|contains?|lists?|holds?|covers?)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def find_claims(sheet: Sheet) -> Iterator[JsonObject]:
    """Yield each sentence that counts rows, lines or columns of a file that was given."""
    given = [section for section in sheet.named("given") if section.text.strip()]
    for sentence in _SENTENCE.split(sheet.answer):
        match = _COUNT.search(sentence)
        file = _file_meant(sentence, given)
        if match is not None and file is not None:
            yield _claim(sentence.strip(), match, file)


def is_contradicted(quote: str, sheet: Sheet) -> bool:
    """Return whether the passage says a count that the file it means does not have."""
    return any(
        claim["state"] == "contradicted" and (str(claim["quote"]) in quote or quote in str(claim["quote"]))
        for claim in find_claims(sheet)
    )


def _file_meant(sentence: str, given: list[Section]) -> Section | None:
    """Return the file that the sentence names and says to hold something, or the only one that was given."""
    for section in given:
        name = re.escape(PurePosixPath(section.attributes.get("path", "?")).name)
        if re.search(
            rf"{name}`?\s+(?:also\s+)?(?:has|have|contains?|lists?|holds?|covers?)\b", sentence, re.IGNORECASE
        ):
            return section
    return given[0] if len(given) == 1 and _OF_A_FILE.search(sentence) else None


def _claim(sentence: str, match: "re.Match[str]", file: Section) -> JsonObject:
    said = match["number"].lower()
    stated = _WORD_NUMBERS.get(said) or int(said)
    counts = _counts(file, match["unit"].lower())
    return {
        "claim": sentence,
        "type": "factual",
        "kind": _KIND,
        "quote": sentence,
        "state": "verified" if stated in counts else "contradicted",
        "evidence": f"counted {min(counts)} in {file.attributes.get('path', 'the file')}",
    }


def _counts(file: Section, unit: str) -> set[int]:
    """Return every honest count: with or without a heading row, with or without empty lines."""
    lines = file.text.splitlines()
    filled = [line for line in lines if line.strip()]
    if unit.startswith("column"):
        return {len(next(csv.reader(io.StringIO(filled[0]))))}
    return {len(lines), len(filled), max(len(filled) - 1, 0)}
