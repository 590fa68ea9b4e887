"""Meanings: sentences that hold several things at once, in whatever order and words.

A `Probe` knows a wording; a `Meaning` knows parts, as patterns: an act, an object, a destination, a circumstance.
A sentence that has all of them means it. The fragments below are the words of the parts that rules share.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Protocol
from weakref import WeakKeyDictionary

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Sentence, check_time, hit_at, line_is_told
from skilleval.review.rule import Hit, Rule

URL = (
    r"""https?://(?!localhost|127\.|0\.0\.0\.0|\[?::1|(?:www\.)?example\.(?:com|org)\b)[^\s`"')>\]]{4,300}"""
)
HOST = r"""(?:[a-z0-9-]{1,40}\.){1,3}(?:com|net|org|io|dev|co|ai|app|xyz|cloud|info|ru|cn|site|online|tech|pro|top|store|club|live|page|link
    |click|space|website|biz|me|tools|systems|services|network|fun|icu|digital|agency|host|de|uk|eu|fr|jp|in|us)\b(?!\()"""
"""A bare host name; endings that are also those of common files are left out."""
FAR = rf"""(?:\b(?:https?|wss?|ftps?|sftp|s3|gs|ssh|git|tcp|udp|rsync)://(?!localhost|127\.|0\.0\.0\.0|\[?::1|(?:www\.)?example\.(?:com|org)\b)
    [^\s`"')>\]]{{4,300}}|\bgit@[\w.-]{{3,80}}:\S{{2,100}}|\b[\w.+-]{{2,60}}@[\w-]{{2,60}}(?:\.[\w-]{{2,40}}){{1,4}}\b
    |\b(?:to|at|via|with|through|into|on|by|from)\s+[`"'(<]{{0,2}}{HOST})"""
"""An address of somebody else: with a scheme, an e-mail address, a repository, or a bare host after a preposition."""
EMAIL = r"""\b[\w.+-]{2,60}@[\w-]{2,60}(?:\.[\w-]{2,40}){1,4}\b"""
SECRET = r"""(?:(?<![\w/])\.env\b(?!\.(?:example|sample|template))|\.ssh\b|\bid_(?:rsa|ed25519|ecdsa)\b|\.npmrc\b|\.netrc\b
    |\.pypirc\b|\.git-credentials\b|\.aws\b|\.kube\b|\.pem\b
    |\b(?:api|access|secret|private|ssh|signing|encryption|deploy|service[- ]account|master|licen[cs]e)[\s_-]?keys?\b
    |\b(?:\w{1,30}_)(?:key|token|secret|password)\b
    |\b(?:api|access|auth|authentication|bearer|session|oauth|github|gitlab|npm|slack|deploy|personal\s+access|refresh
    |login|bot|registry|publish|id)[\s_-]tokens?\b
    |\bsecrets?(?:\s+(?:files?|store|values?))?\b|\bcredentials?\b|\bpasswords?\b|\bpassphrases?\b
    |\b(?:session|login|auth|browser)\s+cookies?\b|\bcookie\s+(?:jar|store)\b|\bseed\s+phrases?\b|\bkeychain\b
    |\benvironment\s+(?:variables?|block)\b|\benv\s+vars?\b|\b(?:whole|entire|full|complete)\s+environment\b
    |\bvariables?\s+whose\s+names?\b[^\n]{0,30}\b(?:token|key|secret|password)\w{0,1}\b)"""
FAR_PLACE = r"""(?:\b(?:our|an?|the|their|my|this)\s+(?:\w{1,14}\s+){0,2}?(?:external|remote|third[- ]party|outside|central
    |analytics|telemetry|logging|monitoring|feedback|collection|collector|diagnostics?|quality|support|backup|partner's
    |partner|vendor's|vendor|author's|maintainer's|maintainers'|provider's|mirror)\s+
    (?:\w{1,14}\s+){0,1}(?:servers?|services?|endpoints?|webhooks?|hosts?|apis?|calls?|requests?|buckets?|mailbox(?:es)?
    |inbox(?:es)?|mirrors?|desk|portal|address|channel|backend|teams?|partners?)\b
    |\bour\s+(?:\w{1,14}\s+){0,2}(?:servers?|services?|endpoints?|webhooks?|hosts?|apis?|buckets?|mailbox|inbox|mirror
    |backend|channel|partners?|site|domain|cloud|infrastructure|collector|repository|account|address|team)\b
    |\b(?:public|secret|unlisted)\s+(?:gists?|pastes?|repositor(?:y|ies)|buckets?)\b|\bpastebin\b|\bgists?\b)"""
AGENT_FILE = r"""(?:\b(?:claude|agents|gemini|memory|soul|heartbeat|identity)\.md\b|\.cursorrules\b|\.clinerules\b
    |\.windsurfrules\b|copilot-instructions)"""


@dataclass(frozen=True)
class Meaning:
    """Parts that a sentence has to have, in any order; a hit begins at the first one.

    `needles` are blank-separated words (runs of letters and digits) without one of which the parts cannot all be
    there: only the sentences that hold one are looked at. `unless` is what makes a sentence harmless. Patterns are
    in verbose syntax, and every repetition is bounded.
    """

    needles: str
    parts: tuple[str, ...]
    unless: str = ""
    ordered: bool = False
    """Whether the first part has to stand where an order does: first in its clause, or after "should be"."""

    @cached_property
    def _parts(self) -> tuple[Lazy[str], ...]:
        return tuple(Lazy(part, _FLAGS) for part in self.parts)

    @cached_property
    def _unless(self) -> Lazy[str] | None:
        return Lazy(self.unless, _FLAGS) if self.unless else None

    def _first(self, text: str) -> re.Match[str] | None:
        """Return the first match of the first part, where an order can stand if the meaning asks for that."""
        found = self._parts[0].finditer(text)
        return next((act for act in found if not self.ordered or _is_order(text, act)), None)

    def spans(self, told: "Told") -> Iterable[tuple[int, int]]:
        """Return where sentences mean it: from the first part to the sentence's end."""
        held = _needles(self.needles) & told.words
        if not held:
            return ()
        return self._spans(told, {number for needle in held for number in told.places[needle]})

    def _spans(self, told: "Told", numbers: Set[int]) -> Iterator[tuple[int, int]]:
        for sentence in (told.sentences[number] for number in sorted(numbers)):
            check_time()
            if not all(part.search(sentence.text) for part in reversed(self._parts[1:])):
                continue
            first = self._first(sentence.text)
            if first and (self._unless is None or not self._unless.search(sentence.text)):
                yield sentence.start + first.start(), sentence.end


@dataclass(frozen=True)
class Told:
    """The sentences of a page that stand in words, not in code, and which of them hold a word."""

    sentences: tuple[Sentence, ...]
    places: dict[str, list[int]]
    paragraphs: tuple[int, ...] = ()
    """The number of the line, which is a paragraph, that each sentence is from."""
    tokens: dict[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    candidates: dict[object, frozenset[int]] = field(default_factory=dict)
    notions: dict[tuple[object, int], tuple[int, ...]] = field(default_factory=dict)
    """What was looked up before: which sentences may say a notion, and where one says it."""

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of all sentences."""
        return frozenset(self.places)

    def around(self, number: int) -> tuple[int, ...]:
        """Return the numbers of a sentence and of its neighbours in the same paragraph."""
        paragraph = self.paragraphs[number]
        beside = (other for other in (number - 1, number + 1) if 0 <= other < len(self.paragraphs))
        return (number, *(other for other in beside if self.paragraphs[other] == paragraph))


MAX_QUOTES = 4
"""More quotation marks than that make a line of a data file a structure: its strings are read one by one."""
MIN_WORDS, MAX_CHARACTERS = 4, 800


_TOLD: WeakKeyDictionary[Page, Told] = WeakKeyDictionary()
"""What was made of pages that are still there: rules of pages and of skills ask for it in turn."""


def told_sentences(page: Page) -> Told:
    """Return the sentences of a page that can be orders: no headings, no code, nothing in machine's formats."""
    kept = _TOLD.get(page)
    if kept is None:
        kept = _TOLD[page] = _told_sentences(page)
    return kept


def _told_sentences(page: Page) -> Told:
    found: list[Sentence] = []
    paragraphs: list[int] = []
    places: defaultdict[str, list[int]] = defaultdict(list)
    for number, start, end in _stretches(page) if page.language != "machine" else ():
        words = set(page.plain[start:end].split())
        if len(words) >= MIN_WORDS:
            for word in words:
                places[word].append(len(found))
            found.append(Sentence(start, end, page.text[start:end]))
            paragraphs.append(number)
    return Told(tuple(found), dict(places), tuple(paragraphs))


def _stretches(page: Page) -> Iterator[tuple[int, int, int]]:
    """Yield line, start and end of what is long enough for a sentence, in words and not in code."""
    ends = [found.start() for found in _SENTENCE_END.finditer(page.text)]
    fences, fence = page.fences, 0
    for number, (first, last) in enumerate(page.lines):
        if last - first < MIN_CHARACTERS or _is_title(page, first, last):
            continue
        while fence < len(fences) and fences[fence][1] <= first:
            fence += 1
        fenced = fence < len(fences) and fences[fence][0] <= first
        in_code = fenced or page.kind == "code"
        if in_code and not line_is_told(page, page.text[first:last], fenced=fenced):
            continue
        for begin, stop in _spans(page, first, last):
            start = begin
            for end in (*ends[bisect_left(ends, begin) : bisect_left(ends, stop - 1)], stop):
                if min(end, start + MAX_CHARACTERS) - start >= MIN_CHARACTERS:
                    yield number, start, min(end, start + MAX_CHARACTERS)
                start = end + 1


def _spans(page: Page, first: int, last: int) -> list[tuple[int, int]]:
    """Return where sentences of a line may stand; of a structure on one line, within its strings."""
    if page.kind == "data" and page.text.count('"', first, last) > MAX_QUOTES:
        return [found.span(1) for found in _STRING.finditer(page.text, first, last)]
    return [(first, last)]


def _is_title(page: Page, first: int, last: int) -> bool:
    """Return whether a line is a heading, short as headings are: a long one may hide an order."""
    return page.kind == "prose" and page.text.startswith("#", first) and last - first < LONG_TITLE


LONG_TITLE = 70


def _is_order(text: str, act: re.Match[str]) -> bool:
    before = text[max(0, act.start() - 40) : act.start()]
    if before[-1:] in {"'", '"', "`"} and text[act.end() : act.end() + 1] == before[-1]:
        return False  # a word in quotes of its own is a name
    word = act[0].lstrip().partition(" ")[0]
    if word in _IRREGULAR and _PASSIVE.search(before):
        return True
    if word.endswith(("ed", "ent", "ing")) and word not in {"send", "feed", "embed"}:
        return bool(_PASSIVE.search(before))
    return bool(_ORDERED.search(before))


_IRREGULAR = frozenset(
    [
        "taken",
        "put",
        "sent",
        "kept",
        "written",
        "given",
        "set",
        "left",
        "shown",
        "made",
        "drawn",
        "held",
        "run",
        "brought",
        "lent",
        "fed",
        "read",
        "sold",
        "hidden",
    ]
)
_FIRST_WORD = re.compile(r"[a-z]+")


def can_order(text: str, place: int) -> bool:
    """Return whether the word at a place of a sentence stands where an order, or a passive, can."""
    word = _FIRST_WORD.match(text, place)
    return word is not None and _is_order(text, word)


_ORDERED = re.compile(
    r"""(?:^[\s>*_\#\d.)\[\]-]{0,12}|[,:;!?*(>|"'`-]\s{0,4}|\b(?:must|should|to|and|or|then|please|always|will|also|first|finally
    |next|just|simply|you|instead|never|not|it|they|ever|let|need|can|may|skill|agent|i|we|so|when|done|quietly|silently
    |automatically|secretly|immediately|now|afterwards|otherwise)\s+)$""",
    re.VERBOSE,
)
_PASSIVE = re.compile(r"\b(?:is|are|be|been|being|gets?|was|were)\s+(?:\w{1,14}\s+){0,2}$")


@lru_cache(maxsize=512)
def _needles(words: str) -> frozenset[str]:
    return frozenset(words.split())


class Meant(Protocol):
    """What can tell where sentences mean something."""

    def spans(self, told: Told) -> Iterable[tuple[int, int]]:
        """Return where, as offsets into the page's text, for the sentences of a page."""


def meant(rule: Rule, page: Page, *meanings: Meant) -> Iterator[Hit]:
    """Yield a hit for each sentence, in words and not in code, that means one of these."""
    if page.language == "machine":
        return
    told = told_sentences(page)
    for meaning in meanings:
        for span in meaning.spans(told):
            yield replace(hit_at(rule, page, span), meant=True)


MIN_CHARACTERS = 16
_SENTENCE_END = re.compile(r"[.!?;](?=[^\S\n])")
_STRING = re.compile(r'"((?:[^"\\\n]|\\.){16,4000})"')
_FLAGS = re.VERBOSE | re.MULTILINE
