"""Stated results of arithmetic: "10 × 1.20 = 14.00", and totals, averages and extremes of CSV columns."""

import operator
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, median

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.grids import rows_of, singular_of
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import TOTAL
from skilleval.grading.claims.numerals import AMOUNT, amount_from, decimals_of
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import spoken_of
from skilleval.grading.claims.text import Sentence

_SIGNS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "−": operator.sub, "–": operator.sub,
    "*": operator.mul, "×": operator.mul, "x": operator.mul, "·": operator.mul,
    "/": operator.truediv, "÷": operator.truediv,
}  # fmt: skip
_TERM = rf"(?:{AMOUNT})"
_OF_A_ROW = regex.compile(r"\b(?:with|has|have|having|of|by|at)\s+(?:the|its|a)\s+$", regex.IGNORECASE)
_MORE_CELLS = regex.compile(r"^,\s+[\w-]+(?:,|$)")
"""What shows that a row is told, not a figure: "row with the maximum amount: 3, Silva, 401.00"."""
_EQUATION = regex.compile(
    rf"(?P<terms>{_TERM}(?:\s*[+\-−–*×x·/÷]\s*{_TERM})+)\s*=\s*(?P<result>{AMOUNT})(?P<percent>\s*%)?"
    rf"(?!\s*[+\-−*×/÷]\s*\d)"
)
_FOLDS: tuple[tuple[str, Callable[[Sequence[float]], float]], ...] = (
    (
        r"sum|total|totals|adds? up|add up|amounts? to|sums?|comes? to|altogether|overall|taken together|"
        r"all told|all in all|"
        r"combined|summed up|in sum",
        sum,
    ),
    (r"average|mean", fmean),
    (r"median", median),
    (r"highest|maximum|largest|biggest|max", max),
    (r"lowest|minimum|smallest|min", min),
)
_FOLD_WORD = r"\b(?P<word>sum|total|average|mean|median|highest|maximum|largest|lowest|minimum|smallest)\b"
_STATED = regex.compile(
    rf"{_FOLD_WORD}(?P<what>[^.;:()=\d]{{0,40}}?)\s*(?:is|are|was|were|comes to|amounts to|equals|=|:|"
    rf"of)\s+(?:exactly\s+)?(?P<result>{AMOUNT})",
    regex.IGNORECASE,
)
_ADD_UP = regex.compile(
    rf"\b(?P<what>[a-z]+)\s+(?P<word>add up|adds up|sums? up|sums?|"
    rf"totals?)\s+(?:to\s+)?(?:exactly\s+)?(?P<result>{AMOUNT})",
    regex.IGNORECASE,
)
_COMES_TO = regex.compile(
    rf"\bthe (?P<what>[a-z]+ (?:column|values?|figures|numbers))\s+(?P<word>comes? to|sums? (?:up )?to|"
    rf"adds? up to|totals?)\s+(?P<result>{AMOUNT})",
    regex.IGNORECASE,
)
_IN_TOTAL = regex.compile(
    rf"\b(?P<word>in total|altogether|overall|taken together|all told|all in all|combined|summed up|"
    rf"in sum),?\s+"
    rf"(?:(?:there|that|these|it|they|we) (?:are|is|was|were|makes?|gives?|"
    rf"come to)\s+)?(?P<result>{AMOUNT})\s+(?P<what>[a-z]+)",
    regex.IGNORECASE,
)
_APPOSED = regex.compile(
    rf"\bthe {_FOLD_WORD}(?P<what>(?:\s+[a-z]+){{0,2}}),?\s*(?:,|\()\s*(?P<result>{AMOUNT})\s*(?:,|\)|\.)",
    regex.IGNORECASE,
)
"""The figure as an apposition: "the lowest value, 8, belongs to March"."""
_ALIASES = {"qty": "quantity", "no": "number", "amt": "amount", "pct": "percent", "temp": "temperature"}
_ANY_FIGURE = frozenset(
    {"value", "figure", "number", "amount", "the", "of", "one", "month", "row", "entry", "result"}
)
"""Nouns that mean the only column of numbers."""
_RESTRICTED = regex.compile(
    r"\b(?:without|except|excluding|only|for|per|where|with|if|should|stated|printed|given|"
    r"of the first|of the last|new|correct|other|by)\b",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each equation, and each figure of a column that is named."""
    for sentence in scene.sentences:
        yield from _equations(sentence)
        documents = spoken_of(sentence, scene)
        if documents:
            what = ""
            for pattern in (_STATED, _ADD_UP, _COMES_TO, _IN_TOTAL, _APPOSED):
                for found in pattern.finditer(sentence.masked):
                    what = found["what"] if found["what"].strip() else what
                    yield from _figure(sentence, found, documents, what)


def _equations(sentence: Sentence) -> Iterator[Claim]:
    for found in _EQUATION.finditer(sentence.text):
        value = _evaluated(found["terms"])
        if value is None:
            continue
        value = value * 100 if found["percent"] and "%" not in found["terms"] else value
        yield settled(
            kind=TOTAL,
            quote=found.group(),
            holds=_is_close(value, found["result"]),
            evidence=f"{found['terms'].strip()} = {_short(value)}",
        )


def _evaluated(terms: str) -> float | None:
    """Return the value of a chain of one kind of sign, or of products only; None where order would matter."""
    numbers = [amount_from(found.group()) for found in regex.finditer(AMOUNT, terms)]
    signs = regex.findall(r"(?<=[\d\s])\s*([+\-−–*×x·/÷])\s*(?=[\d$€£-])", terms)
    kinds = {"add" if sign in "+-−–" else "mul" for sign in signs}
    if len(signs) != len(numbers) - 1 or len(kinds) != 1:
        return None
    value = numbers[0]
    for sign, number in zip(signs, numbers[1:], strict=True):
        if sign in "/÷" and number == 0:
            return None
        value = _SIGNS[sign](value, abs(number) if sign in "-−–" else number)
    return value


def _figure(
    sentence: Sentence, found: "regex.Match[str]", documents: tuple[Document, ...], what: str
) -> Iterator[Claim]:
    """Yield the figure; one without a noun of its own takes that of the figure before it."""
    after = sentence.masked[found.end() :]
    if _RESTRICTED.search(what) or _RESTRICTED.search(after.split(",")[0][:30]):
        return
    if _OF_A_ROW.search(sentence.masked[: found.start()]) or _MORE_CELLS.match(after):
        return
    fold = next(
        fold for words, fold in _FOLDS if regex.search(rf"\b(?:{words})\b", found["word"], regex.IGNORECASE)
    )
    columns = [column for document in documents for column in _columns(what, document)]
    if not columns:
        return
    values = {fold(numbers) for numbers in columns}
    bound = bound_of(sentence.masked[: found.start("result")], "")
    stated = amount_from(found["result"])
    holds = any(_is_close(value, found["result"]) for value in values) or (
        bound != "exact" and is_true(stated, values, bound)
    )
    yield settled(
        kind=TOTAL,
        quote=sentence.text[found.start() : found.end()],
        holds=holds,
        evidence=f"worked out from {documents[0].path}: "
        f"{' or '.join(sorted({_short(value) for value in values}))}",
    )


def _columns(what: str, document: Document) -> list[list[float]]:
    """Return the numbers of the column that is named: with and without a row of totals."""
    rows = rows_of(document)
    if len(rows) < 2:
        return []
    words = {singular_of(word) for word in regex.findall(r"[a-z]+", what.lower())}
    if words <= {"the", "of", "all", "item", "row", "column", "value", "bill", "line"} and words & {
        "item",
        "bill",
        "line",
        "row",
    }:
        words = words | {"amount"}
    names = [_ALIASES.get(name, name) for name in (singular_of(cell.strip()) for cell in rows[0])]
    words = {_ALIASES.get(word, word) for word in words}
    chosen = [index for index, name in enumerate(names) if name in words]
    if not chosen and words - {"the", "of"} and words <= _ANY_FIGURE:
        chosen = [
            i
            for i in range(len(names))
            if all(_number(row[i]) is not None for row in rows[1:] if len(row) > i)
        ]
    if len(chosen) != 1:
        return []
    body = [row for row in rows[1:] if row[0].strip().lower() not in {"total", "sum", "totals", "summe"}]
    columns = [[_number(row[chosen[0]]) for row in part if len(row) > chosen[0]] for part in (body, rows[1:])]
    return [
        [number for number in column if number is not None]
        for column in columns
        if any(n is not None for n in column)
    ]


def _number(cell: str) -> float | None:
    plain = regex.sub(r"[\s$€£%,]", "", cell)
    return float(plain) if regex.fullmatch(r"-?\d+(?:\.\d+)?", plain) else None


def _is_close(value: float, stated: str) -> bool:
    """Return whether a number rounds to what is stated, at the decimals it is stated with."""
    decimals = decimals_of(stated)
    return abs(value - amount_from(stated)) <= 0.5 * 10.0**-decimals + 1e-9


def _short(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
