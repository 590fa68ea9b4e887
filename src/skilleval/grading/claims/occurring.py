"""How often a named thing occurs: "POST was used twice", "two Leeds rows remain".

Also things that are counted in the passive ("only one warning was logged"), a speaker's questions, and "there
are four of them".
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.grids import singular_of
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.newest import aliased, made, topic
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.numerals import is_range
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.shapes import shape_counts
from skilleval.grading.claims.tally import occurrences
from skilleval.grading.claims.text import Sentence, spans

_TIMES = rf"(?P<times>once|twice|{NUMBER}\s+times?)"
_NAME = (
    r"(?P<name>[`\"“„«][^`\"“”„«»\n]{1,80}[`\"”“»]|[A-Z]\.(?:[A-Z]\.)+|[A-Z][A-Z0-9_-]{2,}|"
    r"[A-Z][a-z]+(?:\s[A-Z][a-z]+)+|(?<=(?:number|figure|word|name|value|code) )[\w.:-]+\w|"
    r"\d{3,})"
)
_OCCURS = (
    r"(?:appears?|occurs?|(?:is|was|are|were|gets?) (?:\w+ly )?(?:mentioned|used|found|named|"
    r"called|said|repeated|listed|given|printed|written|logged|seen)|shows? up|"
    r"comes? up|turns? up|stands?|crops? up|kommt|steht|taucht|apparaît|figure|aparece|sale)"
)
_OFTEN = regex.compile(
    rf"{_NAME}\s+(?:now\s+|still\s+|also\s+)?{_OCCURS}\s+(?:exactly\s+|only\s+|just\s+|"
    rf"genau\s+)?{_TIMES}(?P<rest>[^,.;!?]*)"
)
_PASSIVE = regex.compile(
    rf"(?:^|[,;:.(]\s+|\b(?:and|but|while)\s+)(?P<lead>(?:only|just|exactly|in total|a total "
    rf"of|altogether)\s+)*(?P<number>{NUMBER})\s+(?P<noun>[A-Za-z]+)\s+"
    r"(?:was|were|is|are|has been|have been|got)\s+(?:\w+ly\s+)?(?P<verb>logged|recorded|"
    r"issued|raised|reported|listed|mentioned|found|counted|thrown|emitted|printed|defined|"
    r"imported|declared|named|answered|asked)\b(?P<rest>[^,.;!?]*)",
    regex.IGNORECASE,
)
_SPEAKS = regex.compile(
    rf"\b(?:the\s+)?(?P<who>[A-Z]?[A-Za-z]+)\s+(?P<verb>asks?|puts?|poses?|has|raises?|speaks?|"
    rf"makes?)\s+(?:only\s+|exactly\s+|just\s+)?(?:(?P<number>{NUMBER})\s+(?P<what>questions?|"
    rf"lines?|turns?|statements?|replies|answers?|times)|(?P<once>once|"
    rf"twice))\b(?P<rest>[^,.;!?]*)",
)
_OF_THEM = regex.compile(
    rf"\bthere (?:are|were)\s+(?:only |just |exactly )?(?P<number>{NUMBER})\s+(?:of them|in "
    rf"all|in total|altogether)\b",
    regex.IGNORECASE,
)
_SURVIVES = regex.compile(
    rf"(?:\b(?P<lead>only|just|"
    rf"exactly)\s+)?(?P<number>{NUMBER})\s+(?:of\s+the\s+{NUMBER}\s+)?(?P<name>[A-Z][a-z]+|"
    rf"[A-Z]{{2,}}|[`\"“][^`\"”]+[`\"”])\s+(?:entries|entry|rows?|lines?|records?|customers?|"
    rf"orders?|"
    r"items?|contacts?|people|addresses|messages?|bookings?|"
    r"cases?)\s+(?:\w+ly\s+)?(?:survived?s?|remains?|remained|(?:is|are|was|were) (?:left|"
    r"kept|still there)|stays?|stayed|made it)",
)
_REST = regex.compile(
    r"^\s*(?:in (?:it|all|total|the \w+|there|`·+`|[\w./-]+)|altogether|overall|vor|auf|dans "
    r"le texte|en el texto|here|there|throughout|in the (?:whole )?\w+|each|:|–)?\s*$",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:if|would|could|should|must|may|might|not|never|no|at least|up to|about|per|every|each)\b|n['’]t\b",
    regex.IGNORECASE,
)
_LEVELS = {
    "warning": r"WARN(?:ING)?",
    "error": r"ERROR|ERR",
    "info": "INFO",
    "failure": "FAIL(?:ED|URE)?",
    "debug": "DEBUG",
}


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each number of times that no honest count gives."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for finder in (_often, _passive, _speaks, _of_them, _survives):
            yield from finder(scene, sentence)


def _often(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    for found in _OFTEN.finditer(sentence.text):
        name = found["name"].strip('`"“”„«»')
        if not _REST.match(found["rest"]) or _NOT.search(_clause(sentence, found.start())):
            continue
        documents = topic(sentence, scene) or made(scene) or scene.documents
        known = set().union(*(_times(name, one) for one in documents)) - {0}
        if not known:
            documents = scene.documents
            known = set().union(*(_times(name, one) for one in documents)) - {0}
        if known:
            yield from _claim(sentence, found, number_of(found["times"]), known)


def _times(name: str, document: Document) -> set[int]:
    return occurrences(name, document.text)


def number_of(times: str) -> int:
    """Return how often "once", "twice" or "three times" is."""
    plain = regex.sub(r"\s+times?$", "", times.lower())
    return {"once": 1, "twice": 2}.get(plain) or number_from(plain)


def _passive(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    for found in _PASSIVE.finditer(sentence.masked):
        noun = singular_of(found["noun"])
        level = _LEVELS.get(noun.lower())
        if level is None or _NOT.search(_clause(sentence, found.start())):
            continue
        documents = [one for one in topic(sentence, scene) or scene.documents if one.given]
        known = {count for one in documents for count in _levels(level, one)}
        number = number_from(found["number"])
        is_narrowed = not _REST.match(found["rest"])
        if known and (
            not is_narrowed
            or number > max(known)
            or (found["lead"] and max(known) - number == 1 and _ALL.search(found["rest"]))
        ):
            yield from _claim(sentence, found, number, known)


_ALL = regex.compile(
    r"\bbefore (?:the|it) \w*\s*(?:died|ended|crashed|stopped|failed|aborted|was aborted|"
    r"finished|exited)|\b(?:during|in) the (?:whole|entire)\b",
    regex.IGNORECASE,
)
"""What narrows nothing: the end of what a log records."""


def _levels(level: str, document: Document) -> set[int]:
    lines = [line for line in document.text.splitlines() if regex.search(rf"\b(?:{level})\b", line)]
    return {len(lines)} if lines else set()


def _speaks(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    for found in _SPEAKS.finditer(sentence.masked):
        if not _REST.match(found["rest"]) or _NOT.search(_clause(sentence, found.start())):
            continue
        turns = [turn for one in scene.documents for turn in _turns(found["who"], one)]
        if not turns:
            continue
        what = (found["what"] or "times").lower()
        number = number_from(found["number"]) if found["number"] else {"once": 1, "twice": 2}[found["once"]]
        if what.startswith("question"):
            known = {sum(turn.count("?") for turn in turns), sum("?" in turn for turn in turns)}
        elif found["verb"].startswith(("speak", "has", "make")):
            known = {len(turns)}
        else:
            continue
        yield from _claim(sentence, found, number, known)


def _turns(who: str, document: Document) -> list[str]:
    """Return what a speaker says in a transcript: the lines that begin with the name."""
    turns = regex.findall(rf"(?im)^\W*{regex.escape(who)}\s*:\s*(.+)$", document.text)
    speakers = {name.lower() for name in regex.findall(r"(?m)^\W*([A-Z]\w+)\s*:\s", document.text)}
    return turns if len(speakers) > 1 and document.path.endswith((".txt", ".md", ".log")) else []


def _of_them(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    """Yield "there are four of them", after a sentence that names a file."""
    earlier = scene.sentences[sentence.index - 1] if sentence.index else None
    for found in _OF_THEM.finditer(sentence.masked):
        documents = aliased(earlier.text, scene) if earlier and earlier.block <= sentence.block else ()
        documents = tuple(one for one in documents if not one.given) or documents
        known = {count for one in documents for count in shape_counts(one)}
        own = {len(regex.split(r",|\band\b", earlier.text))} if earlier else set()
        if known and not spans(sentence.text):
            yield from _claim(sentence, found, number_from(found["number"]), known | own)


def _survives(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    """Yield "only one of the two Leeds entries survived": the lines of the new version that have the name."""
    for found in _SURVIVES.finditer(sentence.text):
        name = found["name"].strip('`"“”')
        documents = tuple(one for one in topic(sentence, scene) if not one.given) or made(scene)
        known = {count for one in documents for count in occurrences(name, one.text)}
        if known and not _NOT.search(_clause(sentence, found.start())):
            yield from _claim(sentence, found, number_from(found["number"]), known)


def _clause(sentence: Sentence, position: int) -> str:
    return regex.split(r"[.;:,]\s", sentence.masked[:position])[-1]


def _claim(sentence: Sentence, found: "regex.Match[str]", number: int, known: set[int]) -> Iterator[Claim]:
    group = (
        "number"
        if "number" in found.groupdict() and found["number"]
        else "times"
        if "times" in found.groupdict()
        else 0
    )
    if is_range(sentence.masked, found.span(group)):
        return
    bound = bound_of(sentence.masked[: found.start(group)], sentence.masked[found.end(group) :])
    if not is_true(number, known, bound):
        evidence = f"counted {' or '.join(map(str, sorted(known)[:4]))}"
        yield settled(
            kind=COUNT,
            quote=sentence.text[found.start() : found.end()].strip(" ,;:"),
            holds=False,
            evidence=evidence,
        )
