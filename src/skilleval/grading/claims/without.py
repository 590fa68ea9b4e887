"""Figures without one of the rows ("without s05 the mean is 19.9"), and the first and last of dates."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import POSITION, TOTAL
from skilleval.grading.claims.newest import made, stands_in
from skilleval.grading.claims.numbers import AMOUNT, amounts_from, decimals_in
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.series import FOLDS, body_of, number_in
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_WITHOUT = regex.compile(
    rf"\b(?:without|excluding|leaving out|leaving aside|"
    rf"minus)\s+(?P<name>[\w-]+),?\s+the\s+(?P<fold>mean|average|median|total|sum)\s+"
    rf"(?:is|was|would be|drops to|falls to|would drop to|would fall to|goes down to|rises to|"
    rf"would rise to|comes to)\s+(?P<number>{AMOUNT})",
    regex.IGNORECASE,
)
_DATE = r"(?P<date>\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{4}-\d{2}-\d{2})"
_ENDS = regex.compile(
    rf"\b(?P<end>früheste|späteste|erste|letzte|earliest|"
    rf"latest)\b(?:\s+\p{{L}}+)?\s+(?:ist\s+)?(?:der|is|on|am|date is)?\s*{_DATE}",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each figure without a row, and each first or last date, that no table gives."""
    if not scene.is_answer or not scene.documents:
        return
    for sentence in scene.sentences:
        for found in _WITHOUT.finditer(sentence.masked):
            yield from _figure(scene, sentence, found)
        for found in _ENDS.finditer(sentence.text):
            yield from _date(scene, sentence, found)


def _figure(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    fold = {"mean": "average", "sum": "total"}.get(found["fold"].lower(), found["fold"].lower())
    work = FOLDS.get(fold, sum)
    known = [work(numbers) for one in scene.documents for numbers in _left(one, found["name"])]
    slack = 0.5 * 10.0 ** -decimals_in(found["number"]) + 1e-9
    stated = amounts_from(found["number"])
    if known and not any(abs(value - one) <= slack for value in known for one in stated):
        yield _claim(TOTAL, sentence, found, f"it is {known[0]:g}")


def _left(document: Document, name: str) -> Iterator[list[float]]:
    """Yield the columns of numbers of a table without the rows of a name."""
    rows = body_of(document)
    if not any(stands_in(name, cell) for row in rows for cell in row):
        return
    rest = [row for row in rows if not any(stands_in(name, cell) for cell in row)]
    for place in range(min(map(len, rest), default=0)):
        numbers = [number for row in rest if (number := number_in(row[place])) is not None]
        if numbers and len(numbers) == len(rest):
            yield numbers


def _date(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "the latest is 25.05.", where each text that has dates has a later one."""
    is_last = found["end"].lower() in {"späteste", "letzte", "latest"}
    stated = _key(found["date"])
    ends = []
    for one in made(scene) or scene.documents:
        cells = [cell for row in body_of(one) for cell in row] or [one.text]
        keys = [_key(hit.group()) for cell in cells for hit in regex.finditer(_DATE, cell)]
        ends += [max(keys) if is_last else min(keys)] if keys else []
    if ends and stated not in ends:
        yield _claim(POSITION, sentence, found, f"there is {'a later' if is_last else 'an earlier'} one")


def _key(date: str) -> tuple[int, ...]:
    """Return a date as month and day, which is how far its forms agree."""
    numbers = [int(part) for part in regex.findall(r"\d+", date)]
    return (numbers[1], numbers[2]) if "-" in date else (numbers[1], numbers[0])


def _claim(kind: str, sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    return settled(
        kind=kind,
        quote=sentence.text[found.start() : found.end()].rstrip("., "),
        holds=False,
        evidence=evidence,
    )
