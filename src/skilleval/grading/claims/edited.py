"""Where and how often a file was edited: "package.json: line 2", "five places in two files".

Held against the lines in which the old and the new version differ.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.change_phrases import EDITED
from skilleval.grading.claims.kinds import COUNT, POSITION
from skilleval.grading.claims.newest import pairs
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.paths import PATH, is_same_path
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_AT_LINE = regex.compile(
    rf"{PATH}\W{{0,3}}\s*(?:\(|:|,|–|—|at|in|on)\s*(?:at |in |on "
    rf")?lines?\s+(?P<line>\d+)\b(?!\s*(?:to|-|–|and|,)\s*\d)",
    regex.IGNORECASE,
)
_PLACES = regex.compile(
    rf"\b(?P<number>{NUMBER})\s+(?:different |separate |changed |edited )?(?P<what>places?|"
    rf"spots?|occurrences?|instances?|locations?|call sites?|edits?|lines?|words?|stellen?|"
    rf"endroits?|lugares)\b",
    regex.IGNORECASE,
)
_TOUCHED = regex.compile(
    rf"\b(?:{EDITED}|touched|edits?|replacements?|changes?|fixe[sd]|swapped|adapted|"
    rf"corrections?|geändert|ersetzt|modifié\w*|remplacé\w*|cambiad\w*)\b",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:if|not|never|no|would|could|should|longer|shorter|more|fewer|than|still|left|"
    r"remain\w*|untouched)\b|n['’]t\b",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each place or number of edits that the two versions of no file bear out."""
    changed = pairs(scene)
    if not scene.is_answer or not changed:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _AT_LINE.finditer(sentence.text):
            yield from _at_line(scene, sentence, found)
        for found in _PLACES.finditer(sentence.masked):
            yield from _places(scene, sentence, found)


def _at_line(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    rest = sentence.masked[found.end() :]
    before = regex.split(r"[.;]\s", sentence.masked[: found.start()])[-1]
    is_bare = regex.match(r"^\W*$|^[);]", rest) is not None and not before.strip(" *_-(`")
    is_told = _TOUCHED.search(before) is not None and regex.match(r"^\W*(?:$|[.;)])", rest) is not None
    meant = [pair for pair in pairs(scene) if is_same_path(pair[0].path, found["path"])]
    if (
        not meant
        or not (is_bare or is_told)
        or "·" in before.replace(found["path"], "")
        or _NOT.search(before)
    ):
        return
    touched = {number for pair in meant for number in lines_changed(*pair)}
    if touched and int(found["line"]) not in touched:
        evidence = f"{found['path']} was changed at {', '.join(map(str, sorted(touched)[:6]))}"
        yield settled(
            kind=POSITION,
            quote=sentence.text[found.start() : found.end()].strip(" ("),
            holds=False,
            evidence=evidence,
        )


def _places(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    clause_start = max(
        (cut.end() for cut in regex.finditer(r"[.;]\s", sentence.masked[: found.start()])), default=0
    )
    clause = sentence.masked[clause_start:]
    around = sentence.masked[max(clause_start, found.start() - 60) : found.end() + 30]
    if not _TOUCHED.search(around) or _NOT.search(regex.split(r"[.;]\s", clause)[0]):
        return
    number = number_from(found["number"])
    known = _edit_counts(scene)
    if known and number > 1 and number not in known:
        evidence = f"{' or '.join(map(str, sorted(known)[:4]))} lines differ"
        yield settled(
            kind=COUNT, quote=sentence.text[found.start() : found.end()], holds=False, evidence=evidence
        )


def _edit_counts(scene: Scene) -> set[int]:
    """Return every honest number of edits: lines, stretches and words that differ, and edit calls."""
    lines, hunks, words = [], [], []
    for old, new in pairs(scene):
        blocks = differences(tuple(old.text.splitlines()), tuple(new.text.splitlines()))
        gone, came = sum(b - a for a, b, _, _ in blocks), sum(d - c for _, _, c, d in blocks)
        lines.append({gone, came, gone + came})
        hunks.append(len(blocks))
        by_word = differences(
            tuple(regex.findall(r"\w+|[^\w\s]", old.text)), tuple(regex.findall(r"\w+|[^\w\s]", new.text))
        )
        words.append(
            {len(by_word), sum(b - a for a, b, _, _ in by_word), sum(d - c for _, _, c, d in by_word)}
        )
    known = {*(n for one in lines for n in one), *hunks, sum(hunks), *(n for one in words for n in one)}
    known |= {
        sum(max(one) for one in lines),
        sum(min(one) for one in lines),
        sum(min(one) for one in words),
        sum(max(one) for one in words),
    }
    edits = [
        call
        for call in scene.evidence.tool_calls
        if call.name.lower() in {"edit", "multiedit", "str_replace"}
    ]
    return known | ({len(edits)} if edits else set())


@lru_cache(maxsize=64)
def lines_changed(old: Document, new: Document) -> frozenset[int]:
    """Return the numbers of the lines that differ, in the old text and in the new one."""
    blocks = differences(tuple(old.text.splitlines()), tuple(new.text.splitlines()))
    return frozenset(
        number + 1 for a, b, c, d in blocks for number in (*range(a, max(b, a + 1)), *range(c, max(d, c + 1)))
    )


@lru_cache(maxsize=64)
def differences(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[int, int, int, int], ...]:
    """Return the stretches that differ, as (from, to) in the old lines and (from, to) in the new ones."""
    if max(len(old), len(new)) > 4_000:
        return ()
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple((a, b, c, d) for tag, a, b, c, d in codes if tag != "equal")
