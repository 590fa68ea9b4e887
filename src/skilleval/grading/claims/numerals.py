"""Numbers as people write them: digits with separators, words up to a thousand, dozens and pairs."""

import regex

_ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
_TEENS = {
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_GROUPS = {
    "a single": 1, "zero": 0, "half a dozen": 6, "a dozen": 12, "one dozen": 12, "two dozen": 24,
    "three dozen": 36, "a pair of": 2, "a trio of": 3, "a hundred": 100, "one hundred": 100,
}  # fmt: skip
_REACH = 40
"""Characters in which the other end of a range stands."""
_TIMES = {"once": 1, "twice": 2, "thrice": 3}

_ONE = "|".join(_ONES)
_SMALL = rf"(?:{'|'.join(_TENS)})(?:[-\s](?:{_ONE}))?|{'|'.join(_TEENS)}|{_ONE}"
_WORDS = (
    rf"(?:{'|'.join(sorted(_GROUPS, key=len, reverse=True))})(?!\s+(?:and\s+)?(?:{_SMALL})\b)|"
    rf"(?:(?:{_ONE}|a)\s+hundred(?:\s+and)?(?:\s+(?:{_SMALL}))?)|{_SMALL}"
)

COUNT = (
    rf"(?:(?<![\w.,/-])\d{{1,3}}(?:,\d{{3}})+(?![\w,.]?\d)|(?<![\w.,/-])\d+(?![\w,.-]?\d)|"
    rf"(?<![\w-])(?:{_WORDS})(?!\w))"
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
    plain = " ".join(regex.sub(r"\s+times?$", "", text.strip().lower()).split())
    named = {**_GROUPS, **_TIMES}.get(plain)
    if named is not None:
        return named
    if plain[0].isdigit():
        return int(plain.replace(",", ""))
    return sum(_value(word) for word in regex.split(r"[-\s]+", _hundreds(plain)) if word)


def _hundreds(plain: str) -> str:
    """Return number words with the hundreds as digits: "two hundred and five" is "200 five"."""
    return regex.sub(rf"\b({_ONE}|a) hundred(?: and)?", lambda hit: f"{100 * _ONES.get(hit[1], 1)}", plain)


def _value(word: str) -> int:
    return int(word) if word.isdigit() else {**_ONES, **_TEENS, **_TENS}[word]


def amount_from(text: str) -> float:
    """Return the number that AMOUNT matched."""
    return float(regex.sub(r"[^\d.-]", "", text))


def decimals_of(text: str) -> int:
    """Return how many decimals the number was written with."""
    _, _, fraction = text.partition(".")
    return len(regex.sub(r"\D", "", fraction))


def is_range(text: str, span: tuple[int, int]) -> bool:
    """Return whether the number at `span` is one end of a range: "two to four", "one or two", "3-5"."""
    near = text[max(0, span[0] - _REACH) : span[0]]
    before = regex.search(rf"{COUNT}\s*(?:to|or|-|–|and)\s*$", near, regex.IGNORECASE)
    after = regex.match(rf"\s*(?:to|or|-|–)\s*{COUNT}", text[span[1] : span[1] + _REACH], regex.IGNORECASE)
    return before is not None or after is not None
