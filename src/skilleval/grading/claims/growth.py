"""How much longer or shorter a text is than another, or became: "two lines shorter", "from 15 lines to 6".

Any two texts of the trial that may be compared are a reading, and the old and the new version of one.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import CHARACTERS, COUNT, WORDS
from skilleval.grading.claims.measured import UNITS, counts_in, unit_of
from skilleval.grading.claims.newest import aliased, pairs
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.tally import counts_of
from skilleval.grading.claims.text import Sentence

_THINGS = (
    r"rows?|columns?|items?|entries|entry|clauses?|sections?|steps?|questions?|bullets?|points?|keys?|"
    r"functions?|tests?|headings?|records?|rules?|fields?|methods?|commands?|packages?"
)
_UNIT = rf"(?:{'|'.join(UNITS.values())}|{_THINGS})"
_FROM_TO = regex.compile(
    rf"\bfrom\s+(?P<old>{NUMBER})\s+(?:(?P<unit>{_UNIT})\s+)?(?:(?:down|up|all the way)\s+)?to\s+"
    rf"(?:(?:just|only|exactly|now)\s+)*(?P<new>{NUMBER})(?:\s+(?P<unit>{_UNIT}))?\b",
    regex.IGNORECASE,
)
_BY_HOW_MUCH = regex.compile(
    rf"(?P<number>{NUMBER}|\ba)\s+(?P<unit>{_UNIT})\s+(?P<more>longer|shorter|bigger|smaller|more|fewer|less)\b",
    regex.IGNORECASE,
)
_KINDS = {"words": WORDS, "characters": CHARACTERS}


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each stated growth that no two texts give."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        for found in _FROM_TO.finditer(sentence.masked):
            yield from _from_to(scene, sentence, found)
        for found in _BY_HOW_MUCH.finditer(sentence.masked):
            yield from _by_how_much(scene, sentence, found)


def counts(said: str, document: Document) -> frozenset[int]:
    """Return every honest count of a unit or of a kind of things in a document."""
    if regex.fullmatch(_THINGS, said, regex.IGNORECASE):
        return frozenset(counts_of(said.lower(), document))
    unit = unit_of(said)
    return frozenset(_lines(document)) if unit == "lines" else counts_in(document, unit)


def _from_to(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    unit = found["unit"]
    if not unit:
        return
    old, new = number_from(found["old"]), number_from(found["new"])
    compared = [
        (before, after)
        for one, other in _compared(scene, sentence)
        if (before := counts(unit, one)) and (after := counts(unit, other))
    ]
    if compared and not any(old in before and new in after for before, after in compared):
        yield _claim(unit, sentence.text[_start(sentence, found.start()) : found.end()], compared[0])


def _compared(scene: Scene, sentence: Sentence) -> list[tuple[Document, Document]]:
    """Return the pairs of old and new: of the file that is named, else of any two files."""
    named = {one.path for one in aliased(sentence.text, scene)}
    changed = [pair for pair in pairs(scene) if not named or pair[0].path in named]
    if changed:
        return changed
    given = [one for one in scene.documents if one.given]
    return [(one, other) for one in given for other in scene.documents if one is not other]


def _by_how_much(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    is_length = found["more"].lower() in {"longer", "shorter", "bigger", "smaller"}
    than = regex.match(
        r"\s+than\s+(?:before|it was|the (?:original|old|first|previous|given))\b",
        sentence.masked[found.end() :],
    )
    if not is_length and not than:
        return
    stated = 1 if found["number"].lower() == "a" else number_from(found["number"])
    named = {one.path for one in aliased(sentence.text, scene)}
    known = [(one.path in named, counts(found["unit"], one)) for one in scene.documents]
    differences = {
        abs(mine - theirs)
        for number, (is_meant, ours) in enumerate(known)
        for other, (_, others) in enumerate(known)
        if number != other and (is_meant or not named)
        for mine in ours
        for theirs in others
    }
    if unit_is_whole(found["unit"]):
        documents = [one for pair in pairs(scene) for one in pair if one.path in named] if than else []
        differences = _whole_differences(documents or scene.documents, found["unit"], named)
    if differences and stated not in differences:
        quote = sentence.text[_start(sentence, found.start()) : found.end()]
        yield _claim(found["unit"], quote, (frozenset(differences), frozenset()))


def unit_is_whole(said: str) -> bool:
    """Return whether a unit is compared of whole files only: lines and things, not words."""
    return regex.fullmatch(rf"{UNITS['lines']}|{_THINGS}", said, regex.IGNORECASE) is not None


def _whole_differences(documents: Sequence[Document], unit: str, named: set[str]) -> set[int]:
    """Return by how many lines or things any two files differ, one of them the named one."""
    is_lines = regex.fullmatch(UNITS["lines"], unit, regex.IGNORECASE) is not None
    known = [(one, _lines(one) if is_lines else tuple(counts_of(unit.lower(), one))) for one in documents]
    return {
        abs(mine - theirs)
        for one, ours in known
        for other, others in known
        if one is not other and (not named or one.path in named)
        for mine, theirs in (zip(ours, others, strict=False) if is_lines else product(ours, others))
    }


def _lines(document: Document) -> tuple[int, int]:
    """Return how many lines a text has: all of them, and those that are not empty."""
    lines = document.text.splitlines()
    return len(lines), len([line for line in lines if line.strip()])


def _start(sentence: Sentence, position: int) -> int:
    cuts = regex.finditer(r"[.;:]\s|,\s(?:and\s)?", sentence.masked[:position])
    return max((cut.end() for cut in cuts), default=0)


def _claim(unit: str, quote: str, known: tuple[frozenset[int], frozenset[int]]) -> Claim:
    kind = COUNT if regex.fullmatch(_THINGS, unit, regex.IGNORECASE) else _KINDS.get(unit_of(unit), COUNT)
    told = " to ".join("/".join(map(str, sorted(one)[:3])) for one in known if one)
    return settled(kind=kind, quote=quote.strip(" ,("), holds=False, evidence=f"counted {told} {unit}")
