"""What tells one place of a text from the others: quoted texts, names, and words that are not everywhere."""

from dataclasses import dataclass
from functools import lru_cache

import regex

from skilleval.domain.stems import stems
from skilleval.grading.claims.outline import Part
from skilleval.grading.claims.place_words import EMPTY
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.quote import plain

_PROPER = regex.compile(
    r"(?<=[a-z,;('’]\s)[A-Z][\w-]+|\b\d{1,2}:\d{2}\b|\b[A-Z]{1,4}-?\d{2,}\b|"
    r"(?<![\w`/.-])[A-Z][A-Z_]{2,}(?![\w`/.-])|(?<=\b(?:number|no\.|#) ?)\d+\b|"
    r"(?<![\w.,:/-])(?:\d{3,}(?:[.,]\d+)?|\d+[.,]\d+)(?![\w:/-]|[.,]\d)"
)
SURE = 4
"""Words of a quotation that belongs to the place of its clause, whatever stands between."""
LONG = 400
STRONG = 3
"""How much more a quoted text or a name weighs than a word."""


@dataclass(frozen=True)
class Token:
    """Something that tells places apart: a text as it is, or the stem of a word."""

    text: str
    is_word: bool

    @property
    def weight(self) -> int:
        """Return how much it says."""
        return 1 if self.is_word else STRONG

    def stands_in(self, part: Part) -> bool:
        """Return whether the part has it."""
        if self.is_word:
            return self.text in stems(part.text) or (
                len(self.text) >= SURE and self.text in _joined(part.text)
            )
        if regex.fullmatch(r"\d+(?:[.,]\d+)?", self.text):
            return regex.search(rf"(?<![\d.,]){regex.escape(self.text)}(?!\d|[.,]\d)", part.text) is not None
        if regex.fullmatch(r"[\w'’.-]+", self.text):
            return regex.search(rf"(?<!\w){regex.escape(self.text)}(?!\w)", part.text) is not None
        return plain(self.text).strip(" .,;:") in plain(part.text)


@lru_cache(maxsize=1024)
def _joined(text: str) -> str:
    """Return the letters of a short text alone: a word that is written in two there is found as well."""
    return regex.sub(r"\W", "", text.lower()) if len(text) < LONG else ""


_HOLDS = regex.compile(r"\b(?:in|inside|within)\s+(?:the\s+(?:\w+\s+)?)?$", regex.IGNORECASE)
"""What makes a name that of what holds the place: the assertion in `test_b`."""
_ADJOINS = regex.compile(
    r"^[\s,:(–—*]*(?:(?:says?|states?|reads?|is|are|was|stands?|appears?|sits?|reading|stating|saying|"
    r"which|that|on|"
    r"in|at|of|see|the|also|even|only|still|now|it|there|you|find)[\s,:(]+)*$",
    regex.IGNORECASE,
)
"""What may stand between a place and the text that is said to stand there."""


def adjoining(
    sentence: Sentence,
    span: tuple[int, int],
    mark: "regex.Match[str]",
    names: frozenset[str],
    *,
    sure: bool = False,
) -> tuple[str, bool]:
    """Return the text that is said to stand just at a place, and whether it is code; empty for none.

    `names` are those of files. With `sure` also one that is long enough to be that of the place, wherever it
    stands in the clause.
    """
    for start, end, text in spans(sentence.text):
        is_holder = _HOLDS.search(sentence.masked[:start]) is not None
        if not (span[0] <= start and end <= span[1]) or text in names or is_holder:
            continue
        low, high = (mark.end(), start) if mark.end() <= start else (end, mark.start())
        between = sentence.masked[low:high]
        is_told = mark.end() <= start and between.rstrip().endswith(":")
        if _ADJOINS.match(between) or is_told or (sure and len(text.split()) >= SURE):
            return text, sentence.text[start] == "`"
    return "", False


def tokens_of(
    sentence: Sentence, span: tuple[int, int], mark: "regex.Match[str]", names: frozenset[str]
) -> tuple[Token, ...]:
    """Return what the clause has that may tell places apart; the quoted text nearest to the place alone."""
    quoted = [
        one
        for one in spans(sentence.text)
        if span[0] <= one[0]
        and one[1] <= span[1]
        and one[2] not in names
        and not _HOLDS.search(sentence.masked[: one[0]])
    ]
    texts = (
        [min(quoted, key=lambda one: min(abs(one[1] - mark.start()), abs(one[0] - mark.end())))[2]]
        if quoted
        else []
    )
    clause = sentence.masked[span[0] : mark.start()] + " " + sentence.masked[mark.end() : span[1]]
    proper = [hit.group().removesuffix("'s").removesuffix("’s") for hit in _PROPER.finditer(clause)]
    strong = [
        Token(text, is_word=False)
        for text in dict.fromkeys((*texts, *proper))
        if len(text) > 1 or text.isalpha()
    ]
    words = stems(regex.sub(r"[`\"“”«»„]·*[`\"“”«»„]", " ", clause)) - EMPTY
    return (*strong, *(Token(word, is_word=True) for word in sorted(words) if len(word) > 2))
