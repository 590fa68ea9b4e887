"""Phrases for figures: "the sum of a column", "the count of lines", "the stated balance"."""

import re

from skilleval.testing.offline.orders import Instruction, Operation, Quantity
from skilleval.testing.offline.sentences import Sentence

_OPERATIONS: dict[str, Operation] = {
    "sum": "sum", "total": "sum", "average": "average", "mean": "average", "maximum": "maximum",
    "largest": "maximum", "highest": "maximum", "minimum": "minimum", "smallest": "minimum",
    "lowest": "minimum", "number": "count", "count": "count",
}  # fmt: skip
_WORDS = "|".join(_OPERATIONS)
_VERB = re.compile(
    r"\b(?:report|give|state|compute|calculate|work out|show|name|include|add|compare|check|tell|"
    r"what is|what's)\b",
    re.IGNORECASE,
)
_STOP = r"(?=[,.;?!)]|$| in | from | and | as | for each | per | by | that | with | to )"
_OF = re.compile(
    rf"\b(?P<word>{_WORDS})(?: value)? of (?:all |the |its )*(?P<what>[^,.;]+?){_STOP}", re.IGNORECASE
)
_ROW = re.compile(
    rf"\b(?:row|line|item|entry) with the (?P<word>highest|largest|lowest|smallest) "
    rf"(?P<what>[^,.;]+?){_STOP}",
    re.IGNORECASE,
)
_STATED = re.compile(rf"\b(?:stated|printed|given) (?P<what>[^,.;]+?){_STOP}", re.IGNORECASE)
_DIFFERENCE = re.compile(r"\bdifference between (?P<a>.+?) and (?P<b>.+)$", re.IGNORECASE)
_BY = re.compile(r"\b(?:for each|per|by) (?P<by>[\w ‹›]+?)(?=[,.;]|$| and | in | from )", re.IGNORECASE)
_CONTAINING = re.compile(r"\b(?:contain|mention)\w*\b(?P<texts>.*)$", re.IGNORECASE)


def is_stated_quantity(part: str) -> bool:
    """Return whether the part asks for a figure, so that a quoted text in it is a name or a filter."""
    return bool(_OF.search(part) or _ROW.search(part))


def quantities_in(sentence: Sentence, part: str) -> tuple[Instruction, ...]:
    """Return the figures that the part of the sentence asks for, in its order."""
    if not _VERB.search(part):
        return ()
    if between := _DIFFERENCE.search(part):
        sides = tuple(
            found for side in (between["a"], between["b"]) for found in _quantities(sentence, side)[:1]
        )
        return (Instruction(kind="difference", quantities=sides),) if len(sides) == 2 else ()
    return tuple(Instruction(kind="compute", quantities=(q,)) for q in _quantities(sentence, part))


def _quantities(sentence: Sentence, part: str) -> list[Quantity]:
    by, containing = _BY.search(part), _CONTAINING.search(part)
    grouped = sentence.plain(by["by"]) if by else ""
    texts = sentence.quoted(containing["texts"]) if containing else ()
    found = [(m.start(), _OPERATIONS[m["word"].lower()], m["what"]) for m in _OF.finditer(part)]
    found += [(m.start(), _row_operation(m["word"]), m["what"]) for m in _ROW.finditer(part)]
    found += [(m.start(), "stated", m["what"]) for m in _STATED.finditer(part)]
    return [
        Quantity(operation=operation, what=sentence.plain(what), by=grouped, containing=texts)
        for _, operation, what in sorted(found)
    ]


def _row_operation(word: str) -> Operation:
    return "row-maximum" if _OPERATIONS[word.lower()] == "maximum" else "row-minimum"
