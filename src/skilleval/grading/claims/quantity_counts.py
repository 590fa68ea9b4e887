"""How many of what a quantity names a document has: by form, by a qualifier, or by its own words."""

from functools import lru_cache

import regex

from skilleval.grading.claims.grids import steps_of
from skilleval.grading.claims.quantity_words import FINDING, LINE_LIKE, OWN_WORDS
from skilleval.grading.claims.scene import Document
from skilleval.grading.claims.tally import counts_of, lines_holding, lines_matching


@lru_cache(maxsize=64)  # an answer may say one thing a thousand times
def counted(said: str, qualifier: str, document: Document) -> frozenset[int]:
    """Return every honest count of what is said, narrowed by a qualifier or by none."""
    return frozenset(_honest_counts(said, qualifier, document))


def _honest_counts(said: str, qualifier: str, document: Document) -> set[int]:
    noun = said if said.isupper() else said.lower()
    singular = singular_form(noun)
    if qualifier and singular_form(qualifier.lower()) in stem_of(document):
        return counts_of(noun.lower(), document)
    if qualifier:
        return _qualified(qualifier, noun, document)
    if singular.lower() in OWN_WORDS and not (singular.lower() == "test" and "test" in document.name.lower()):
        return set()
    counts = lines_holding(singular.upper(), document)
    if singular.lower() in FINDING:
        return counts | counts_of_named(singular.lower(), document)
    return counts or counts_of(noun.lower(), document)


def _qualified(qualifier: str, noun: str, document: Document) -> set[int]:
    """Return how many things of one kind there are: "ERROR lines", "5xx responses", "numbered sections"."""
    levels = {"top-level": 1, "first-level": 1, "second-level": 2, "third-level": 3}
    if qualifier.lower() in levels and singular_form(noun) in {"heading", "section", "title"}:
        mark = "#" * levels[qualifier.lower()]
        return lines_matching(rf"^{mark}\s", document)
    if regex.fullmatch(r"[1-5]xx", qualifier):
        return lines_matching(rf"(?<!\d){qualifier[0]}\d\d(?!\d)", document)
    if qualifier == "numbered" and (numbered := len(steps_of(document))):
        return {numbered}
    if singular_form(noun) in LINE_LIKE or (qualifier in document.text and not qualifier.islower()):
        return lines_holding(qualifier, document)
    return counts_of(f"{qualifier} {noun}", document)


def stem_of(document: Document) -> set[str]:
    """Return the words of a file's name, in the singular: what its rows are."""
    return {
        singular_form(word) for word in regex.findall(r"[a-z]+", document.name.lower().rpartition(".")[0])
    }


def counts_of_named(singular: str, document: Document) -> set[int]:
    """Return how many things a document itself calls so, by the beginnings of its lines: `fix: …`."""
    starts = regex.findall(
        rf"^\W*{regex.escape(singular)}(?:\([^)]*\))?!?:\s", document.text, regex.MULTILINE | regex.IGNORECASE
    )
    below = (
        counts_of(singular, document)
        if regex.search(
            rf"^[#*\s]*{regex.escape(singular)}(?:s|es)?\b[:*\s]*$",
            document.text,
            regex.MULTILINE | regex.IGNORECASE,
        )
        else set()
    )
    return ({len(starts)} if starts else set()) | below


def singular_form(noun: str) -> str:
    """Return a noun in the singular; one in capitals stays a token."""
    if noun.isupper():
        return noun.removesuffix("S")
    irregular = {"entries": "entry", "fixes": "fix", "people": "person", "TODOs": "TODO", "FIXMEs": "FIXME"}
    known = irregular.get(noun) or irregular.get(noun.lower())
    if known:
        return known
    return (
        noun[:-3] + "y"
        if noun.endswith("ies")
        else noun[:-2]
        if noun.endswith(("xes", "sses", "ches"))
        else noun.removesuffix("s")
    )
