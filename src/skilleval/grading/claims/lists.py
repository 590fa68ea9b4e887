"""Announced counts of lists: "I found three issues:" above four points, "two regions: A, B and C"."""

from collections.abc import Iterator, Sequence

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from, is_range
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Block, Sentence

FINDING = (
    r"(?:errors?|issues?|problems?|bugs?|mistakes?|gaps?|findings?|flaws?|weaknesses|risks?|suggestions?|"
    r"ideas?|options?|reasons?|fixes|improvements?|recommendations?|points?|questions?|differences?|"
    r"tips?|examples?|violations?|warnings?|concerns?|observations?|assumptions?|caveats?|discrepanc(?:y|"
    r"ies)|defects?|takeaways?|vulnerabilit(?:y|ies)|typos?|inconsistenc(?:y|ies)|things|ways|changes|"
    r"tests?|steps?|cases?|decisions?|tasks?|items?|bullets?|actions?|advantages?|drawbacks?|"
    r"alternatives?|principles?|lessons?|regressions?|remarks?|insights?|highlights?|strengths?|factors?|"
    r"misspellings?|smells?|threats?|candidates?|variants?|versions?)"
)
_SMALL = r"(?:in|of|for|on|to|or|at|from|with|this|that|the|and|by|than)"
_FOUND = regex.compile(
    rf"(?P<number>{NUMBER})\s+(?!(?:of|out|times|years?|days?|hours?|minutes?|seconds?|percent|lines?|"
    rf"rows?)\b)(?:(?!{_SMALL}\b)[\w-]+\s+){{0,2}}?{FINDING}\b",
    regex.IGNORECASE,
)
_ANY_NOUN = regex.compile(
    rf"(?P<number>{NUMBER})\s+(?!(?:of|out|times)\b)(?:(?!{_SMALL}\b)[\w-]+\s+){{0,2}}?[a-z-]+s\b",
    regex.IGNORECASE,
)
_GOVERNED = regex.compile(
    r"\b(?:for|of|in|from|by|across|over|within|after|before|between|per|on|than|top|first|last|next|"
    r"other|into|to|or|under)\s+(?:the\s+|all\s+|these\s+|your\s+|its\s+|last\s+|first\s+)*$",
    regex.IGNORECASE,
)
_IN_SO_MANY = regex.compile(
    rf"^\W*(?:here it is )?in (?:exactly |just |only )?{NUMBER} (?:short )?(?:bullet |key )?"
    r"(?:points?|bullets?|steps|items|lines|sentences)\W*$",
    regex.IGNORECASE,
)
"""What announces a list although a preposition governs it: "In three bullet points:"."""
_TAIL = regex.compile(
    r"^(?:[\w\s`'’./·-]{0,60})(?:,\s*(?:one (?:for|per)|each|in|most|sorted|ordered|from)\b"
    r"[\w\s`'’./·-]{0,60})?[:.!]?\W*$"
)
_JOINED = regex.compile(r"\b(?:and|but|or)\b", regex.IGNORECASE)
_MADE_WITH = regex.compile(r"\b(?:with|using|by)\b", regex.IGNORECASE)
_FOLLOWED_BY_OF = regex.compile(
    r"^\s+(?:\w+\s+)?of\s+(?:the|them|these|those|which|my|your|its|a|an)\b", regex.IGNORECASE
)
_INLINE = regex.compile(
    rf"(?P<number>{NUMBER})\s+(?:[\w-]+\s+)?[a-z]+s:\s+(?P<list>[^.;:()]+)[.;]?$", regex.IGNORECASE
)
_REPORTED = regex.compile(
    r"\b(?:found|find|fixed|identified|see|saw|spotted|noticed|there (?:are|were)|here are|made|have|has|"
    r"wrote|stand out|remain|flagged|caught|corrected)\b",
    regex.IGNORECASE,
)
_ORDER = regex.compile(
    r"^\W*(?:try|use|create|generate|choose|pick|write|add|make|run|keep|do|wait|when|if|for)\b",
    regex.IGNORECASE,
)
_OF_A_FILE = regex.compile(r"\b(?:file|csv|log|table)\b", regex.IGNORECASE)
_PRESENTING = regex.compile(
    r"\b(?:here (?:are|is)|there (?:are|is|were)|these are|the following|has|have|had|covers?|"
    r"compares?|contains?|lists?|came up with|propos(?:e|ed)|suggest(?:ed)?|recommend(?:ed)?|picked|chose|"
    r"put together|collected|"
    r"brainstormed|drafted|selected|noted|counted|prepared|gathered|summari[sz]ed in|came to|"
    r"found|wrote|made|added|changed|updated|created|see|needs?|offers?|knows?|takes?|gives?|names?|shows?|"
    r"records?|includes?|mentions?|describes?)\b[^,.;:]{0,20}$",
    regex.IGNORECASE,
)
SHORT_LIST = 20
"""More things than that are seldom listed one by one: they come in groups."""
LONGEST_LIST = 100
"""A number above it, or a single thing, announces no list: "400 errors", "one idea per section"."""
_NUMBERED_HEADING = regex.compile(r"^(?:\w+\s+)?#?(?P<number>\d{1,2})\s*[.):–-]\s")


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each count that announces a list, whose list follows at once."""
    for sentence in scene.sentences:
        yield from _announced(scene, sentence)
        yield from _inline(sentence)


def _announced(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    block = scene.blocks[sentence.block]
    if not block.text.rstrip().endswith(sentence.text):
        return  # something is said between the sentence and what follows
    opens = block.kind == "heading" or sentence.text.rstrip("* ").endswith(":")
    found = _announcing(sentence, opens=opens)
    counts = following_counts(scene.blocks, sentence.block) if found else set()
    if found and counts:
        yield from _claim(sentence, found, counts)


def _announcing(sentence: Sentence, *, opens: bool) -> "regex.Match[str] | None":
    """Return the number that must be that of the list below: of findings, or of any noun before a colon."""
    masked = sentence.masked
    found = _FOUND.search(masked)
    if found is None and opens:
        found = _ANY_NOUN.search(masked)
        found = found if found and _presents(masked, found) else None
    if found is None or is_range(masked, found.span("number")):
        return None
    if _GOVERNED.search(masked[: found.start("number")]) and not (opens and _IN_SO_MANY.match(masked)):
        return None
    after = masked[found.end() :]
    if _FOLLOWED_BY_OF.match(masked[found.end("number") :]) or _JOINED.search(after):
        return None
    if opens:
        return found if _TAIL.match(after) and not _ORDER.match(masked) else None
    near = masked[max(0, found.start() - 40) : found.end() + 25]
    return found if _REPORTED.search(near) and not _OF_A_FILE.search(masked) else None


def _presents(masked: str, found: "regex.Match[str]") -> bool:
    """Return whether a number of things is presented as new, and few enough to be listed one by one."""
    before = masked[: found.start("number")]
    is_new = not regex.search(
        r"\b(?:its|the|their|my|your|our|these|those|all|both)\s+$", before, regex.IGNORECASE
    )
    is_said = not before.strip(" *_#") or _PRESENTING.search(before) is not None
    short = count_from(found["number"]) <= SHORT_LIST
    return is_new and is_said and short and _MADE_WITH.search(masked[found.end() :]) is None


def following_counts(blocks: Sequence[Block], index: int) -> set[int]:
    """Return every honest count of the list, table or numbered headings right after a block; or nothing."""
    rest = blocks[index + 1 :]
    if not rest:
        return set()
    is_next = blocks[index].kind == "item" and not blocks[index].text.rstrip("* ").endswith(":")
    if rest[0].kind == "item" and rest[0].indent >= blocks[index].indent + is_next:
        items = _run(rest, "item")
        return {sum(item.indent <= rest[0].indent for item in items), len(items)}
    if rest[0].kind == "table":
        rows = [row for row in _run(rest, "table") if not regex.fullmatch(r"[\s|:-]+", row.text)]
        return {len(rows) - 1}
    return _numbered_headings(rest)


def _run(blocks: Sequence[Block], kind: str) -> list[Block]:
    """Return the blocks of that kind up to the first that breaks the list; text in an item is passed over."""
    run: list[Block] = []
    for block in blocks:
        if block.kind == kind:
            run.append(block)
        elif not (block.kind in {"code", "quote"} or (kind == "item" and block.indent > run[0].indent)):
            break
    return run


def _numbered_headings(blocks: Sequence[Block]) -> set[int]:
    if blocks[0].kind != "heading" or not _NUMBERED_HEADING.match(blocks[0].text):
        return set()
    numbers = [
        int(found["number"])
        for block in blocks
        if block.kind == "heading" and (found := _NUMBERED_HEADING.match(block.text))
    ]
    return {len(numbers)} if numbers == list(range(1, len(numbers) + 1)) else set()


def _claim(sentence: Sentence, found: "regex.Match[str]", counts: set[int]) -> Iterator[Claim]:
    stated = count_from(found["number"])
    if not 1 < stated < LONGEST_LIST:
        return
    bound = bound_of(sentence.masked[: found.start("number")], sentence.masked[found.end() :])
    yield settled(
        kind=COUNT,
        quote=sentence.text,
        holds=is_true(stated, counts, bound),
        evidence=f"{min(counts)} follow",
    )


def _inline(sentence: Sentence) -> Iterator[Claim]:
    """Yield "two regions: APAC, EMEA and LATAM": short things between commas, counted."""
    for found in _INLINE.finditer(sentence.masked):
        things = [
            thing.strip() for thing in regex.split(r",\s*(?:and\s|or\s)?\s*|\s+(?:and|or)\s+", found["list"])
        ]
        things = [thing for thing in things if thing]
        is_plain = all(
            len(thing.split()) <= 3 and "·" not in thing and not thing[0].isdigit() for thing in things
        )
        if is_plain and len(things) >= 2 and not _GOVERNED.search(sentence.masked[: found.start("number")]):
            yield from _claim(sentence, found, {len(things)})
