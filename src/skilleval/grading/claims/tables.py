"""Counts in a table or list of the answer: one label a row, and how often it stands in what is known."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.tally import lines_holding, rows_of

_COUNTS = regex.compile(
    r"^(?:(?:the )?(?:count|counts|#|n|no\.?|times|occurrences?|frequency|hits|matches|how (?:many|often)|"
    r"anzahl|nombre|cantidad)|"
    r"(?:number|count) of (?:lines|rows|entries|messages|occurrences|times|records|items))$",
    regex.IGNORECASE,
)
_RULE = regex.compile(r"[\s|:-]+")
_ITEM = regex.compile(
    rf"^[*_`]*(?P<label>[A-Z][A-Z_]{{2,}})[*_`]*\s*(?::|–|—|-|=|×|x)\s*[*_]*(?P<number>{NUMBER})[*_]*"
    r"(?:\s+(?:lines?|entries|times|messages?|occurrences?|rows?|records?))?[.,;]?$"
)
"""An item of a list of counts; its label stands in capitals, as levels of a log do."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each row whose label stands in a document, held against how often it does."""
    header: list[str] = []
    for block in scene.blocks:
        if block.kind == "item" and (item := _ITEM.match(block.text.strip())):
            yield from _judged(scene, item["label"], item["number"], block.text)
        cells = [cell.strip(" *_`") for cell in block.text.strip("| ").split("|")]
        if block.kind != "table":
            header = []
        elif not header:
            header = cells
        elif not _RULE.fullmatch(block.text) and len(cells) == len(header):
            yield from _row(scene, header, cells, block.text.strip("| "))


def _row(scene: Scene, header: list[str], cells: list[str], row: str) -> Iterator[Claim]:
    for name, cell in zip(header[1:], cells[1:], strict=True):
        if _COUNTS.match(name) and regex.fullmatch(NUMBER, cell, regex.IGNORECASE):
            yield from _judged(scene, cells[0], cell, row)


def _judged(scene: Scene, label: str, number: str, quote: str) -> Iterator[Claim]:
    known = {count for document in scene.documents for count in _counts(label, document)}
    if known:
        yield settled(
            kind=COUNT,
            quote=quote,
            holds=count_from(number) in known,
            evidence=f"{label} stands {' or '.join(map(str, sorted(known)))} times",
        )


def _counts(label: str, document: Document) -> set[int]:
    """Return how often a label stands: as a cell in data, else as a word, also in capitals."""
    rows = rows_of(document)
    if rows:
        cells = sum(cell.strip() == label for row in rows[1:] for cell in row)
        return {cells, *lines_holding(label, document)} if cells else set()
    return set().union(*(lines_holding(form, document) for form in {label, label.upper(), label.lower()}))
