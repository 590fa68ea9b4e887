"""What is said of the points of a list or the lines of a text as a whole: "none of them contains a comma".

The points are those of the answer's own list above, or the lines of the file that was made.
"""

from collections.abc import Iterator, Sequence

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import ABSENCE, COUNT
from skilleval.grading.claims.lengths import lengths_of
from skilleval.grading.claims.newest import made, newest, times_in, topic
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.outline import sequences
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_Q = r"[`\"“„«][^`\"“”„«»\n]+[`\"”“»]"
_MARKS = {
    "comma": ",",
    "colon": ":",
    "semicolon": ";",
    "full stop": r"\.",
    "period": r"\.",
    "question mark": r"\?",
    "exclamation mark": "!",
    "digit": r"\d",
    "number": r"\d",
    "hyphen": "-",
    "dash": "[–—]",
    "bracket": r"[()]",
    "emoji": r"\p{Emoji_Presentation}",
    "hashtag": r"#\w",
    "link": "https?://",
}
_NONE = regex.compile(
    rf"\b(?:none|not one) of (?:them|these|the (?:{NUMBER}|lines|items|points|options|titles|"
    rf"subject lines|slogans|taglines|names|tips))\s+(?:\w+\s+)?(?:contains?|has|have|uses?|"
    rf"includes?|ends? (?:with|in)|says?|mentions?)\s+(?:the word\s+)?(?:an? |any "
    rf")?(?P<what>{_Q}|{'|'.join(_MARKS)})",
    regex.IGNORECASE,
)
_IN_SO_MANY = regex.compile(
    rf"(?P<name>{_Q})\s+(?:turns up|appears?|occurs?|comes up|shows up|stands?|is (?:used|"
    rf"found|mentioned))\s+in\s+(?:exactly |only |just )?(?P<number>{NUMBER})\s+of\s+(?:the|"
    rf"them|these)",
    regex.IGNORECASE,
)
_EXTREME = regex.compile(
    rf"\b(?P<end>longest|shortest)(?:\s+(?:one|bullet|line|item|point|entry|sentence|of them|"
    rf"option|"
    rf"title))?\b[^.;]{{0,40}}?[\s:,(](?!one\b)(?P<number>{NUMBER})(?:\s+(?P<unit>words?|"
    rf"characters?|chars?))?(?=[\s.,;)]|$)",
    regex.IGNORECASE,
)
_ALL_HAVE = regex.compile(
    rf"\ball\s+(?:of the\s+|"
    rf"the\s+)?(?P<number>{NUMBER})\s+(?:[\w-]+\s+){{1,3}}?(?:now\s+)?(?:have|carry|use|"
    rf"contain|set|include|got|start with|end with)\s+(?P<name>`[^`\n]+`)",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:if|should|would|could|must|may|might|not|limit|allowed|at most)\b|n['’]t\b", regex.IGNORECASE
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each statement on all points that the points contradict."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        lists = _lists(scene, sentence)
        for found in _NONE.finditer(sentence.text):
            yield from _none(sentence, found, lists)
        for found in _IN_SO_MANY.finditer(sentence.text):
            yield from _in_so_many(sentence, found, lists)
        for found in _EXTREME.finditer(sentence.masked):
            yield from _extreme(sentence, found, lists)
        for found in _ALL_HAVE.finditer(sentence.text):
            yield from _all_have(scene, sentence, found)


def _lists(scene: Scene, sentence: Sentence) -> list[tuple[str, ...]]:
    """Return the lists that may be meant: of the answer above the sentence, and of the files."""
    runs: list[list[str]] = [[]]
    for block in scene.blocks[: sentence.block]:
        if block.kind == "item":
            runs[-1].append(block.text)
        elif runs[-1]:
            runs.append([])
    documents = (
        tuple(one for one in topic(sentence, scene) if not one.given) or made(scene) or topic(sentence, scene)
    )
    rows = [
        tuple(part.text for part in parts if part.text.strip())
        for one in documents
        for unit in ("line", "item")
        for parts in sequences(unit, one)
    ]
    return [tuple(run) for run in runs if len(run) > 1] + [row for row in rows if len(row) > 1]


def _none(sentence: Sentence, found: "regex.Match[str]", lists: Sequence[tuple[str, ...]]) -> Iterator[Claim]:
    mark = _MARKS.get(found["what"].lower())
    pattern = regex.compile(mark or regex.escape(found["what"].strip('`"“”„«»')), regex.IGNORECASE)
    hits = [next((text for text in run if pattern.search(text)), "") for run in lists]
    if hits and all(hits) and not _NOT.search(sentence.masked[: found.start()]):
        yield _claim(ABSENCE, sentence.text[found.start() : found.end()], f"“{hits[0]}” does")


def _in_so_many(
    sentence: Sentence, found: "regex.Match[str]", lists: Sequence[tuple[str, ...]]
) -> Iterator[Claim]:
    name = found["name"].strip('`"“”„«»')
    known = {sum(name.lower() in text.lower() for text in run) for run in lists} | {
        sum(times_in(name, text) > 0 for text in run) for run in lists
    }
    if known - {0} and number_from(found["number"]) not in known:
        yield _claim(COUNT, sentence.text[found.start() : found.end()], f"it is in {max(known)}")


def _extreme(
    sentence: Sentence, found: "regex.Match[str]", lists: Sequence[tuple[str, ...]]
) -> Iterator[Claim]:
    """Yield "the longest has 41": the unit may stand earlier in the sentence."""
    units = regex.findall(r"\b(?:words?|characters?|chars?)\b", sentence.masked, regex.IGNORECASE)
    unit = (found["unit"] or (units[0] if units else "")).lower()
    number = number_from(found["number"])
    is_label = (
        regex.match(r"\s*(?:with|has|at|of|,|:|is)", sentence.masked[found.end() :]) is not None
        and not found["unit"]
    )
    if not unit or not lists or is_label or number < 3 or _NOT.search(sentence.masked[: found.end()]):
        return
    best = max if found["end"].lower() == "longest" else min
    known = {
        value
        for run in lists
        for pick in (min, max)
        for value in [best(pick(lengths_of(text, unit)) for text in run)]
    }
    bare = [tuple(regex.sub(r"^\W*(?:\d+[.)\]])?\s*", "", text) for text in run) for run in lists]
    known |= {best(pick(lengths_of(text, unit)) for text in run) for run in bare for pick in (min, max)}
    if number not in known:
        yield _claim(COUNT, sentence.text[found.start() : found.end()], f"it has {best(known)} {unit}")


def _all_have(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "all three services have `x`", where `x` stands fewer times."""
    name = found["name"].strip("`")
    documents = tuple(one for one in topic(sentence, scene) if one in newest(scene)) or newest(scene)
    count = sum(one.text.count(name) for one in documents)
    if 0 < count < number_from(found["number"]):
        yield _claim(COUNT, sentence.text[found.start() : found.end()], f"`{name}` stands {count} times")


def _claim(kind: str, quote: str, evidence: str) -> Claim:
    return settled(kind=kind, quote=quote.strip(" *_"), holds=False, evidence=evidence)
