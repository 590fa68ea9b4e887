"""Stated absences: "never mentions X", "`CMD` is missing". Looked up in the document that is meant.

Of things named in words, only the bare mention is looked up ("does not mention pets"), since a text may
have the words and still not say what was wanted ("does not explain the pet policy").
"""

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.kinds import ABSENCE
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import meant_by, named_in, spoken_of
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.claims.uses import VERBS, does

_NOT = r"(?:does not|doesn['’]t|do not|don['’]t|did not|didn['’]t|never|fails? to|no longer)"
_MENTION = (
    r"(?:mentions?|refers? to|names?|talks? (?:about|of)|speaks? of|references?|brings? up|touch(?:es)? on|"
    r"says? anything (?:about|of|on)|says? a word about)"
)
_HOLD = r"(?:contains?|includes?|have|has|lists?|sets?|uses?|defines?|declares?)"
_END = (
    r"(?=,\s+(?:and|but|yet|so|while|although|though)\s|\s+(?:and|but|while)\s+(?:it|there|the|this|they|"
    r"step|line|`|\")|[;:]|\.(?:\s|$)|$)"
)
_ACTIVE = regex.compile(
    rf"\b(?:{_NOT}\s+(?:even\s+|once\s+|explicitly\s+|anywhere\s+)?(?P<verb>{_MENTION}|{_HOLD})|"
    r"(?:omits?|lacks? any mention of|leaves? out|"
    rf"says? nothing (?:about|of|on)|nothing in (?:it|this|the \w+)\s+{_MENTION}|(?:makes?|has|have|"
    rf"contains?) no "
    r"(?:mention|reference)s? (?:of|to)|is silent (?:on|about)|"
    rf"nowhere (?:does|do) (?:it|they|the \w+) {_MENTION}|(?P<lacks>lacks?|has no|have no)))\s+"
    rf"(?P<object>[^;:]*?){_END}",
    regex.IGNORECASE,
)
_NO_MENTION = regex.compile(
    r"\b(?:there (?:is|was)|there['’]s|i (?:see|find|found)|contains?) (?:no|nowhere a) (?:mention|"
    r"trace|word|reference)s? "
    rf"(?:of|about|to)\s+(?P<object>[^;:]*?){_END}",
    regex.IGNORECASE,
)
_PASSIVE = regex.compile(
    r"(?:is|are)\s+(?:never|nowhere|not)\s+(?:\w+ly\s+)?(?P<word>mentioned|named|referenced|brought up|"
    rf"{VERBS}|present|included|listed|there|found|to be (?:found|seen))\b"
    r"(?P<rest>[^,.;:]*)|(?:is|"
    r"are)\s+(?:missing|absent)\b(?P<gone>[^,.;:]*)|\b(?:does not|doesn['’]t|never) (?:appears?|occurs?|"
    r"shows? up)\b(?P<rest2>[^,.;:]*)",
    regex.IGNORECASE,
)
_WHERE = regex.compile(
    r"^\s*(?:$|anywhere|at all|either|in (?:it|the file|the document|the text)|from (?:it|the file|the list))"
)
_SAME_THING = regex.compile(
    r"[\s,*_)]*(?:directive|field|key|option|section|flag|setting|attribute|parameter|column|header|tag|"
    r"variable|function|import|rule|value|entry|property|clause|keyword|step|file|heading)?\s*",
    regex.IGNORECASE,
)
"""What may stand between a quoted thing and "is missing": "the `root` directive is missing"."""
_NOUN_PHRASE = regex.compile(
    r"(?:^|[,;:]\s+|\b(?:and|but|that)\s+)(?P<np>(?:(?:the|any|a|an|its)\s+)?[\w' -]{3,40}?)\s*$",
    regex.IGNORECASE,
)
_QUALIFIED = regex.compile(r"[`\"”]\s+(?:being|as|for|with|to|of|when|if|that|which|after|before|from|by)\b")
"""What follows a named thing and narrows it: "no mention of `region` being validated"."""
_CUT = regex.compile(
    r",|\b(?:but|although|though|because|since|so|which|as|and|or|either|at all|anywhere|before|after|"
    r"until|besides|beyond|except|other than|apart|being|when|if|whether|that)\b",
    regex.IGNORECASE,
)
_OWN = regex.compile(
    r"\b(?:i|we|you|users?|reader|team|agent|assistant|draft|reply|answer)\b[\w\s'’]*$", regex.IGNORECASE
)
_VAGUE = stems(
    """
    section details information instruction step steps explanation example examples reason reasons
    part page place line value text word words phrase term anything thing things way kind sort form
    point specific additional proper clear actual real current new own full sentence passage
    paragraph
    """
)


ALIKE = 5
"""Letters that two forms of a word share, and that the longer one may have more."""


@dataclass(frozen=True)
class Absent:
    """What is said to be absent: a quoted text, or the stems of the words that name it."""

    quoted: str
    words: frozenset[str]
    span: tuple[int, int]
    subject: str
    verb: str = ""
    """What the thing is said not to be, where more is denied than that it stands there: "imported"."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each stated absence that can be looked up."""
    for sentence in scene.sentences:
        for absent in (*_active(sentence), *_no_mention(sentence), *_passive(sentence)):
            yield from _judged(scene, sentence, absent)


def _active(sentence: Sentence) -> Iterator[Absent]:
    for found in _ACTIVE.finditer(sentence.masked):
        subject = sentence.subject_before(found.start())
        holds_only = bool(found["lacks"] or regex.fullmatch(_HOLD, found["verb"] or "", regex.IGNORECASE))
        if not _OWN.search(subject):
            yield from _absent(sentence, found, subject, is_mention=not holds_only)


def _no_mention(sentence: Sentence) -> Iterator[Absent]:
    for found in _NO_MENTION.finditer(sentence.masked):
        yield from _absent(sentence, found, "", is_mention=True)


def _absent(
    sentence: Sentence, found: "regex.Match[str]", subject: str, *, is_mention: bool
) -> Iterator[Absent]:
    start, end = found.span("object")
    span = (sentence.clause_start(found.start()), found.end())
    quoted = [text for first, last, text in spans(sentence.text) if first >= start and last <= end]
    if quoted and not _QUALIFIED.search(sentence.masked[start:end]):
        yield Absent(quoted[0], frozenset(), span, subject)
    elif not quoted and is_mention:
        words = stems(_CUT.split(sentence.masked[start:end])[0]) - _VAGUE
        if words:
            yield Absent("", words, span, subject)


def _passive(sentence: Sentence) -> Iterator[Absent]:
    """Yield "`CMD` is missing", "`alt` is never used", "exchanges are not mentioned"."""
    for found in _PASSIVE.finditer(sentence.masked):
        if not _WHERE.match(found["rest"] or found["gone"] or found["rest2"] or ""):
            continue
        before = [span for span in spans(sentence.text) if span[1] <= found.start()]
        if before and _SAME_THING.fullmatch(sentence.masked[before[-1][1] : found.start()]):
            verb = found["word"] if regex.fullmatch(VERBS, found["word"] or "") else ""
            yield Absent(before[-1][2], frozenset(), (before[-1][0], found.end()), "", verb or "")
        elif found["word"] in {"mentioned", "named", "referenced", "brought up"}:
            phrase = _NOUN_PHRASE.search(sentence.masked[: found.start()])
            words = stems(phrase["np"]) - _VAGUE if phrase and "·" not in phrase["np"] else frozenset()
            if words and phrase:
                yield Absent("", words, (phrase.start("np"), found.end()), "")


def _judged(scene: Scene, sentence: Sentence, absent: Absent) -> Iterator[Claim]:
    documents = _documents(scene, sentence, absent)
    if not documents:
        return
    where = _where(absent, documents)
    yield settled(
        kind=ABSENCE,
        quote=sentence.text[absent.span[0] : absent.span[1]].strip(" ,"),
        holds=not where,
        evidence=where or f"not found in {documents[0].path}",
    )


def _documents(scene: Scene, sentence: Sentence, absent: Absent) -> tuple[Document, ...]:
    clause = regex.split(r"\b(?:and|but|while|where|because|,)\b", absent.subject)[-1].strip(" ,")
    if named := named_in(sentence.text[absent.span[0] : absent.span[1]], scene):
        return named
    if regex.search(r"\w", clause):
        return meant_by(clause, scene, sentence)
    return spoken_of(sentence, scene)


def _where(absent: Absent, documents: tuple[Document, ...]) -> str:
    """Return where the thing stands; empty when nowhere."""
    pattern = regex.compile(rf"(?<!\w){regex.escape(absent.quoted)}(?!\w)", regex.IGNORECASE)
    for document in documents:
        for number, line in enumerate(document.text.splitlines(), start=1):
            if absent.verb:
                is_there = does(absent.verb, absent.quoted, line, document.path)
            else:
                is_there = bool(pattern.search(line) if absent.quoted else has_all(absent.words, stems(line)))
            if is_there:
                return f"{document.path}, line {number}: “{line.strip()}”"
    return ""


def has_all(words: frozenset[str], line: frozenset[str]) -> bool:
    """Return whether a line has every word, in a form that begins alike: "insurance" and "insured"."""
    return all(word in line or any(_begin_alike(word, other) for other in line) for word in words)


def _begin_alike(mine: str, theirs: str) -> bool:
    short, long = sorted((mine, theirs), key=len)
    return len(short) >= ALIKE and long.startswith(short) and len(long) - len(short) <= ALIKE
