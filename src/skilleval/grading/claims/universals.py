"""What is said of every part of a text: "every question starts with …", "no line is longer than …".

And which part is the longest. A part that is another way makes it false; where a word for the parts may mean
several rows of parts, all of them must have such a part.
"""

from collections.abc import Callable, Collection, Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.lengths import lengths_of
from skilleval.grading.claims.newest import made, stands_in, topic
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.outline import Part, sequences
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.series import body_of, number_in
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence, spans

_UNIT = (
    r"(?P<unit>lines?|questions?|items?|bullets?|bullet points?|points?|steps?|paragraphs?|"
    r"sections?|headings?|rows?|entries|entry|records?|functions?|tests?|clauses?|titles?|"
    r"taglines?|slogans?|tips?|answers?|sentences?|verses?|names?)"
)
_Q = r"[`\"“„«][^`\"“”„«»\n]+[`\"”“»]"
_EVERY = regex.compile(
    rf"\b(?P<who>every|each|all(?: of)?(?: the| these| its| {NUMBER})*|each of the(?: "
    rf"{NUMBER})?|no|none of the(?: {NUMBER})?)\s+(?:single\s+|other\s+)?{_UNIT}\s+(?:of "
    rf"\S+\s+)?(?:now\s+)?"
    rf"(?P<verb>starts?|begins?|opens?|ends?|closes?|finish(?:es)?|contains?|has|have|"
    rf"mentions?|includes?|uses?|carr(?:y|ies)|names?)\s+(?:with|in|on|"
    rf"by)?\s*(?:either\s+)?(?:the (?:word|phrase|letter|verb)s?\s+)?(?:an? )?"
    rf"(?P<what>{_Q}(?:(?:,\s*|\s+or\s+|,\s+or\s+){_Q})*|full stops?|periods?|question marks?|"
    rf"exclamation marks?|capital letters?|colons?|numbers?|dates?)(?P<rest>[^.;!?]*)",
    regex.IGNORECASE,
)
_MEASURED = regex.compile(
    rf"\b(?P<who>every|each|all(?: of)?(?: the| these| its| {NUMBER})*|each of the(?: "
    rf"{NUMBER})?|no|none of the(?: {NUMBER})?|not one)\s+{_UNIT}\s+(?:of \S+\s+)?(?:is|are|"
    rf"has|have|stays?|runs?|goes|exceeds?|comes? in)\s*"
    rf"(?P<side>(?:at )?(?:under|below|over|above|shorter than|longer than|more than|less than|"
    rf"fewer than|at most|at least|up to|exactly|past|"
    rf"beyond)\s+)?(?P<number>{NUMBER})\s+(?P<by>characters?|words?|lines?|"
    rf"sentences?)(?P<rest>[^.;!?]*)",
    regex.IGNORECASE,
)
_MARKS = {
    "full stop": r"\.",
    "period": r"\.",
    "question mark": r"\?",
    "exclamation mark": "!",
    "capital letter": r"\p{Lu}",
    "colon": ":",
    "number": r"\d+",
    "date": r"\d{1,4}[-./]\d{1,2}",
}
_BEST = regex.compile(
    rf"\b[Tt]he (?P<end>longest|shortest|wordiest|biggest|largest|"
    rf"smallest)\s+(?:\w+\s+)?{_UNIT}(?:\s+(?:of|in) [^,.;]{{1,30}}?)?\s+(?:is|was|being|reads|"
    rf":|remains)\s*(?:the one |now )?(?P<what>{_Q})|"
    rf"(?P<what>{_Q}|\b[A-Z][\w-]+)\s+(?:is|has|makes|remains|being)\s+(?:by far\s+|"
    rf"now\s+)?the (?P<end>longest|shortest|wordiest|biggest|largest|"
    rf"smallest)\b(?:\s+(?P<thing>\w+))?(?:,?\s+(?:with|at)\s+(?P<number>{NUMBER})\b)?",
)
SEVERAL = 2
Best = Callable[[Collection[float]], float]
_LAID = ("line", "item", "section", "question", "paragraph", "record", "heading", "clause")
_NARROWS = regex.compile(
    r"\b(?:except|but|apart|besides|other|where|which|that|if|unless|of the)\b", regex.IGNORECASE
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each statement on all parts that one of them contradicts."""
    if not scene.is_answer or not scene.documents:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _EVERY.finditer(sentence.text):
            yield from _every(scene, sentence, found)
        for found in _MEASURED.finditer(sentence.masked):
            yield from _measured(scene, sentence, found)
        for found in _BEST.finditer(sentence.text):
            yield from _best(scene, sentence, found)


def _every(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    words = [text for _, _, text in spans(found["what"])]
    mark = _MARKS.get(found["what"].lower().removesuffix("s"))
    forms = [regex.escape(word) for word in words] or ([mark] if mark else [])
    if not forms or _NARROWS.search(found["rest"]) or _wished(sentence, found.start()):
        return
    either = "|".join(forms)
    verb = found["verb"].lower()
    if verb.startswith(("start", "begin", "open")):
        pattern = rf"^\W*(?:\d+[.)]\s*)?\W*(?:{either})"
    elif verb.startswith(("end", "clos", "finish")):
        pattern = rf"(?:{either})[\s\"”’*_)]*$"
    else:
        pattern = f"(?:{either})"
    form = regex.compile(pattern, regex.IGNORECASE if mark is None else 0)
    yield from _judged(scene, sentence, found, lambda part: form.search(part.text.strip()) is not None)


def _measured(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    number, by = number_from(found["number"]), found["by"].lower()
    side = (found["side"] or "exactly").strip().lower()
    if _NARROWS.search(found["rest"]) or _wished(sentence, found.start()):
        return

    def holds(part: Part) -> bool:
        counts = (
            lengths_of(part.text.strip(), by)
            if not by.startswith("line")
            else {len(part.text.strip().splitlines())}
        )
        return any(_fits(side, count, number) for count in counts)

    yield from _judged(scene, sentence, found, holds)


def _fits(side: str, count: int, number: int) -> bool:
    if side.endswith(("at most", "up to")):
        return count <= number
    if side.endswith("at least"):
        return count >= number
    if side == "exactly":
        return count == number
    return (
        count > number
        if side.startswith(("over", "above", "longer", "more", "past", "beyond"))
        else count < number
    )


def _judged(
    scene: Scene, sentence: Sentence, found: "regex.Match[str]", holds: Callable[[Part], bool]
) -> Iterator[Claim]:
    is_none = found["who"].lower().startswith("no")
    unit = regex.sub(r"ies$", "y", found["unit"].lower()).removesuffix("s")
    unit = {
        "tagline": "line",
        "slogan": "line",
        "verse": "line",
        "bullet point": "bullet",
        "sentence": "paragraph",
        "title": "heading",
        "name": "item",
        "tip": "item",
    }.get(unit, unit)
    documents = (
        tuple(one for one in topic(sentence, scene) if not one.given) or topic(sentence, scene) or made(scene)
    )
    rows = [
        tuple(part for part in parts if part.text.strip())
        for one in documents
        for parts in sequences(unit, one)
    ]
    rows = [row for row in rows if len(row) > 1]
    if not rows:
        return
    others = [next((part for part in row if holds(part) == is_none), None) for row in rows]
    if all(others) and others[0] is not None:
        yield _claim(sentence, found, f"“{others[0].text.strip()[:120]}” is another way")


def _best(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "the longest answer is “Jupiter”": by no measure is it the longest in any row that has it."""
    name = found["what"].strip('`"“”„«»')
    best: Best = max if found["end"] in {"longest", "wordiest", "biggest", "largest"} else min
    documents = (
        tuple(one for one in topic(sentence, scene) if not one.given)
        or topic(sentence, scene)
        or made(scene)
        or scene.documents
    )
    rows = [parts for one in documents for unit in _LAID for parts in sequences(unit, one) if len(parts) > 1]
    rows = [tuple(part for part in row if part.text.strip()) for row in rows]
    rows = [row for row in rows if any(_is_it(name, part) for part in row)]
    if not rows or _wished(sentence, found.start()):
        return
    if found["number"]:
        named = [part.text for row in rows for part in row if _is_it(name, part)]
        points = {_bullets(text) for text in named} - {0}
        sizes = points or {measure(text) for text in named for measure in _MEASURES}
        if number_from(found["number"]) not in sizes:
            yield _claim(sentence, found, f"it has {min(sizes)} to {max(sizes)}")
        return
    if not any(_is_best(name, row, best) for row in rows) and not _leads(name, scene, best):
        yield _claim(sentence, found, f"another one is the {found['end']}")


def _is_best(name: str, row: tuple[Part, ...], best: Best) -> bool:
    """Return whether a part is the best of its row by any measure that tells the parts apart."""
    for measure in _MEASURES:
        sizes = {measure(part.text) for part in row}
        if max(sizes) < SEVERAL or len(sizes) < SEVERAL:
            continue
        if any(_is_it(name, part) and measure(part.text) == best(sizes) for part in row):
            return True
    return False


def _leads(name: str, scene: Scene, best: Best) -> bool:
    """Return whether the row of a table with a name has the best number of a column."""
    for one in scene.documents:
        body = body_of(one)
        for place in range(min(map(len, body), default=0)):
            numbers = [number for row in body if (number := number_in(row[place])) is not None]
            if len(numbers) == len(body) and any(
                name in row and number == best(numbers) for row, number in zip(body, numbers, strict=True)
            ):
                return True
    return False


def _bullets(text: str) -> int:
    return len(regex.findall(r"(?m)^\s*(?:[-*+•]|\d+[.)])\s", text))


_MEASURES: tuple[Callable[[str], int], ...] = (
    lambda text: len(text.strip()),
    lambda text: len(text.split()),
    lambda text: len([line for line in text.splitlines() if line.strip()]),
    _bullets,
)
"""How long a part is: by characters, words, lines and points."""


def _is_it(name: str, part: Part) -> bool:
    """Return whether a part is what is named: it itself, or a section of that heading."""
    lines = part.text.strip().splitlines() or [""]
    if len(lines) > 1 and not regex.match(r"#|.*:\W*$", lines[0]):
        return False
    bare = regex.sub(r"^[\s#*+\d.)>|-]+", "", lines[0]).strip(" .:*")
    return bare.lower() == name.lower().strip(" .:") or (len(name.split()) > 2 and stands_in(name, lines[0]))


def _wished(sentence: Sentence, position: int) -> bool:
    before = regex.split(r"[.;:]\s", sentence.masked[:position])[-1]
    return (
        regex.search(
            r"\b(?:if|should|must|would|could|make sure|ensure|so that|not)\b", before, regex.IGNORECASE
        )
        is not None
    )


def _claim(sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    return settled(
        kind=COUNT,
        quote=sentence.text[found.start() : found.end()].strip(" ,;:"),
        holds=False,
        evidence=evidence,
    )
