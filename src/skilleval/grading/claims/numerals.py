"""Numbers as people write them: digits with separators, and words up to twenty."""

import regex

_WORDS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "a single": 1,
}  # fmt: skip
_TIMES = {"once": 1, "twice": 2, "thrice": 3}

COUNT = (
    rf"(?:(?<![\w.,/-])\d{{1,3}}(?:,\d{{3}})+(?![\w,.]?\d)|(?<![\w.,/-])\d+(?![\w,.-]?\d)|"
    rf"(?<![\w-])(?:{'|'.join(_WORDS)})(?!\w))"
)
"""A whole number that counts something: no decimal, no part of a version, date or name."""
TIMES = rf"(?:\b(?:{'|'.join(_TIMES)})\b|{COUNT}\s+times?\b)"
AMOUNT = (
    r"(?<![\w.])-?[$€£]?\s?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w]|\.\d)|"
    r"(?<![\w.])-?[$€£]?\s?\d+(?:\.\d+)?(?![\w]|[.,]\d)"
)
"""A number that may have decimals and a currency."""


def count_from(text: str) -> int:
    """Return the whole number that COUNT or TIMES matched."""
    plain = regex.sub(r"\s+times?$", "", text.strip().lower())
    named = {**_WORDS, **_TIMES}.get(plain)
    return named if named is not None else int(plain.replace(",", ""))


def amount_from(text: str) -> float:
    """Return the number that AMOUNT matched."""
    return float(regex.sub(r"[^\d.-]", "", text))


def decimals_of(text: str) -> int:
    """Return how many decimals the number was written with."""
    _, _, fraction = text.partition(".")
    return len(regex.sub(r"\D", "", fraction))


def is_range(text: str, span: tuple[int, int]) -> bool:
    """Return whether the number at `span` is one end of a range: "two to four", "one or two", "3-5"."""
    before = regex.search(rf"{COUNT}\s*(?:to|or|-|–|and)\s*$", text[: span[0]], regex.IGNORECASE)
    after = regex.match(rf"\s*(?:to|or|-|–)\s*{COUNT}", text[span[1] :], regex.IGNORECASE)
    return before is not None or after is not None
