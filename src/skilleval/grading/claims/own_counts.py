"""Counts of what the answer itself shows: "it puts four questions", "six bullets, the longest with six"."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT, WORDS
from skilleval.grading.claims.lengths import lengths_of
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from, is_range
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import named_in
from skilleval.grading.claims.text import Block, Sentence

_MARKS = {
    "question": r"\?+",
    "exclamation mark": r"!",
    "hashtag": r"(?<!\w)#\w+",
    "emoji": r"\p{Emoji_Presentation}",
    "placeholder": r"\[[^\]\n]+\](?!\()|\{\{?[^}\n]+\}\}?|<[A-Z_ ]+>",
    "link": r"https?://\S+",
    "exclamation point": r"!",
    "question mark": r"\?",
}
_NOUN = "|".join(f"{noun}s?" for noun in sorted(_MARKS, key=len, reverse=True))
_HOLDS = (
    r"(?:has|have|puts?|asks?|contains?|poses?|uses?|includes?|makes?|raises?|comes? with|carries|with|"
    r"features?|"
    r"ends? with|closes? with)"
)
_MARKED = regex.compile(
    rf"\b{_HOLDS}\s+(?:(?:exactly|just|only|precisely|a total of)\s+)*(?P<number>{NUMBER}|no)\s+"
    rf"(?:(?:short|open|direct|different|clear)\s+)?(?P<noun>{_NOUN})\b",
    regex.IGNORECASE,
)
_OWN = regex.compile(
    r"\b(?:it|this|the (?:\w+ )?(?:text|draft|mail|e-?mail|message|post|reply|letter|version|body|copy|"
    r"poem|note|speech|"
    r"caption|tweet|ad|description|answer|invitation|script|notice|announcement|comment|response|"
    r"subject(?: line)?))\W*"
    r"(?:\w+ly\s+|also\s+|now\s+|only\s+)*$",
    regex.IGNORECASE,
)
_LISTED = regex.compile(
    rf"^\W*(?:that['’]s |that is |this is |these are |in all,? |i (?:used|wrote|kept) |"
    rf"there are )?(?P<number>{NUMBER})\s+"
    r"(?:short |bullet |numbered |main )?(?P<noun>bullets?|points?|items?|steps?|"
    r"entries)(?=\s*(?:[,.:;!)–—]|in (?:all|total)|$))",
    regex.IGNORECASE,
)
_LONGEST = regex.compile(
    rf"\bthe (?P<end>longest|shortest)(?: (?:bullet|point|item|line|one|of them))?\s+(?:with|has|is|of|at|"
    rf"having|counts|"
    rf"being|runs to|contains)\s+(?:just |only |exactly )?(?P<number>{NUMBER})[\s-](?P<unit>words?|"
    rf"characters?)\b",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each count of marks in a text that the answer shows, and of the points of its own list."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        if named_in(sentence.text, scene) or sentence.is_question:
            continue
        yield from _marks(scene, sentence)
        yield from _points(scene, sentence)


def _marks(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    texts = tuple(_shown(scene, sentence))
    for found in _MARKED.finditer(sentence.masked):
        clause = regex.split(r"[.;:]\s|,\s+(?:and|but)\s+|\s+and\s+", sentence.masked[: found.start()])[-1]
        if not texts or not _OWN.search(clause) or is_range(sentence.masked, found.span("number")):
            continue
        noun = next(noun for noun in _MARKS if regex.fullmatch(f"{noun}s?", found["noun"], regex.IGNORECASE))
        counts = {len(regex.findall(_MARKS[noun], text)) for text in texts}
        stated = 0 if found["number"].lower() == "no" else count_from(found["number"])
        bound = bound_of(sentence.masked[: found.start("number")], sentence.masked[found.end() :])
        yield _claim(COUNT, _passage(sentence, found), counts, holds=is_true(stated, counts, bound))


def _shown(scene: Scene, sentence: Sentence) -> Iterator[str]:
    """Yield what the answer shows: drafts, quotes and code; else, with nothing given, what stands above."""
    shown = [block.text for block in scene.blocks if block.kind in {"draft", "quote", "code"}]
    if shown:
        yield from (*shown, "\n".join(shown))
    elif not scene.documents:
        above = [block.text for block in scene.blocks[: sentence.block]]
        yield from ("\n".join(above), *above) if above else ()


def _points(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    """Yield what is said of a list that stands above: how many points it has, and how long the longest is."""
    lists = tuple(_lists(scene.blocks[: sentence.block]))
    if not lists or scene.blocks[sentence.block].kind == "item":
        return
    if (found := _LISTED.match(sentence.masked)) and not is_range(sentence.masked, found.span("number")):
        counts = {len(lists[-1]), sum(map(len, lists)), len(lists)}
        counts |= {sum(item.indent <= run[0].indent for item in run) for run in lists}
        yield _claim(COUNT, sentence.text[: found.end()], counts, holds=count_from(found["number"]) in counts)
    if found := _LONGEST.search(sentence.masked):
        best = max if found["end"].lower() == "longest" else min
        lengths = [lengths_of(item.text, found["unit"].lower()) for item in lists[-1]]
        counts = {best(map(min, lengths)), best(map(max, lengths))}
        kind = WORDS if found["unit"].lower().startswith("word") else COUNT
        yield _claim(kind, found.group(), counts, holds=count_from(found["number"]) in counts)


def _lists(blocks: tuple[Block, ...]) -> Iterator[list[Block]]:
    run: list[Block] = []
    for block in (*blocks, Block("prose", "")):
        if block.kind == "item":
            run.append(block)
        elif run:
            yield run
            run = []


def _passage(sentence: Sentence, found: "regex.Match[str]") -> str:
    cuts = [
        hit.end() for hit in regex.finditer(r"[.;:]\s|,\s(?:and\s|but\s)?", sentence.masked[: found.start()])
    ]
    return sentence.text[max(cuts, default=0) : found.end()].strip(" *_(")


def _claim(kind: str, quote: str, counts: set[int], *, holds: bool) -> Claim:
    evidence = f"the answer has {' or '.join(map(str, sorted(counts)[:4]))}"
    return settled(kind=kind, quote=quote, holds=holds, evidence=evidence)
