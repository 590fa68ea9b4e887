"""Rules for one rubric item: what a statement demands, and which passage of the work shows it.

A statement demands its quoted texts, its numbers, the files it names, and most of its other words that
carry meaning. "Does not ..." demands that no sentence of the work says it. The passage with the most of
what is demanded is the evidence. There is no understanding here: a statement met in quite other words is
marked as not met.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from skilleval.testing.offline.grader_sheet import Sheet

_QUOTED = re.compile(r"[\"“`](?P<text>[^\"”`\n]{1,200})[\"”`]|(?<!\w)'(?P<single>[^'\n]{2,100})'(?!\w)")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w])")
_FILE = re.compile(
    r"(?<![\w/.-])[\w./-]*\w\.(?:md|txt|csv|json|ya?ml|py|js|ts|sh|html?|docx|xlsx|pdf|sql|toml|xml)\b"
)
_NEGATION = re.compile(
    r"\b(?:does|do|did|is|are|was|were|has|have|should|must|will|can)(?: not|n't)\b|\bnever\b|\bavoids?\b|"
    r"\bwithout\b|\bno\b|\brefrains? from\b|\bomits?\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(?:not|no|never|none|cannot|without|unable)\b|n['’]t\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_WORD = re.compile(r"[a-z]{3,}")
_EMPTY = frozenset(
    """
    about above after all also and answer any are assistant because been before being but can
    contain contains correct correctly could does each every exactly file final for from give gives
    has have include includes including into its list lists made make makes mention mentions must
    name names not note notes only output plainly reply report reports response say says shall
    should show shows state states such summary tell tells than that the their them then there these
    they this user uses using was well were what when where which while who will with would write
    writes written
    """.split()  # noqa: SIM905 -- a list of a hundred words reads better as text
)
MET, HALF = 0.6, 0.35
"""Share of the demanded words that counts as met, and as half met."""
_LONG = 400
FEW = 2
"""With a number or quoted text that is there, so few other words decide nothing."""
_DENIED_WORD = re.compile(r"(?:\bnot|n['’]t)\s+(?:a\s+|the\s+|quite\s+)?([a-z]{3,})")


@dataclass(frozen=True)
class Ruling:
    """The grade of one item, the passage that shows it, and the reason."""

    score: float
    quote: str = ""
    absence: bool = False
    reason: str = ""


def rule_item(text: str, scale: str, sheet: Sheet) -> Ruling:
    """Return the grade of one statement on its scale, `pass-fail` or `halves`."""
    negation = _NEGATION.search(text)
    if negation is not None and not _demands_before(text[: negation.start()]):
        return _rule_absence(text[negation.end() :], sheet)
    return _rule_presence(text, scale, sheet)


def _demands_before(head: str) -> bool:
    """Return whether the statement demands something before its negation ("Names X, does not ...")."""
    return bool(_hard_demands(head)) or len(_words(head)) >= 3


def _rule_absence(forbidden: str, sheet: Sheet) -> Ruling:
    """Met when no sentence says what is forbidden; a sentence that itself denies it says nothing."""
    hard, words = _hard_demands(forbidden), _words(forbidden)
    for sentence in _sentences((sheet.answer, *sheet.texts("file"))):
        said = _plain(sentence)
        if hard and any(_plain(demand) in said for demand in hard):
            return Ruling(0.0, sentence, reason="says what it should not")
        if not hard and words and _share(words, sentence) >= 0.75 and not _DENIAL.search(sentence):
            return Ruling(0.0, sentence, reason="says what it should not")
    return Ruling(1.0, absence=True, reason="nothing of the kind is said")


def _rule_presence(text: str, scale: str, sheet: Sheet) -> Ruling:
    missing = _missing_demand(text, sheet)
    if missing:
        return Ruling(0.0, reason=f"{missing} is not there")
    words, demands = _words(text), _hard_demands(text)
    best = _best_passage(words, demands, sheet)
    if not best:
        return Ruling(0.0, reason="nothing is said of it")
    if _denies(best, words) and not _DENIAL.search(text):
        return Ruling(0.0, best, reason="says the opposite")
    share = _share(words, "\n".join(sheet.produced)) if words else 1.0
    if share >= MET or (demands and len(words) <= FEW):
        return Ruling(1.0, best, reason="said here")
    if scale == "halves" and (share >= HALF or demands):
        return Ruling(0.5, best, reason="said in part")
    return Ruling(0.0, reason="most of it is not said")


def _denies(passage: str, words: frozenset[str]) -> bool:
    """Return whether the passage has one of the words with a "not" right before it."""
    return any(_stem(word) in words for word in _DENIED_WORD.findall(passage.lower()))


def _missing_demand(text: str, sheet: Sheet) -> str:
    """Return the first quoted text, number or file that is demanded and not there; empty when all are."""
    produced = _plain("\n".join(sheet.produced))
    paths = " ".join(section.attributes.get("path", "") for section in sheet.named("file")).lower()
    demands = _hard_demands(text)
    if " or " in text and len(demands) > 1:
        return (
            ""
            if any(_has(demand, produced, paths) for demand in demands)
            else f"none of {', '.join(demands)}"
        )
    return next((demand for demand in demands if not _has(demand, produced, paths)), "")


def _has(demand: str, produced: str, paths: str) -> bool:
    plain = _plain(demand)
    if _NUMBER.fullmatch(plain):
        return any(_value(number) == _value(plain) for number in _NUMBER.findall(produced))
    return plain in produced or (bool(_FILE.fullmatch(demand)) and plain in paths)


def _hard_demands(text: str) -> list[str]:
    """Return what must be there letter by letter: quoted texts, files, numbers."""
    quoted = [match["text"] or match["single"] for match in _QUOTED.finditer(text)]
    rest = _QUOTED.sub(" ", text)
    files = _FILE.findall(rest)
    return [*quoted, *files, *_NUMBER.findall(_FILE.sub(" ", rest))]


def _best_passage(words: frozenset[str], demands: Sequence[str], sheet: Sheet) -> str:
    """Return the sentence with the most of what is demanded; an early one wins a tie."""

    def weight(sentence: str) -> float:
        hits = sum(_has(demand, _plain(sentence), "") for demand in demands)
        return 2 * hits + _share(words, sentence) * len(words)

    paths = (section.attributes.get("path", "") for section in sheet.named("file"))
    sentences = [*_sentences(sheet.produced), *paths]
    best = max(sentences, key=weight, default="")
    return best if best and weight(best) > 0 else ""


def _sentences(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        for sentence in _SENTENCE.split(text):
            yield from _pieces(sentence.strip())


def _pieces(sentence: str) -> Iterable[str]:
    """Yield a sentence, or pieces of one that no person would write so long."""
    for start in range(0, len(sentence), _LONG):
        yield sentence[start : start + _LONG]


def _words(text: str) -> frozenset[str]:
    bare = _FILE.sub(" ", _QUOTED.sub(" ", text)).lower()
    return frozenset(_stem(word) for word in _WORD.findall(bare) if word not in _EMPTY)


def _share(words: frozenset[str], text: str) -> float:
    if not words:
        return 0.0
    present = {_stem(word) for word in _WORD.findall(text.lower())}
    return len(words & present) / len(words)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*_`\"“”]+", " ", text.lower()).split())


def _value(number: str) -> float:
    digits = (
        number.replace(",", "")
        if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", number)
        else number.replace(",", ".")
    )
    try:
        return float(digits)
    except ValueError:
        return float("nan")
