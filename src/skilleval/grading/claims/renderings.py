"""What is said to stand in the new version: "pinned it to 2.31.0", "was rendered as “…”", "replaced A by B".

A value that the assistant says it has put somewhere stands in a file that was left, or in a call; one that it
says it has replaced stands there no more.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.change_phrases import EDITED, MADE, TURNED
from skilleval.grading.claims.kinds import CHANGE
from skilleval.grading.claims.newest import everything, made, newest, pairs, stands_in, times_in
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.quote import is_quoted_from

_DEED = (
    rf"(?:{EDITED}|{MADE}|{TURNED}|rendered|set|put|turned|switched|cut|smoothed|shortened|softened|reduced|"
    r"reworded|rephrased|relabell?ed|retitled|named|titled|headed|signed|dated|capped|limited|became|"
    r"now reads|now says|reads now)"
)
_QUOTE = r"(?P<value>[`\"“„«][^`\"“”„«»\n]{1,200}[`\"”“»])"
_VALUE = rf"(?:{_QUOTE}|(?P<value>v?\d+(?:\.\d+)+)(?![\w.]*\w))"
_TOLD = (
    r"(?:\b(?:I|[Ww]e)(?:['’]ve| have)?\s+(?:\w+ly\s+|also\s+|then\s+|now\s+)*|"
    r"\b(?:was|were|has been|have been|is now|are now|got)\s+(?:\w+ly\s+|also\s+|then\s+|"
    r"now\s+)*|(?:^|[;:(–—]\s+|\band\s+|\bso\s+)\W*)"
)
_TO = regex.compile(
    rf"{_TOLD}(?P<verb>(?i:{_DEED}))\b(?P<what>[^.;:!?]{{0,60}}?)\s(?:to|into|(?<=(?:rendered|"
    rf"translated|named|titled|labell?ed|"
    rf"signed|headed|retitled|relabell?ed)\b.{{0,40}})as)\s+(?:the\s+|a\s+|version\s+|size\s+|"
    rf"value\s+|name\s+|port\s+|level\s+|just\s+|only\s+|now\s+|plain\s+|read\s+|"
    rf"say\s+)*{_VALUE}"
)
_OLD_TO_NEW = regex.compile(
    rf"\b(?P<verb>{_DEED})\b(?:\s+(?!from\b|"
    rf"in\b)[\w'’-]+){{0,4}}?\s+(?P<old>[`\"“„«][^`\"“”„«»\n]{{2,200}}[`\"”“»])"
    r"(?:\s+[\w-]+){0,2}?\s+(?:to|into|by|with|through)\s+(?P<new>[`\"“„«][^`\"“”„«»\n]{1,200}[`\"”“»])",
    regex.IGNORECASE,
)
_SUBJECT = regex.compile(
    r"(?:^|[.;:,]\s+|\band\s+)(?:the\s+|a\s+|"
    r"an\s+)?(?P<what>[`\"“„«][^`\"“”„«»\n]{2,80}[`\"”“»]|[A-Z][\w-]{3,}|\w+ \w+|\d[\w.:-]+)"
    r"(?:\s+(?:point|line|item|entry|row|task|section))?\s+(?:was|were|has been|have been|got|"
    r"is now)\s+(?:also\s+|then\s+)?"
    r"(?:put|added|listed|placed|inserted|appended|moved|included|noted|kept|filed)\s+(?:at|"
    r"in|under|as|to|on|near|above|below)\b",
    regex.IGNORECASE,
)
_NOT_OWN = regex.compile(
    r"\b(?:if|would|could|should|must|can|may|might|will|not|never|no|to be|plan|suggest\w*|recommend\w*|"
    r"propose\w*|consider|want|instead of|rather than|n['’]t|log|error|says?|said|states?|by "
    r"(?:the|a) \w+)\b",
    regex.IGNORECASE,
)
_EMPTY = frozenset({"it was", "this was", "they were"})


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each value that stands nowhere although it was put there, or still does although replaced."""
    if not scene.is_answer or not scene.evidence.files:
        return
    known = tuple(everything(scene))
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        replaced = list(_replaced(scene, sentence))
        yield from replaced or _values(sentence, known)
        yield from _put(scene, sentence)


def _replaced(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    for found in _OLD_TO_NEW.finditer(sentence.text):
        old, new = _bare(found["old"]), _bare(found["new"])
        if not _is_own(sentence, found.start("verb")) or stands_in(old, new):
            continue
        before = sum(times_in(old, given.text) for given, _ in pairs(scene))
        after = sum(times_in(old, left.text) for left in made(scene))
        if after and after >= before and not stands_in(old, new):
            yield _claim(sentence, found, f"“{old}” stands there still")


def _values(sentence: Sentence, known: tuple[str, ...]) -> Iterator[Claim]:
    for found in _TO.finditer(sentence.text):
        value = _bare(found["value"])
        if len(value) < 2 or not _is_own(sentence, found.start("verb")):
            continue
        if not is_quoted_from(value, known) and not any(value in text for text in known):
            yield _claim(sentence, found, f"“{value}” stands in no file and no call")


def _put(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    for found in _SUBJECT.finditer(sentence.text):
        what = _bare(found["what"])
        is_quoted = any(start == found.start("what") for start, _, _ in spans(sentence.text))
        is_name = is_quoted or " " not in what
        if not is_name or what.lower() in _EMPTY or _NOT_OWN.search(sentence.masked[: found.end()]):
            continue
        is_given = any(stands_in(what, one.text) for one in scene.documents if one.given)
        left = [text.lower() for one in newest(scene) if not one.given for text in (one.text, one.path)]
        if is_given and left and not any(what.lower() in text for text in left):
            yield _claim(sentence, found, f"“{what}” stands in no file that was left")


def _is_own(sentence: Sentence, position: int) -> bool:
    """Return whether what is told is a deed that took place, and not wished for or reported."""
    clause = regex.split(r"[.;:]\s|,\s(?:so|and|but|then|while)\s", sentence.masked[:position])[-1]
    return _NOT_OWN.search(clause) is None


def _bare(text: str) -> str:
    return text.strip('`"“”„«» ').rstrip(".,")


def _claim(sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    cuts = regex.finditer(r"[.;:]\s|,\s(?:and\s|so\s)?", sentence.masked[: found.start()])
    start = max((cut.end() for cut in cuts), default=0)
    quote = sentence.text[start : found.end()].strip(" ,;")
    return settled(kind=CHANGE, quote=quote, holds=False, evidence=evidence, process=True)
