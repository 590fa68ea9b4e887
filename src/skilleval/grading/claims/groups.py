"""Counts of what the answer has listed already: "that makes four findings", "… and six rhymes".

A group is a list below its name, or short things between commas behind it ("Rhymes: train, plain, grain").
A total is held against the list just above it, or against all lists so far; a number of named things
against the one group of that name. Where a document has such things as well, its count is as honest.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.lists import FINDING, SHORT_LIST, following_counts
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from, is_range
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import named_in
from skilleval.grading.claims.tally import counts_of
from skilleval.grading.claims.text import Block, Sentence

_ALL = r"(?:altogether|in total|in all|all told|overall|all in all|taken together)"
_MAKES = (
    r"(?:(?:that|this|which|these|those)\s+(?:\w+ly\s+)?"
    r"(?:(?P<sum>makes?|adds? up to|sums? up to|brings us to)|gives?|comes? to|is|are)|"
    r"(?P<sum>making|for a total of))"
)
"""A verb that sums up by itself, or one that does so only with "altogether"."""
_TOTAL = regex.compile(
    rf"(?:^|[\s(,–—])(?:so\s+|thus\s+)?{_MAKES}\s+"
    r"(?:(?:a total of|exactly|now|about|at least|at most|over)\s+)?"
    rf"(?P<number>{NUMBER})\s+(?:\w+\s+)?{FINDING}\b"
    rf"(?:\s+(?P<all>{_ALL}))?(?=\W*$|,|\s+[-–—])|"
    rf"(?:^|[.;:]\s+){_ALL},?\s+(?:that (?:is|makes)\s+|there are\s+|these are\s+)?"
    rf"(?P<number>{NUMBER})\s+(?:\w+\s+)?{FINDING}\W*$",
    regex.IGNORECASE,
)
_LABEL = regex.compile(
    r"^[*_\s]*(?:(?:the|some|my|our|your|\d+)\s+)?(?:[\w'’-]+\s+)??(?P<adj>[\w'’-]+\s+)?(?P<noun>[a-z]+s)"
    r"(?:\s+(?:with|for|in|of)\s+[\w'’ -]{1,30})?[*_]*\s*:[*_]*\s*(?P<list>[^.;:()]*)\.?$",
    regex.IGNORECASE,
)
_STATED = (
    r"(?:^|[,;:(–—]\s*|\b(?:and|plus|with|has|have|are|is|there are|you have|you get|gives?|lists?|"
    r"contains?|names?|all|these|the|its)\s+)(?:now\s+|also\s+|exactly\s+|just\s+|in total\s+)*"
)
_CLOSES = (
    r"(?=\s*(?:$|[.!;)–—]|,(?!\s*(?:which|who|that|where|but|of which))|"
    r"(?:and|plus)\b|in (?:all|total)\b|altogether\b|above\b))"
)
_NO_THING = regex.compile(
    r"(?:none|nothing|n/a|etc|really|mostly|and so on|so far|yes|no)\b|…", regex.IGNORECASE
)
"""What shows that the words between commas are no list, or not all of one."""
_THINGS = 3
"""Commas make a list of at least so many things: two may be one thing and what is said of it."""
_WORDS = 3
"""Words that a listed thing may have."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each total after a list, and each number of things that the answer lists under their name."""
    groups = dict(_groups(scene.blocks))
    for sentence in scene.sentences:
        if named_in(sentence.text, scene) or sentence.is_question:
            continue
        yield from _total(scene, sentence)
        for noun, (block, counts) in groups.items():
            if block != sentence.block and counts:
                yield from _of_group(scene, sentence, noun, counts)


def _groups(blocks: tuple[Block, ...]) -> Iterator[tuple[str, tuple[int, set[int]]]]:
    """Yield (noun, (its block, counts)) of each named list; no count where two lists have one name."""
    seen: set[str] = set()
    for index, label in _labels(blocks):
        noun = label["noun"].lower()
        counts = _things(label["list"]) if label["list"].strip() else following_counts(blocks, index)
        names = (noun, f"{label['adj'].lower().strip()} {noun}") if label["adj"] else (noun,)
        yield from ((name, (index, set() if name in seen else counts)) for name in names)
        seen.update(names)


def _labels(blocks: tuple[Block, ...]) -> Iterator[tuple[int, "regex.Match[str]"]]:
    """Yield (block, label): a heading, a block that is one label, or several lines that all are."""
    for index, block in enumerate(blocks):
        if block.kind == "heading" and (label := _LABEL.match(f"{block.text.rstrip(': ')}:")):
            yield index, label
        elif block.kind in {"prose", "item"}:
            labels = [_LABEL.match(line) for line in block.text.split("\n")]
            yield from ((index, label) for label in labels if label is not None and all(labels))


def _things(text: str) -> set[int]:
    """Return how many short things stand between commas: "and" may join two, or be part of one."""
    by_comma = [thing for thing in regex.split(r"\s*,\s*(?:(?:and|or)\s+)?", text.strip()) if thing]
    by_word = [thing for part in by_comma for thing in regex.split(r"\s+(?:and|or|&)\s+", part)]
    is_plain = all(len(thing.split()) <= _WORDS and not thing[0].isdigit() for thing in by_word)
    is_plain = is_plain and not any(_NO_THING.match(thing) for thing in by_word)
    return {len(by_comma), len(by_word)} if is_plain and len(by_word) >= _THINGS else set()


def _total(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    found = _TOTAL.search(sentence.masked)
    if found is None or is_range(sentence.masked, found.span("number")):
        return
    if not (found["sum"] or regex.search(_ALL, found.group(), regex.IGNORECASE)):
        return
    above = scene.blocks[sentence.block - 1] if sentence.block else None
    if (
        above is None
        or above.kind != "item"
        or not scene.blocks[sentence.block].text.startswith(sentence.text)
    ):
        return
    runs = list(_runs(scene.blocks[: sentence.block]))
    counts = {*runs[-1], *(sum(sizes) for sizes in zip(*runs, strict=True)), len(runs)}
    yield from _claim(sentence, found, counts)


def _runs(blocks: tuple[Block, ...]) -> Iterator[tuple[int, int]]:
    """Yield (points of the first level, all points) of each list."""
    for index, block in enumerate(blocks):
        is_first = block.kind == "item" and (index == 0 or blocks[index - 1].kind != "item")
        if is_first:
            items = []
            for other in blocks[index:]:
                if other.kind != "item":
                    break
                items.append(other)
            yield sum(item.indent <= block.indent for item in items), len(items)


def _of_group(scene: Scene, sentence: Sentence, noun: str, counts: set[int]) -> Iterator[Claim]:
    if noun not in sentence.masked.lower():
        return
    pattern = rf"{_STATED}(?P<number>{NUMBER})\s+{regex.escape(noun)}\b{_CLOSES}"
    for found in regex.finditer(pattern, sentence.masked, regex.IGNORECASE):
        if is_range(sentence.masked, found.span("number")):
            continue
        known = {count for document in scene.documents for count in counts_of(noun, document)}
        yield from _claim(sentence, found, counts | known)


def _claim(sentence: Sentence, found: "regex.Match[str]", counts: set[int]) -> Iterator[Claim]:
    stated = count_from(found["number"])
    if not 1 < stated <= SHORT_LIST:
        return
    bound = bound_of(sentence.masked[: found.start("number")], sentence.masked[found.end() :])
    yield settled(
        kind=COUNT,
        quote=sentence.text[found.start() : found.end()].strip(" ,;:(–—"),
        holds=is_true(stated, counts, bound),
        evidence=f"the answer lists {' or '.join(map(str, sorted(counts)))}",
    )
