"""Words for places: "line 12", "the last section", "cart.py:8", and the clause around one."""

from collections.abc import Sequence

import regex

from skilleval.domain.stems import stems
from skilleval.grading.claims.outline import Part
from skilleval.grading.claims.text import Block

_CARDINALS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10,
}  # fmt: skip
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "1st": 1, "2nd": 2, "3rd": 3, "opening": 1,
    **{f"{n}th": n for n in range(4, 100)}, "last": -1, "final": -1, "closing": -1, "penultimate": -2,
    "second to last": -2, "second-to-last": -2, "second-last": -2, "next to last": -2, "next-to-last": -2,
    "last but one": -2, "third to last": -3, "third-to-last": -3, "third-last": -3, "antepenultimate": -3,
    "fourth-to-last": -4, "fourth to last": -4,
}  # fmt: skip
"""Places from the start, or below zero from the end."""
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_UNIT = (
    r"lines?|steps?|clauses?|sections?|items?|points?|rules?|articles?|paragraphs?|§|rows?|chapters?|"
    r"parts?|"
    r"columns?|bullets?|entr(?:y|ies)|questions?|records?"
)
PLACE = regex.compile(
    rf"\b(?P<unit>{_UNIT})\s*(?:number|no\.?|nr\.?|#)?\s*(?P<label>\d{{1,4}}|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|[A-H]\b)(?:\s*(?:-|–|to|and|through)\s*(?P<last>\d+))?(?![\w%]|[.,:]\d)|"
    rf"(?:\b(?:the|its|your|our|in)|\()\s*(?:very\s+)?(?P<ordinal>{_ORDINAL})\s+(?:(?:data|bullet|main|numbered|whole)\s+)?(?:\w+\s+)??(?P<thing>[a-z]+)\b|"
    r"(?<=\.\w{1,5}`?):(?P<short>\d+)(?::\d+)?(?![\d:])|\bL(?P<short>\d+)\b",
    regex.IGNORECASE,
)
_NOT_THERE = regex.compile(
    r"\b(?:before|after|above|below|until|following|between|than|instead of|rather than|not|never|from|"
    r"near|around|about|"
    r"next to|replac\w+|since|like|unlike|moved? to|insert\w*|if|would|could|should|must|might|"
    r"may|to|"
    r"n['’]t|except|without|no)\s*(?:the\s+)?$|\b(?:if|would|could|should|must|might|suggest\w*|"
    r"recommend\w*|"
    r"expected|add|move|put|place|insert|never|not|no|nothing|nowhere)\b|n['’]t\b",
    regex.IGNORECASE,
)
"""What stands before a place where nothing is said to stand there, or only wished."""
_WISHED = regex.compile(
    r"\b(?:must|should|could|would|might|shall|if|unless|please|make sure|ensure|replace|rename|insert|"
    r"change)\b",
    regex.IGNORECASE,
)
_PREPOSED = regex.compile(
    r"\b(?:on|in|at|under|by|see|as|with|is|are|was|were)\s+(?:the\s+)?$|[(\[,–—:]\s*$", regex.IGNORECASE
)
_CUT = regex.compile(
    r"[.;:!?]\s|,\s+(?:and|but|while|so|then|whereas)\s|\s+(?:and|but|while|"
    r"whereas)\s+(?:the|a|an|its|"
    r"then|line|step|section)\s",
    regex.IGNORECASE,
)
_HANGS = regex.compile(r",\s+(?:which|because|since|although|as|before|after|until)\s", regex.IGNORECASE)
"""What goes on to say something else of the place."""
_RELATIVE = regex.compile(
    r"^\W*,?\s*(?:where|which|that|says?|states?|reads?|covers?|deals|is|are|was|tells?|asks?|requires?|"
    r"describes?|explains?|mentions?|contains?|has|have|sets?|defines?|governs?|concerns?|addresses|"
    r"talks?|speaks?|lists?|names?|goes|begins|starts|opens|ends|closes|belongs|regulates?|handles?|"
    r"provides?|gives?|allows?)\b",
    regex.IGNORECASE,
)
_ASIDE = regex.compile(r"\s*\([^()]*\)|\s*[:,–—-]\s*[`\"“„«]·+[^`\"”“»]*[`\"”“»]")
"""What stands there, in brackets or behind a colon: on line 6 (`app.listen(3000);`)."""
_TOLD = regex.compile(r":\s*[`\"“„«]·+[^`\"”“»]*[`\"”“»]")
_PICKS = regex.compile(
    rf"\b(?P<ordinal>{_ORDINAL})\s+(?P<what>`·+`|[A-Z_]{{3,}}|[\w-]+)(?:\s+"
    rf"[\w-]+){{0,6}}\W*(?:[\w-]+\W+){{0,3}}$",
    regex.IGNORECASE,
)
EMPTY = stems(
    """
    regulated handled discussed settled specified outlined treated logged reported shown
    address appear ask belong bottom call called change chapter class clause column come command
    comment concern constant contain cover deal declared defined describe directive document end
    entry error explain field file find first found function give go goes govern happen happens
    import instruction introduce issue item keep keyword last lie line list live located macro make
    mention method mistake named newcomer note now number occur one option order page paragraph part
    place point problem put question read refer require row rule said says second seconds section see
    set show sit slowest speak stand start statement states step takes talk tell text thing third top
    treat value variable word
    """
)

SEVERAL = 2
LONGEST = 500
"""Places that a range may cover."""


def span_of(masked: str, mark: "regex.Match[str]", room: tuple[int, int]) -> tuple[int, int] | None:
    """Return the clause around a place in which it is told what stands there; None where it is wished."""
    span = _clause(masked, mark, room)
    return None if span is None or _WISHED.search(masked, *span) else span


def is_own(mark: "regex.Match[str]", blocks: Sequence[Block]) -> bool:
    """Return whether the text itself numbers what is named: "Step 3" of an answer that has steps."""
    if not (mark["label"] or "").isdigit() or unit_of(mark) in {"line", "row", "column", "clause", "section"}:
        return False
    unit, label = unit_of(mark), mark["label"]
    own = regex.compile(rf"^\W*(?:{unit})\s+{label}\s*(?:[:.—–-]|$)", regex.IGNORECASE)
    listed = unit in {"item", "point"} and any(block.number == int(label) for block in blocks)
    return listed or any(own.match(block.text) for block in blocks)


def _clause(masked: str, mark: "regex.Match[str]", room: tuple[int, int]) -> tuple[int, int] | None:
    start = max([room[0], *(hit.end() for hit in _CUT.finditer(masked[: mark.start()]))])
    before = masked[start : mark.start()]
    if _NOT_THERE.search(before):
        return None
    if masked[mark.end() : mark.end() + 1] in {")", "]"}:
        return start, mark.end() + 1
    if aside := _ASIDE.match(masked, mark.end(), room[1]):
        return start, aside.end() + (masked[aside.end() : aside.end() + 1] in {")", "]"})
    cuts = [cut for end in (_CUT, _HANGS) if (cut := end.search(masked, mark.end(), room[1]))]
    cut = min(cuts, key=lambda found: found.start(), default=None)
    end = cut.start() + 1 if cut else room[1]
    if told := _TOLD.match(masked, end - 1):
        end = told.end()
    has_before = bool(stems(before) - EMPTY) or "·" in before
    if has_before and _PREPOSED.search(before) and not _RELATIVE.match(masked[mark.end() : end]):
        return start, mark.end()
    return start, end


def picked(before: str) -> tuple[int, str]:
    """Return which of several places an ordinal before one picks, and of what: the last `TODO` is -1."""
    found = _PICKS.search(before)
    return (_ORDINALS[found["ordinal"].lower()], found["what"]) if found else (0, "")


def unit_of(mark: "regex.Match[str]") -> str:
    """Return what a place is called, in the singular; a bare number behind a file is that of a line."""
    word = (mark["unit"] or mark["thing"] or "line").lower()
    return {"entries": "entry", "place": "line", "position": "line", "spot": "line"}.get(
        word, word.removesuffix("s") if len(word) > 2 else word
    )


def stated_in(mark: "regex.Match[str]", parts: tuple[Part, ...]) -> frozenset[str]:
    """Return the labels that are stated, as far as the sequence has them."""
    labels = frozenset(label for part in parts for label in part.labels)
    if mark["ordinal"]:
        if len(parts) < SEVERAL:
            return frozenset()  # what is the only one is no last one
        number = _ORDINALS[mark["ordinal"].lower()]
        index = number - 1 if number > 0 else len(parts) + number
        return frozenset(parts[index].labels[:1]) if 0 <= index < len(parts) else frozenset()
    label = (mark["label"] or mark["short"]).lower()
    label = str(_CARDINALS.get(label, label))
    if mark["last"] and label.isdigit():
        numbers = range(int(label), min(int(mark["last"]), int(label) + LONGEST) + 1)
        return frozenset(map(str, numbers)) & labels
    return frozenset({label} & labels)
