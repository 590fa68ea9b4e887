"""That a text has none of a thing, or one only: "no password at all", "no `print` is left", "the only fix".

What counts is the thing, not how it is denied. It must be named by itself (quoted, or in up to three words
that nothing narrows) and stand in the text in so many words, in a line that does not deny it as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.absences import has_all
from skilleval.grading.claims.kinds import ABSENCE
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import meant_by, named_in, spoken_of
from skilleval.grading.claims.text import Sentence, spans

_HELD = (
    r"contains?|includes?|has|have|had|holds?|lists?|names?|gives?|mentions?|shows?|sets?|uses?|defines?|"
    r"declares?|"
    r"specif(?:y|ies)|states?|provides?|offers?|carr(?:y|ies)|records?|cites?|imports?|calls?|keeps?|"
    r"features?|"
    r"comes? with|sees?|saw|finds?|found"
)
_THING = r"(?P<thing>`[^`]+`|[\"“][^\"”]+[\"”]|(?:[\w'’/-]+\s+){0,2}?[\w'’/-]+)"
_NONE = regex.compile(
    rf"(?:\b(?P<held>{_HELD})\s+(?:absolutely |simply |quite )?(?:no|zero|not a single|not one|neither)\s+"
    rf"{_THING}|"
    rf"\b(?:does|do|did|is|are|was|were|has|have)(?:\s+not|n['’]t)\s+(?:even |actually |explicitly |"
    rf"yet )?(?:{_HELD})\s+"
    rf"(?:any|a|an|the|a single|even one)?\s*{_THING}|"
    rf"\bnever\s+(?:once |even |actually |explicitly )?(?P<held>{_HELD})\s+(?:any |a |an |the )?{_THING}|"
    rf"\bthere\s*(?:is|are|was|were|['’]s)\s+(?:absolutely )?(?:no|not a single|not one|not any)\s+"
    rf"{_THING}|"
    rf"\bthere\s+(?:is|are|was|were)n['’]t\s+(?:any|a|an|a single)\s+{_THING}|"
    rf"\bwithout\s+(?:any|a single)\s+{_THING}|"
    rf"(?:^|[,;:(]\s*|\b(?:and|but|so|while)\s+)(?P<bare>no|not a single|not one|zero)\s+{_THING})"
    r"(?P<rest>[^,;.!?()]*)",
    regex.IGNORECASE,
)
_CLOSED = regex.compile(
    r"^\s*(?:(?:is|are|was|were|has been|have been)\s+(?:now\s+)?(?:left|there|present|given|mentioned|"
    r"named|used|"
    r"found|set|listed|included|stated|specified|defined|shown|to be (?:found|seen))\b)?\s*(?:(?:remains?|"
    r"left|"
    r"remaining|any ?more|at all|anywhere|whatsoever|either|yet|so far|itself|to be (?:found|seen))\b\s*)*"
    r"(?:(?:in|on|anywhere in|from|within|inside|of)\s+(?:it|there|here|(?:the|this|that|your)\s+"
    r"(?:\w+\s+)?"
    r"(?:file|document|module|text|log|list|table|code|config\w*|script|page|contract|memo|letter|mail|"
    r"report|data|"
    r"notes?|repo|repository|policy|thread|minutes|guide|readme|agreement|lease|offer|invoice|recipe|"
    r"query|schema)|"
    r"`·+`|[\w/.-]+\.\w{1,5}))?\s*(?:anywhere|at all|either|any ?more)?\s*$|^\s*(?:and|but|or|so|nor)\b",
    regex.IGNORECASE,
)
_LEFT = regex.compile(r"\b(?:left|remain\w*|any ?more|no longer|now)\b", regex.IGNORECASE)
_WAS = regex.compile(r"\b(?:was|were|had|originally|before)\b", regex.IGNORECASE)
_SUPPOSED = regex.compile(
    r"\b(?:if|unless|when|whenever|would|should|could|make sure|ensure|must|so that|whether|suppose|may|"
    r"might|"
    r"can|I|we|you|my|our|let)\b",
    regex.IGNORECASE,
)
_DENIES = regex.compile(
    r"\b(?:no|not|never|none|without|neither|nor|zero|0|nothing|cannot|kein\w*|nicht)\b|"
    r"n['’]t\b",
    regex.IGNORECASE,
)
_VAGUE = stems(
    """
    actual additional anything change clause clear current detail difference doubt evidence example
    explanation form full further idea indication information instruction issue kind limit line
    longer mention need new other own page paragraph part passage phrase place point problem proper
    provision question real reason reference rule section sentence sign sort specific step such text
    thing trace value way word
    """
)
_OF_CODE = stems("call statement comment keyword block directive usage instruction")
"""What a program does with a thing, rather than what it is called: "no print calls"."""
_ONLY = regex.compile(
    r"(?:^|[,;:(]\s*|\b(?:and|but|so|while|that)\s+)(?P<who>[^,;:]{1,80}?)\s*(?:,|\b(?:is|are|was|"
    r"being)\b)\s+the only\s+"
    r"(?P<thing>[\w-]+(?:\s+[\w-]+)??)(?P<rest>[^,;.()]*)|"
    r"\bthe only\s+(?P<thing>[\w-]+)\s+(?:(?:named|mentioned|listed|there|left|given|shown|"
    r"in \w+ \w+)\s+)?(?:is|are|was)\s+"
    r"(?P<who>[^,;.()]{2,80})",
    regex.IGNORECASE,
)
_AMONG = regex.compile(
    r"^\s*(?:$|(?:among|in|of|on|from)\s+(?:them|it|there|these|all|the (?:\w+ )?(?:file|list|log|table|"
    r"text|document|set|"
    r"data|page|group|lot|thread|changelog|notes?|menu|contract)))",
    regex.IGNORECASE,
)
_ANY_LINE = stems("line entry row item record section one thing file way option reason exception point word")
_NAME = regex.compile(r"#\d+|`[^`]+`|[\"“][^\"”]+[\"”]|\b[A-Z][\w-]+|\b\d[\w.:-]*")
WORDS = 3


@dataclass(frozen=True)
class Denied:
    """What is said not to be there, in which part of the sentence, and of what."""

    thing: str
    span: tuple[int, int]
    subject: str = ""
    """What is said to have none of it; empty where nothing is."""
    is_quoted: bool = False


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each thing that a text is said to have none of, or one only."""
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for denied in _denied(sentence):
            yield from _judged(scene, sentence, denied)
        yield from _only(scene, sentence)


def _denied(sentence: Sentence) -> Iterator[Denied]:
    quoted = {start: text for start, _, text in spans(sentence.text)}
    for found in _NONE.finditer(sentence.masked):
        start, end = found.span("thing")
        lead = _start(sentence, found.start("bare") if found["bare"] else found.start())
        if _SUPPOSED.search(sentence.masked, lead, start):
            continue
        subject = sentence.text[lead : found.start()].strip() if found["held"] else ""
        if found["held"] and not subject:
            continue  # an order: "Never include tokens"
        is_quoted = start in quoted
        if not is_quoted:
            end = _end_of_thing(sentence.masked[start : found.end("rest")]) + start
        rest = sentence.masked[end : found.end("rest")]
        if end > start and _CLOSED.match(rest) and (not found["bare"] or rest.strip()):
            thing = quoted[start] if is_quoted else sentence.text[start:end]
            yield Denied(thing, (lead, end + len(rest.rstrip())), subject, is_quoted)


def _end_of_thing(phrase: str) -> int:
    """Return where the shortest noun phrase of up to three words ends that nothing narrows; 0 for none."""
    for size in range(1, WORDS + 1):
        words = regex.match(rf"(?:[\w'’/-]+\s*){{{size}}}(?<!\s)(?![\w'’/-])", phrase)
        if words and "·" not in words.group() and _CLOSED.match(phrase[words.end() :]):
            return words.end()
    return 0


def _start(sentence: Sentence, position: int) -> int:
    cuts = regex.finditer(r"[.;:!?]\s+|,\s+(?:and |but |so )?", sentence.masked[:position])
    return max((hit.end() for hit in cuts), default=0)


def _judged(scene: Scene, sentence: Sentence, denied: Denied) -> Iterator[Claim]:
    documents = _documents(scene, sentence, denied)
    thing = stems(denied.thing)
    thing = thing - _OF_CODE if thing - _OF_CODE else thing
    words = thing - _VAGUE
    is_partly_vague = len(words) < len(thing)
    if not documents or (not denied.is_quoted and (not words or is_partly_vague)):
        return
    where = next(filter(None, (_where(denied, words, document) for document in documents)), "")
    if where:
        yield _claim(sentence.text[slice(*denied.span)], where)


def _documents(scene: Scene, sentence: Sentence, denied: Denied) -> Sequence[Document]:
    """Return the texts that are meant, named or spoken of; of a changed file the new version."""
    documents = named_in(sentence.text[slice(*denied.span)], scene)
    if not documents and denied.subject:
        documents = meant_by(regex.split(r"\b(?:and|but|that|while)\b", denied.subject)[-1], scene, sentence)
    elif not documents:
        documents = spoken_of(sentence, scene)
    if not documents and _LEFT.search(sentence.masked):
        documents = scene.documents
    left = {document.path for document in documents if not document.given}
    if _WAS.search(sentence.masked):
        return documents
    return tuple(document for document in documents if not document.given or document.path not in left)


def _where(denied: Denied, words: frozenset[str], document: Document) -> str:
    """Return the line that has the thing and does not deny it; empty for none."""
    left = r"(?<![\w-])" if denied.thing[:1].isalnum() else ""
    right = r"(?![\w-])" if denied.thing[-1:].isalnum() else ""
    named = regex.compile(f"{left}{regex.escape(denied.thing)}{right}")
    for number, line in enumerate(document.text.splitlines(), start=1):
        if denied.is_quoted:
            is_there = named.search(line) is not None
        else:
            is_there = has_all(words, stems(line)) and _DENIES.search(line) is None
        if is_there:
            return f"{document.path}, line {number}: “{line.strip()[:160]}”"
    return ""


def _only(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    """Yield "#312 is the only fix among them", where another line has one as well."""
    for found in _ONLY.finditer(sentence.text):
        words = stems(found["thing"]) - _ANY_LINE
        names = [name.strip('`"“”') for name in _NAME.findall(found["who"])]
        names = [name for name in names if name.lower() not in {"the", "it", "this", "that", "i", "there"}]
        is_closed = found["rest"] is None or _AMONG.match(found["rest"])
        if (
            not words
            or not names
            or not is_closed
            or _SUPPOSED.search(sentence.masked[: found.start("thing")])
        ):
            continue
        denied = Denied(found["thing"], found.span())
        for document in _documents(scene, sentence, denied):
            lines = [line for line in document.text.splitlines() if has_all(words, stems(line))]
            own = [line for line in lines if any(name in line for name in names)]
            others = [
                line
                for line in lines
                if line not in own and not _DENIES.search(line) and not line.startswith("#")
            ]
            if own and others:
                yield _claim(
                    found.group().strip(" ,;:("), f"{document.path} has also “{others[0].strip()[:160]}”"
                )
                break


def _claim(quote: str, evidence: str) -> Claim:
    return settled(kind=ABSENCE, quote=quote.strip(" ,;:.("), holds=False, evidence=evidence)
