"""Totals, averages, medians, and how many are above or below a number: held against every row of numbers.

A figure is false where none of the rows of numbers that the texts have gives it, whichever was meant.
"""

from collections.abc import Iterator
from functools import lru_cache

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import COUNT, TOTAL
from skilleval.grading.claims.newest import topic
from skilleval.grading.claims.numbers import AMOUNT, NUMBER, amounts_from, decimals_in, number_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.series import FOLDS, columns_of, series_of, sums_of
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_WORDS = {
    "total": r"totals?|sums?|in total|all told|altogether|adds? up to|add up to|grand total|overall|"
    r"insgesamt|zusammen|summe|gesamtsumme|gesamtbetrag|"
    r"somme|au total|en tout|suma|en total|total",
    "average": r"average|averages|mean|on average|durchschnitt\w*|im schnitt|mittelwert|moyenne|en "
    r"moyenne|media|promedio",
    "median": r"median|médiane|mediana",
    "highest": r"maximum|peak|höchstwert|le maximum|el máximo",
    "lowest": r"minimum|tiefstwert|le minimum|el mínimo",
}
_IS = (
    r"(?:is|are|was|were|of|to|at|equals|comes? to|amounts? to|atteint|est de|est|beträgt|"
    r"sind|ist|liegt bei|es de|es|asciende a|suma|reaches?|stands at|:|=|→)"
)
_UNIT = (
    r"(?P<unit>\s?(?:€|\$|£|euros?|eur|usd|dollars?|pounds|ms|s\b|seconds?|sekunden|min\b|"
    r"minutes?|minuten|hours?|stunden|heures|horas|kg|g\b|gramm?s?|km|miles|points?|punkte|gb|"
    r"mb|kb|%|percent|percentage))?"
)
_STATED = regex.compile(
    rf"\b(?P<word>{'|'.join(_WORDS.values())})\b(?P<what>(?:[^.;!?\d]|"
    rf"\.(?=\w)){{0,60}}?)\b?{_IS}?\s*(?:exactly |genau |exactement "
    rf")?(?P<number>{AMOUNT})(?!\s*[–·*/x×-]){_UNIT}",
    regex.IGNORECASE,
)
_AFTER = regex.compile(
    rf"(?P<number>{AMOUNT}){_UNIT}\s+(?:\w+\s+)?(?P<word>{_WORDS['total']}|{_WORDS['average']})\b",
    regex.IGNORECASE,
)
_NARROWED = regex.compile(
    r"\b(?:without|except|excluding|only|for|per|where|with|if|should|would|tax|vat|discount|"
    r"net|gross|first|last|hors|sans|ohne|sin|each|every|"
    r"steuer|mwst|rabatt|by|than|from|of (?:the|these|those) (?:two|three|four|five|first|last|other))\b",
    regex.IGNORECASE,
)
_OVER = (
    r"(?:above|over|more than|greater than|higher than|longer than|exceed(?:s|ed|ing)?|bigger "
    r"than|at least|beyond|better than)"
)
_UNDER = (
    r"(?:below|under|less than|fewer than|lower than|shorter than|smaller than|at most|short of|cheaper than)"
)
_MANY = regex.compile(
    rf"(?:^|[.;:,(]\s+|\b(?:and|but|while|that)\s+)(?:exactly |only |just "
    rf")?(?P<number>{NUMBER})\s+(?:of\s+(?:the|all|these|"
    rf"its)\s+(?:{NUMBER}\s+)?)?(?P<noun>(?:[\w-]+\s+){{0,3}}?)"
    rf"(?:is|are|was|were|took|takes|cost|costs|lie|lies|stay|stays|stayed|came(?: in)?|"
    rf"comes?(?: in)?|scored|"
    rf"score|weigh|run|ran|have|has|needed|sold|earn|earned|lasted?|got|brought(?: in)?|made|"
    rf"go|went)\s+(?P<side>{_OVER}|{_UNDER})\s+(?P<limit>{AMOUNT})",
    regex.IGNORECASE,
)
_ALL_OR_NONE = regex.compile(
    rf"(?:^|[.;:,(]\s+|\b(?:and|but|while|that)\s+)(?P<who>no|none of the|not one|all|every|"
    rf"each|all of the|nothing)\s+(?P<noun>(?:[\w-]+\s+){{0,3}}?)"
    rf"(?:is|are|was|were|took|takes|costs?|lies?|stays?|stayed|came(?: in)?|comes(?: in)?|scored|scores|"
    rf"weighs?|runs?|ran|falls?|fell|drops?|dropped|goes|went|gets|needed|needs|sold|has|"
    rf"have)\s+(?P<side>{_OVER}|{_UNDER})\s+(?P<limit>{AMOUNT})(?!\s*(?:characters?|words?|"
    rf"lines?|zeichen))",
    regex.IGNORECASE,
)


ANY = "."
_EXTREME = regex.compile(
    rf"\bthe (?:higher|lower|highest|lowest|largest|smallest|biggest|top|"
    rf"peak)\s+(?:\w+\s+)?(?:is|was|reads|reached|being|stands at)\s+"
    rf"(?P<number>{AMOUNT})(?!\s*(?:of|th|st|nd|rd|words?|characters?|lines?)\b)",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each figure that no row of numbers gives."""
    if not scene.is_answer or not scene.documents:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in (*_STATED.finditer(sentence.masked), *_AFTER.finditer(sentence.masked)):
            yield from _figure(scene, sentence, found)
        for found in _EXTREME.finditer(sentence.masked):
            yield from _extreme(scene, sentence, found)
        for found in _MANY.finditer(sentence.masked):
            yield from _many(scene, sentence, found)
        for found in _ALL_OR_NONE.finditer(sentence.masked):
            yield from _all_or_none(scene, sentence, found)


def _figure(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    word = found["word"].lower()
    fold = next(name for name, words in _WORDS.items() if regex.fullmatch(words, word, regex.IGNORECASE))
    what = found.groupdict().get("what") or ""
    clause = regex.split(r"[.;:]\s", sentence.masked[: found.start()])[-1]
    after = sentence.masked[found.end() : found.end() + 25]
    is_money = bool((found["unit"] or "").strip()) or regex.search(r"[€$£]", found["number"]) is not None
    if _NARROWED.search(what) or _NARROWED.search(after.split(",")[0]) or _NARROWED.search(clause[-30:]):
        return
    if fold in {"total", "highest", "lowest"} and not is_money:
        return
    stated = amounts_from(found["number"])
    documents = topic(sentence, scene) or scene.documents
    if fold == "total":
        known = {value for one in scene.documents for value in sums_of(one)}
        known |= {abs(mine - theirs) for mine in known for theirs in known} if len(known) < 60 else set()
        known |= _written(scene, _WORDS["total"])
    else:
        known = {value for one in scene.documents for value in _folded(one, fold)}
        known |= _written(scene, _WORDS[fold])
    has_numbers = any(columns_of(one) for one in documents) or any(columns_of(one) for one in scene.documents)
    slack = 0.5 * 10.0 ** -decimals_in(found["number"]) + 1e-9
    if not has_numbers or not known or any(abs(value - one) <= slack for value in known for one in stated):
        return
    bound = bound_of(sentence.masked[: found.start("number")], "")
    if bound != "exact" and any(is_true(one, known, bound) for one in stated):
        return
    nearest = min(known, key=lambda value: min(abs(value - one) for one in stated))
    start = max(
        (cut.end() for cut in regex.finditer(r"[.;:]\s", sentence.masked[: found.start()])), default=0
    )
    quote = sentence.text[start : found.end()]
    yield settled(
        kind=TOTAL,
        quote=quote.strip(),
        holds=False,
        evidence=f"worked out from the files: {nearest:g} at the nearest",
    )


def _extreme(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "the higher value is 421", where no file, call or column has such a number."""
    stated = amounts_from(found["number"])
    known = written_anywhere(scene) | {value for one in scene.documents for value in sums_of(one)}
    if known and not stated & known and any(series_of(one) for one in scene.documents):
        yield _claim(sentence, found, f"no file has {found['number']}")


def written_anywhere(scene: Scene) -> set[float]:
    """Return every number of the files, of what tools returned and of the task."""
    texts = [one.text for one in scene.documents] + [call.result for call in scene.evidence.tool_calls]
    return {value for text in (*texts, scene.prompt) for value in _numbers_beside(text, ANY)}


def _written(scene: Scene, words: str) -> set[float]:
    """Return the numbers of lines that name the figure themselves, of files and of what tools returned."""
    texts = [one.text for one in scene.documents] + [call.result for call in scene.evidence.tool_calls]
    return {value for text in (*texts, scene.prompt) for value in _numbers_beside(text, words)}


@lru_cache(maxsize=256)
def _numbers_beside(text: str, words: str) -> frozenset[float]:
    """Return the numbers of the lines of a text that have one of the words."""
    word = regex.compile(rf"\b(?:{words})\b" if words != ANY else ANY, regex.IGNORECASE)
    lines = [line for line in text.splitlines() if word.search(line)]
    hits = (hit.group() for line in lines for hit in regex.finditer(AMOUNT, line))
    return frozenset(value for hit in hits for value in amounts_from(hit))


@lru_cache(maxsize=256)
def _folded(document: Document, fold: str) -> frozenset[float]:
    """Return what each row of numbers of a document comes to."""
    return frozenset(FOLDS[fold](one) for one in series_of(document))


@lru_cache(maxsize=256)
def _how_many(document: Document, side: str, limits: frozenset[float]) -> frozenset[int]:
    """Return how many numbers of each row are above or below a limit."""
    rows = series_of(document)
    return frozenset(sum(_beyond(side, number, limit) for number in row) for row in rows for limit in limits)


def _many(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "four of the six took longer than 500 ms": counted in each column of numbers."""
    limits = frozenset(amounts_from(found["limit"]))
    meant = _with_numbers(scene, sentence)
    counts = {count for one in meant for count in _how_many(one, found["side"].lower(), limits)}
    noun = found["noun"].strip().lower()
    if (
        counts
        and number_from(found["number"]) not in counts
        and not regex.search(
            r"\b(?:characters?|words?|lines?|times?)\b",
            noun + sentence.masked[found.end() : found.end() + 12],
        )
    ):
        yield _claim(sentence, found, f"{' or '.join(map(str, sorted(counts)[:4]))} are")


def _all_or_none(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "no region stayed below 50": each column of numbers that may be meant must show another one."""
    limits = amounts_from(found["limit"])
    is_none = found["who"].lower().startswith(("no", "not"))
    if regex.match(r"\s*(?:characters?|words?|lines?|zeichen|wörter)", sentence.masked[found.end() :]):
        return
    rows = [one for document in _with_numbers(scene, sentence) for one in columns_of(document)]
    verdicts = []
    for row in rows:
        hits = [any(_beyond(found["side"], number, limit) for limit in limits) for number in row]
        verdicts.append(any(hits) if is_none else not all(hits))
    if verdicts and all(verdicts):
        yield _claim(sentence, found, "the numbers show another one")


def _with_numbers(scene: Scene, sentence: Sentence) -> tuple[Document, ...]:
    named = tuple(one for one in topic(sentence, scene) if columns_of(one))
    return named or tuple(one for one in scene.documents if columns_of(one))


def _beyond(side: str, number: float, limit: float) -> bool:
    if regex.fullmatch(r"at least", side, regex.IGNORECASE):
        return number >= limit
    if regex.fullmatch(r"at most", side, regex.IGNORECASE):
        return number <= limit
    return number > limit if regex.fullmatch(_OVER, side, regex.IGNORECASE) else number < limit


def _claim(sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    return settled(
        kind=COUNT,
        quote=sentence.text[found.start() : found.end()].strip(" ,;:.("),
        holds=False,
        evidence=evidence,
    )
