"""Quantities by grammar: a number and a noun that something known has so many of, however it is put.

"5 rows, four columns", "a total of three are errors", "out of the eight lines", "it is made up of two
classes". Found by what may stand on either side of number and noun, not by sentence. Where several texts
may be meant, the count of any of them makes the statement true: only what no reading gives is false.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims import tongues
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from, is_range
from skilleval.grading.claims.paths import PATH
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import last_named_before, named_in, the_only_one
from skilleval.grading.claims.tally import counts_of, lines_holding
from skilleval.grading.claims.text import Sentence

_SUBJECT = regex.compile(
    r"(?:^|[;:,(–—]\s*|\b(?:and|but|so|while|that|where)\s+)\W*(?P<subject>(?:[\w'’./`·-]+\s+){0,6}?)"
    r"(?:(?:now|also|still|currently|actually|only|really|thus|in fact)\s+)*"
    r"(?P<verb>has|have|had|is|are|was|were|with|having|containing|exchanging|total+ing|spanning|covering|"
    r"listing|holding|including|"
    r"comprising|counting|featuring|defining|exporting|showing|[a-z]+(?<!s)s(?: up| out| down| for| of|"
    r" into| to| over)?|contain|consist of|"
    r"comprise|include|list|hold|made up of|composed of|split into|divided into|(?:is|are) (?:made up|"
    r"composed) of|(?:is|are) "
    r"(?:split|divided|structured|organi[sz]ed) (?:in|into)|falls? into|amount to)[\s,]+(?:it\s+)?",
    regex.IGNORECASE,
)
"""A subject and its verb; the quantity follows."""
_SPOKEN = (
    r"(?:there (?:is|are|was|were)|there['’]s|you(?:['’]ll)? (?:also )?(?:get|find|see|have)|"
    r"(?:i|we)(?:['’]ve| have)? (?:\w+ly )?(?:see|saw|count|counted|found|find|have|wrote|written|added|"
    r"created|put|defined|included|"
    r"drafted|implemented|spotted|identified))"
)
_NOT_HOLDING = frozenset(
    """
    skips drops removes deletes ignores leaves misses lacks changes touches affects uses prints returns
    calls fails needs exceeds duplicates repeats merges adds moves renames hides matches filters wants
    asks expects allows accepts costs saves lasts waits happens occurs appears comes goes stands sits
    reads shows prefers suggests recommends proposes fixes breaks was
    """.split()  # noqa: SIM905 -- reads better than fifty quoted words
) - {"shows", "calls", "needs", "was"}
_TEXT_NOUNS = frozenset(
    """
    it this that they there which file document doc text source data dataset csv table spreadsheet sheet
    export log json yaml config configuration schema api module script program code class component
    package library project repo repository page site form stylesheet query database recipe thread mail
    email letter message note memo poem haiku story essay outline list checklist menu agenda minutes
    guide manual handbook tutorial readme changelog article report paper brief policy contract agreement
    lease terms invoice bill order receipt catalogue inventory roster survey questionnaire transcript
    interview conversation chat transcription makefile dockerfile workflow pipeline plan proposal spec
    specification faq template diff patch summary draft version result output answer collection record
    record archive notebook scene chapter song quiz test suite collection deck presentation one rest
    file's whole everything
    """.split()  # noqa: SIM905 -- reads better than a hundred quoted words
)
"""What a text, or the one thing that was given, can be called."""
_LEAD_WORDS = (
    r"(?:(?:also|only|just|exactly|precisely|in total|in all|altogether|overall|all in all|all told|"
    r"a (?:grand )?total of|"
    r"the total of|some|about|around|roughly|approximately|nearly|almost|at least|at most|up to|over|under|"
    r"more than|"
    r"fewer than|less than|no more than|no fewer than|another|plus|~|≈)[\s,]*)*"
)
_OPENS = regex.compile(
    rf"(?:^|[;:,–—|]\s*|\b(?:and|plus|but|as well as|along with|while|then|so)\s+)\W*{_LEAD_WORDS}$",
    regex.IGNORECASE,
)
_TOLD = regex.compile(rf"\b{_SPOKEN}[\s,]+{_LEAD_WORDS}$", regex.IGNORECASE)
_EARLIER = regex.compile(rf"{_SUBJECT.pattern}{_LEAD_WORDS}{NUMBER}\s", regex.IGNORECASE)
"""A subject whose first quantity stands before this one: "Kai has two actions and one question"."""
_HELD = regex.compile(rf"{_SUBJECT.pattern}{_LEAD_WORDS}$", regex.IGNORECASE)
_OUT_OF = regex.compile(r"\b(?:out of|of)\s+(?:the|its|all)\s+$", regex.IGNORECASE)
_PARTITIVE_OF = regex.compile(
    r"\b(?:one|none|some|many|most|all|both|each|any|few|several|half|first|last|version|row|line|"
    r"step|example|sample|reading|kind|sort|average|mean|median|price|cost|sum|value|column)\s+of\s+$",
    regex.IGNORECASE,
)
_CLOSES = regex.compile(
    r"^\s*(?:$|[.,;:!?)\]–—|]|(?:in|inside|within) (?:it|there|here|total|all|the (?:file|document|text|"
    r"log|table|list|"
    r"module|script|csv|data|thread|recipe|config)|this (?:file|document|one))\b|(?:in|inside|within|"
    r"to) (?:`·|[\w/-]+\.\w{1,5}\b)|in there\b|altogether\b|overall\b|"
    r"long\b|all told\b|of (?:data|text|code)\b|and\b|plus\b|but\b|as well\b|as well as\b|along with\b|"
    r"so\b|or\b(?! more| fewer| less)|"
    r"(?:are|is|were|was) (?:there|present|found|in it|listed|recorded|defined|in all|in total)\b|"
    r"from (?:\d+|[a-z]+) [a-z]+s\b|(?:or|and) (?:more|fewer|less)\b|each\b|across\b|spread over\b|"
    r"(?:split|divided|grouped) (?:over|across|into|by)\b)",
    regex.IGNORECASE,
)
_OF_A_PART = regex.compile(
    r"^\s*(?:in|of|from|inside|within) (?:`·+`|the [\w-]+|[\w./-]+\.\w{1,5})\s+(?!(?:and|or|but|so|plus|in|"
    r"altogether|overall|as well|long|all told|along|itself|file|alone|which|that|by|at|are there)\b)[a-z]",
    regex.IGNORECASE,
)
"""What goes on to say something of the things: "two lines in `a.yaml` differ" counts those that do."""
_NUMBER = regex.compile(NUMBER, regex.IGNORECASE)
_PHRASES = tuple(
    regex.compile(
        rf"(?P<are>\s+(?:of them\s+)?(?:are|is|"
        rf"were)\b)?\s+(?P<words>(?:[\w-]+\s+){{{size}}})(?P<noun>[A-Za-z]+)(?![\w-])",
        regex.IGNORECASE,
    )
    for size in range(3)
)
"""What follows a number: no, one or two words, then the noun."""
_ASIDE = regex.compile(r"[`”\"]\s*\($")
"""A quantity in brackets behind a name: "`Parser` (43 lines)" speaks of that name."""
_CODE_QNP = regex.compile(
    rf"(?P<number>{NUMBER})\s+(?P<code>`[^`\n]+`)\s+(?P<noun>instructions?|lines?|entries|statements?|"
    rf"rows?|commands?|"
    r"directives?|calls?|keys?|sections?|blocks?|elements?|tags?|occurrences?|records?|messages?)\b",
    regex.IGNORECASE,
)
_NEUTRAL = frozenset(
    """
    separate different distinct unique data whole numbered individual total bullet main short full
    actual further other overall top-level level single new log text csv source input markdown entire
    complete plain
    """.split()  # noqa: SIM905 -- reads better than twenty quoted words
)
_SMALL_WORDS = frozenset(
    """
    of in for on to or at from with this that the and by than a an times per is are was were be more
    fewer less percent years year days day hours hour minutes minute seconds euros dollars
    """.split()  # noqa: SIM905 -- reads better than twenty quoted words
)
_OWN_WORDS = frozenset({"character", "char", "word", "sentence", "test", "file"})
"""Counted elsewhere: lengths of a part, runs of tests, files that were made."""
_LINE_LIKE = frozenset({"line", "row", "entry", "record", "message", "event", "item"})
_FINDING = frozenset(
    """
    issue problem bug mistake gap finding flaw weakness risk suggestion idea option reason fix
    improvement recommendation point difference tip example violation concern observation assumption
    change thing way case
    """.split()  # noqa: SIM905 -- reads better than twenty quoted words
)
"""What an assistant finds, and no program can count in a file unless the file calls it so."""
_SUPPOSED = regex.compile(
    r"\b(?:if|when|whenever|unless|would|could|should|must|may|might|can|need(?:s|ed)? to|aim|limit|"
    r"at a time|asked|"
    r"want(?:s|ed)?|goal|target|let['’]s|suppose|e\.g\.|for example|such as|per|every|each|not|never|no|"
    r"n['’]t|instead)\b",
    regex.IGNORECASE,
)


NUMBERS_LIMIT = 20
"""Numbers of one sentence that are looked at: what has more is data."""
REACH = 240
"""Characters before a number in which its subject and verb may stand."""


@dataclass(frozen=True)
class Quantity:
    """A number of things, where it stands, and in what words."""

    number: int
    noun: str
    span: tuple[int, int]
    """Of number and noun in the sentence."""
    qualifier: str = ""
    """A word or quoted text that narrows the noun: "two ERROR lines", "three `RUN` instructions"."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each quantity that can be counted again in what is known."""
    for sentence in scene.sentences:
        names = frozenset(word for document in scene.documents for word in _stem_of(document))
        for quantity in (*_english(sentence, names), *_with_code(sentence, names), *_foreign(sentence)):
            yield from _judged(scene, sentence, quantity)


def _english(sentence: Sentence, names: frozenset[str]) -> Iterator[Quantity]:
    for number in islice(_NUMBER.finditer(sentence.masked), NUMBERS_LIMIT):
        if not is_range(sentence.masked, number.span()):
            yield from _with_noun(sentence, number, names)


def _with_noun(sentence: Sentence, number: "regex.Match[str]", names: frozenset[str]) -> Iterator[Quantity]:
    """Yield the shortest noun phrase after a number that is a whole statement: "rows", "data rows"."""
    masked = sentence.masked
    for nouns in _PHRASES:
        found = nouns.match(masked, number.end())
        if found is None or "·" in found.group():
            return
        words = found["words"].split()
        noun = found["noun"]
        if _SMALL_WORDS & {*(word.lower() for word in words), noun.lower()}:
            return
        if not _stands_alone(_near(masked, number.start()), masked[found.end() :], sentence, names):
            continue
        if found["are"] and _singular(noun.lower()) in _LINE_LIKE:
            return
        qualifying = [word for word in words if word.lower() not in _NEUTRAL]
        if len(qualifying) <= 1:
            span = (number.start(), found.end())
            yield Quantity(count_from(number.group()), noun, span, qualifying[0] if qualifying else "")
        return


def _near(masked: str, position: int) -> str:
    """Return what stands before a number, as far as its grammar can reach: a hostile sentence is long."""
    return masked[:position] if position <= REACH else f"x {masked[position - REACH : position]}"


def _with_code(sentence: Sentence, names: frozenset[str]) -> Iterator[Quantity]:
    """Yield "two `RUN` instructions"; the code stands in backticks."""
    for found in _CODE_QNP.finditer(sentence.text):
        before, after = sentence.masked[: found.start()], sentence.masked[found.end() :]
        if not is_range(sentence.text, found.span("number")) and _stands_alone(
            before, after, sentence, names
        ):
            yield Quantity(count_from(found["number"]), found["noun"], found.span(), found["code"].strip("`"))


def _foreign(sentence: Sentence) -> Iterator[Quantity]:
    for said in tongues.quantities(sentence.masked):
        yield Quantity(said.number, said.noun, said.span)


def _stands_alone(before: str, after: str, sentence: Sentence, names: frozenset[str]) -> bool:
    """Return whether number and noun are a whole statement: held or listed, asserted, and not narrowed."""
    clause = regex.split(r"[.;:!?]\s|,\s+(?=but\b|so\b|while\b)", before)[-1]
    if _SUPPOSED.search(clause) or sentence.masked.rstrip(' *_)"”').endswith("?"):
        return False
    if not _CLOSES.match(after) or _OF_A_PART.match(after) or _PARTITIVE_OF.search(before):
        return False
    if _OUT_OF.search(before) or _TOLD.search(before):
        return True
    if held := _HELD.search(clause):
        return _is_text(held, names)
    earlier = _EARLIER.search(clause)
    return _OPENS.search(before) is not None and (earlier is None or _is_text(earlier, names))


def _is_text(held: "regex.Match[str]", names: frozenset[str]) -> bool:
    """Return whether the subject of a quantity is a text, or nobody: not of "Kai has two actions"."""
    if held["verb"].lower() in _NOT_HOLDING:
        return False
    words = regex.findall(r"[\w'’·./-]+", held["subject"].lower())
    if words and _NUMBER.fullmatch(words[-1]):
        return True  # "5 rows, four columns": a noun that looks like a verb
    if not words or "·" in words[-1]:
        return True
    return words[-1] in _TEXT_NOUNS or _singular(words[-1]) in names | _TEXT_NOUNS or "." in words[-1]


def _judged(scene: Scene, sentence: Sentence, quantity: Quantity) -> Iterator[Claim]:
    documents = _documents(scene, sentence, quantity)
    counts = {document.path: found for document in documents if (found := _counts(quantity, document))}
    if not counts:
        return
    known = {count for options in counts.values() for count in options}
    start, end = quantity.span
    bound = bound_of(sentence.masked[:start], sentence.masked[end:])
    path = next(iter(counts))
    yield settled(
        kind=COUNT,
        quote=_passage(sentence, quantity.span),
        holds=is_true(quantity.number, known, bound),
        evidence=f"counted {' or '.join(map(str, sorted(counts[path])[-2:]))} in {path}",
    )


def _passage(sentence: Sentence, span: tuple[int, int]) -> str:
    """Return the clause that holds the quantity, so that two of one sentence stay apart."""
    start = max(
        (
            hit.end()
            for hit in regex.finditer(
                r"[.;:]\s|,\s(?:and\s)?|\band\b|\bplus\b|\|", sentence.masked[: span[0]]
            )
        ),
        default=0,
    )
    return sentence.text[start : span[1]].strip(" *_(")


def _documents(scene: Scene, sentence: Sentence, quantity: Quantity) -> tuple[Document, ...]:
    """Return the texts that may be meant: those that are named, else the topic, else every one."""
    before, after = sentence.text[: quantity.span[0]], sentence.text[quantity.span[1] :]
    if named := named_in(before, scene) or named_in(after, scene):
        return named
    if regex.search(PATH, before) or _ASIDE.search(before):
        return ()
    topic = last_named_before(sentence, scene) or the_only_one(scene)
    made = tuple(document for document in scene.documents if not document.given)
    return tuple(dict.fromkeys((*topic, *made))) or scene.documents


def _counts(quantity: Quantity, document: Document) -> frozenset[int]:
    return _counted(quantity.noun, quantity.qualifier, document)


@lru_cache(maxsize=64)  # an answer may say one thing a thousand times
def _counted(said: str, qualifier: str, document: Document) -> frozenset[int]:
    return frozenset(_honest_counts(said, qualifier, document))


def _honest_counts(said: str, qualifier: str, document: Document) -> set[int]:
    noun = said if said.isupper() else said.lower()
    singular = _singular(noun)
    if qualifier and _singular(qualifier.lower()) in _stem_of(document):
        return counts_of(noun.lower(), document)
    if qualifier:
        if singular in _LINE_LIKE or (qualifier in document.text and not qualifier.islower()):
            return lines_holding(qualifier, document)
        return counts_of(f"{qualifier} {noun}", document)
    if singular.lower() in _OWN_WORDS and not (
        singular.lower() == "test" and "test" in document.name.lower()
    ):
        return set()
    counts = lines_holding(singular.upper(), document)
    if singular.lower() in _FINDING:
        return counts | counts_of_named(singular.lower(), document)
    return counts or counts_of(noun.lower(), document)


def _stem_of(document: Document) -> set[str]:
    """Return the words of a file's name, in the singular: what its rows are."""
    return {_singular(word) for word in regex.findall(r"[a-z]+", document.name.lower().rpartition(".")[0])}


def counts_of_named(singular: str, document: Document) -> set[int]:
    """Return how many things a document itself calls so, by the beginnings of its lines: `fix: …`."""
    starts = regex.findall(
        rf"^\W*{regex.escape(singular)}(?:\([^)]*\))?!?:\s", document.text, regex.MULTILINE | regex.IGNORECASE
    )
    below = (
        counts_of(singular, document)
        if regex.search(
            rf"^[#*\s]*{regex.escape(singular)}(?:s|es)?\b[:*\s]*$",
            document.text,
            regex.MULTILINE | regex.IGNORECASE,
        )
        else set()
    )
    return ({len(starts)} if starts else set()) | below


def _singular(noun: str) -> str:
    if noun.isupper():
        return noun.removesuffix("S")
    irregular = {"entries": "entry", "fixes": "fix", "people": "person", "TODOs": "TODO", "FIXMEs": "FIXME"}
    known = irregular.get(noun) or irregular.get(noun.lower())
    if known:
        return known
    return (
        noun[:-3] + "y"
        if noun.endswith("ies")
        else noun[:-2]
        if noun.endswith(("xes", "sses", "ches"))
        else noun.removesuffix("s")
    )
