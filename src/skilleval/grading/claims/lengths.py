"""Stated lengths of texts: "Subject: … (52 characters)", "the pitch has 18 words". Counted again here.

A text may be counted in more than one honest way (with or without quotation marks and markup; hyphenated
words as one or two). A stated length is false only if no honest way gives it.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import CHARACTERS, COUNT, WORDS
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from, is_range
from skilleval.grading.claims.parts import Part, part_after, parts_measured
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.subjects import part_of_subject
from skilleval.grading.claims.text import Sentence

_UNIT = r"(?P<unit>characters?|chars?|words?|sentences?)"
_STATED = regex.compile(
    rf"(?P<number>{NUMBER})(?:\s*/\s*\d+)?[\s-]*{_UNIT}\b(?!\s*(?:limit|max|budget|count))", regex.IGNORECASE
)
_LABELLED = regex.compile(
    r"\b(?P<unit>characters?|chars?|words?|sentences?)(?:\s+count)?\b\s*(?:\([^)]*\)\s*)?(?:is|:|=)\s*\**\s*"
    rf"(?P<number>{NUMBER})",
    regex.IGNORECASE,
)
_CELL = regex.compile(r"\b(?P<unit>characters?|chars?|words?|sentences?|length)\b", regex.IGNORECASE)
_LIMIT = regex.compile(
    r"\b(?:limit|limited|allowed|allows?|must|should|needs? to|has to|keep|target|aim|recommended|rule|"
    r"asked|ideal\w*|max\w*|min\w*|permitted|first|last|next|"
    r"require[sd]?|wanted|truncat\w+|cut)\b[^.]{0,40}$",
    regex.IGNORECASE,
)
_LIMIT_AFTER = regex.compile(
    r"^[\s-]*(?:limit|max|or so|each|per|allowed|apart|from|into|of|you|at most|available|permitted|"
    r"granted|that (?:you|the))\b",
    regex.IGNORECASE,
)
_NO_SPACES = regex.compile(r"\b(?:without|excluding|not counting|no) spaces\b", regex.IGNORECASE)
_ENDS = regex.compile(r"^(?P<text>\S.{5,}?)\s*[(\[](?P<number>\d{1,4})[)\]]\s*$")
_OF_ANOTHER = regex.compile(
    r"\b(?:of (?:the|your|its)|from|than|instead of|compared (?:to|with)|(?:knows?|handles?|maps?|supports?|"
    r"allows?|accepts?|escapes?|replaces?|covers?|knew)(?: (?:just|only|all|exactly))?)\s+$",
    regex.IGNORECASE,
)
"""What makes a number that of another text, or of things: "down from 46 words", "it maps six characters"."""
SEVERAL = 2
_KINDS = {"char": CHARACTERS, "leng": CHARACTERS, "word": WORDS, "sent": COUNT}
_NAMES = {"char": "characters", "leng": "characters", "word": "words", "sent": "sentences"}


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each stated length whose text is known for certain."""
    for sentence in scene.sentences:
        for stated in (*_STATED.finditer(sentence.masked), *_LABELLED.finditer(sentence.masked)):
            if not _states_no_length(sentence, stated):
                yield from _judged(scene, sentence, stated)
    yield from _in_tables(scene)
    yield from _in_items(scene)


def lengths_of(text: str, unit: str) -> set[int]:
    """Return every honest count of `text` in characters, words or sentences."""
    bare = regex.sub(r"[*_`#>]+", "", text)
    forms = {text, text.strip(), bare, bare.strip(), bare.strip(" \"“”'‘’\n")}
    forms |= {" ".join(form.split()) for form in forms}
    if unit.startswith(("char", "leng")):
        return {len(form) for form in forms} | {_utf16(form) for form in forms}
    if unit.startswith("sent"):
        stop = r"[.!?]+(?=[\s\"”’)]|$)"
        closed = {len(regex.findall(stop, form.rstrip(".!?") + ".")) for form in forms}
        return closed | {count for form in forms if (count := len(regex.findall(stop, form)))}
    return {count for form in forms for count in _word_counts(form)}


def _word_counts(text: str) -> set[int]:
    by_space = [word for word in text.split() if regex.search(r"\w", word)]
    return {len(text.split()), len(by_space), len(regex.findall(r"[\w'’]+", text))}


def _utf16(text: str) -> int:
    """Return the length that JavaScript and text-message counters give."""
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


def _states_no_length(sentence: Sentence, stated: "regex.Match[str]") -> bool:
    before, after = sentence.masked[: stated.start()], sentence.masked[stated.end() :]
    if _OF_ANOTHER.search(before):
        return True
    if is_range(sentence.masked, stated.span("number")):
        return True
    return bool(_LIMIT.search(before) or _LIMIT_AFTER.match(after))


def _judged(scene: Scene, sentence: Sentence, stated: "regex.Match[str]") -> Iterator[Claim]:
    unit = stated["unit"].lower()
    between = sentence.masked[stated.end("number") : stated.start("unit")]
    is_adjective = "-" in between and "/" not in between
    parts = (
        part_after(scene, sentence, stated.end())
        if is_adjective
        else parts_measured(scene, sentence, stated.span())
        or part_of_subject(scene, sentence, sentence.masked[: stated.start()])
    )
    if not parts:
        return
    number = count_from(stated["number"])
    shown = [block.text for block in scene.blocks if block.kind in {"quote", "code"}]
    if any(part.block < 0 for part in parts) and any(number in lengths_of(text, unit) for text in shown):
        return  # what the answer shows of a file is a reading, too
    bound = bound_of(sentence.masked[: stated.start("number")], sentence.masked[stated.end() :])
    no_spaces = _NO_SPACES.search(sentence.masked) is not None
    counts = [_counts(part, unit, no_spaces=no_spaces) for part in parts]
    yield settled(
        kind=_KINDS[unit[:4]],
        quote=_passage(sentence, stated),
        holds=all(is_true(number, options, bound) for options in counts),
        evidence="; ".join(
            f"{part.name} has {_usual(part.readings[0], unit)} {_NAMES[unit[:4]]}" for part in parts
        ),
    )


def _counts(part: Part, unit: str, *, no_spaces: bool) -> set[int]:
    readings = [regex.sub(r"\s", "", text) if no_spaces else text for text in part.readings]
    return {count for text in readings for count in lengths_of(text, unit)}


def _passage(sentence: Sentence, stated: "regex.Match[str]") -> str:
    """Return the clause with the number, so that two counts in one sentence stay apart."""
    start = max(
        (
            hit.end()
            for hit in regex.finditer(r"[.;]\s|,\s(?:and\s)?|\band\b", sentence.masked[: stated.start()])
        ),
        default=0,
    )
    return sentence.text[start : stated.end()].strip() if start and len(sentence.text) > 60 else sentence.text


def _usual(text: str, unit: str) -> int:
    plain = text.strip(' "“”*_`\n')
    if unit.startswith(("char", "leng")):
        return len(plain)
    return len(plain.split()) if unit.startswith("word") else max(lengths_of(plain, unit))


def _in_items(scene: Scene) -> Iterator[Claim]:
    """Yield items that end with a bare number in brackets, where lengths are asked for: "Warm rolls (10)"."""
    asked = _CELL.search(scene.prompt)
    items = [
        (block, found)
        for block in scene.blocks
        if block.kind == "item" and (found := _ENDS.match(block.text))
    ]
    if asked is None or len(items) < SEVERAL:
        return
    unit = asked["unit"].lower()
    for block, found in items:
        counts = lengths_of(found["text"].strip(), unit)
        yield settled(
            kind=_KINDS[unit[:4]],
            quote=block.text,
            holds=int(found["number"]) in counts,
            evidence=f"“{found['text'].strip()}” has {_usual(found['text'].strip(), unit)}",
        )


def _in_tables(scene: Scene) -> Iterator[Claim]:
    """Yield the cells of a column of lengths, each held against the longest text in its row."""
    header: list[str] = []
    for block in scene.blocks:
        if block.kind != "table":
            header = []
            continue
        cells = [cell.strip() for cell in block.text.strip("| ").split("|")]
        if not header:
            header = cells
        elif not regex.fullmatch(r"[\s|:-]+", block.text):
            yield from _row(header, cells, block.text)


def _row(header: list[str], cells: list[str], row: str) -> Iterator[Claim]:
    for name, cell in zip(header, cells, strict=False):
        unit = _CELL.search(name)
        if unit is None or not regex.fullmatch(r"\**\d+\**", cell):
            continue
        text = max((other for other in cells if other is not cell), key=len, default="")
        counts = lengths_of(text, unit["unit"].lower())
        if len(text) > len(cell) + 3:
            yield settled(
                kind=_KINDS[unit["unit"].lower()[:4]],
                quote=row,
                holds=int(cell.strip("*")) in counts,
                evidence=f"“{text}” has {_usual(text, unit['unit'].lower())}",
            )
