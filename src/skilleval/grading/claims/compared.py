"""What two versions have in common, and what one has more: "the other four are identical".

Held against the lines of the old and the new version of a file, or of the two texts that were given.
"""

from collections.abc import Iterator
from itertools import combinations

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.edited import differences
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.newest import aliased, pairs, stands_in
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.numerals import is_range
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_SAME = regex.compile(
    rf"\b(?P<number>{NUMBER})\s+(?:(?:other|remaining|lines?|clauses?|rows?|items?|entries|"
    rf"points?|sections?|steps?|rules?|of them|ones)\s+)*"
    r"(?:are|is|were|was|stay(?:ed)?|remain(?:ed)?|kept|keep)\s+(?:word for "
    r"word\s+)?(?:the\s+)?(?:identical|unchanged|the same|untouched|as (?:they|it) (?:were|"
    r"was)|same|their wording)",
    regex.IGNORECASE,
)
_ADDED = regex.compile(
    rf"\b(?P<number>{NUMBER})\s+(?:new\s+)?(?P<what>lines?|rows?)\s+(?:\w+ly\s+)?(?:were |was |"
    rf"have been |has been )?(?P<verb>added|inserted|appended|removed|deleted|dropped)\b|"
    rf"\b(?P<verb>added|inserted|appended|removed|deleted|"
    rf"dropped)\s+(?P<number>{NUMBER})\s+(?:new\s+)?(?P<what>lines?|rows?)\b",
    regex.IGNORECASE,
)
_NEW_ONES = regex.compile(
    rf"\b(?P<number>{NUMBER})\s+new\s+`?(?P<token>[\w-]{{3,}})`?\s+(?P<what>lines?|directives?|"
    rf"entries|keys?|settings?|rules?|imports?|options?|rows?|fields?)\b",
    regex.IGNORECASE,
)
_LABEL = regex.compile(r"^\s*(?:\d+[.)]|[-*+])\s*")
_NOT = regex.compile(r"\b(?:if|should|would|could|not|never|no|must|can|may)\b|n['’]t\b", regex.IGNORECASE)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each number of equal, added or removed lines that no two versions give."""
    if not scene.is_answer or not scene.documents:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        compared = _compared(scene, sentence)
        for found in _SAME.finditer(sentence.masked):
            known = {count for old, new in compared for count in _equal(old, new)}
            yield from _judged(sentence, found, known)
        for found in _ADDED.finditer(sentence.masked):
            is_gone = regex.fullmatch("removed|deleted|dropped", found["verb"], regex.IGNORECASE) is not None
            changes = [_changed(old, new) for old, new in pairs(scene)]
            known = {count for one in changes for count in one[int(is_gone)]}
            known |= {sum(max(one[int(is_gone)], default=0) for one in changes)}
            yield from _judged(sentence, found, known if changes else set())
        for found in _NEW_ONES.finditer(sentence.text):
            yield from _judged(sentence, found, _new_ones(scene, found["token"]))


def _compared(scene: Scene, sentence: Sentence) -> tuple[tuple[Document, Document], ...]:
    named = {one.path for one in aliased(sentence.text, scene)}
    changed = tuple(pair for pair in pairs(scene) if not named or pair[0].path in named)
    given = [one for one in scene.documents if one.given]
    return changed or tuple(combinations(given, 2))


def _equal(old: Document, new: Document) -> set[int]:
    """Return how many lines two texts share, with and without empty ones."""
    mine, theirs = old.text.splitlines(), new.text.splitlines()
    unlabelled = [{_LABEL.sub("", line) for line in lines if line.strip()} for lines in (mine, theirs)]
    blocks = differences(tuple(mine), tuple(theirs))
    kept = set(range(len(mine))) - {n for low, high, _, _ in blocks for n in range(low, high)}
    return {len(kept), len([n for n in kept if mine[n].strip()]), len(unlabelled[0] & unlabelled[1])}


def _changed(old: Document, new: Document) -> tuple[set[int], set[int]]:
    """Return how many lines came, and how many went: all of them, and those that are not empty."""
    mine, theirs = old.text.splitlines(), new.text.splitlines()
    blocks = differences(tuple(mine), tuple(theirs))
    went = [mine[n] for low, high, _, _ in blocks for n in range(low, high)]
    came = [theirs[n] for _, _, low, high in blocks for n in range(low, high)]
    surplus = len(theirs) - len(mine)
    return (
        {len(came), len([line for line in came if line.strip()]), max(surplus, 0)},
        {len(went), len([line for line in went if line.strip()]), max(-surplus, 0)},
    )


def _new_ones(scene: Scene, token: str) -> set[int]:
    """Return how many of the lines that came have a token, at their start or anywhere."""
    counts = set()
    for old, new in pairs(scene):
        blocks = differences(tuple(old.text.splitlines()), tuple(new.text.splitlines()))
        came = [line for _, _, low, high in blocks for line in new.text.splitlines()[low:high]]
        counts |= {
            sum(token.lower() in line.lower() for line in came),
            sum(stands_in(token, line) for line in came),
        }
    return counts if max(counts, default=0) else set()


def _judged(sentence: Sentence, found: "regex.Match[str]", known: set[int]) -> Iterator[Claim]:
    clause = regex.split(r"[.;:]\s|,\s", sentence.masked[: found.start()])[-1]
    if not known or is_range(sentence.masked, found.span("number")) or _NOT.search(clause):
        return
    if number_from(found["number"]) not in known:
        evidence = f"counted {' or '.join(map(str, sorted(known)[:4]))}"
        end = found.end() + len(regex.split(r"[.;:]", sentence.masked[found.end() :])[0])
        yield settled(
            kind=COUNT, quote=sentence.text[found.start() : end].strip(), holds=False, evidence=evidence
        )
