"""Numbers in English, German, French and Spanish: digits, number words, and the amounts of each country."""

import regex

from skilleval.grading.claims.numerals import COUNT, count_from

_WORDS = {
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
    "elf": 11, "zwölf": 12, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9,
    "dix": 10, "onze": 11, "douze": 12, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7,
    "ocho": 8, "nueve": 9, "diez": 10, "doce": 12, "einen": 1, "eine": 1, "ein": 1, "una": 1, "une": 1,
    "un": 1, "uno": 1, "eines": 1, "einer": 1,
}  # fmt: skip
_ARTICLES = frozenset({"einen", "eine", "ein", "una", "une", "un", "uno", "eines", "einer"})
_SURE = [word for word in _WORDS if word not in _ARTICLES]
NUMBER = rf"(?:{COUNT}|\b(?:{'|'.join(_SURE)})\b)"
"""A whole number that counts; an article is none."""
A_NUMBER = regex.compile(NUMBER, regex.IGNORECASE)
AMOUNT = r"(?<![\w.,/-])[€$£]?\s?\d+(?:[.,\u202f\u00a0']\d+)*(?!\w*[/:]\d|[\w-]*\.\w)(?![.,]?\d)"
"""A number with decimals or thousands in any country's way."""


def number_from(said: str) -> int:
    """Return the number that NUMBER matched."""
    known = _WORDS.get(said.lower())
    return count_from(said) if known is None else known


def amounts_from(said: str) -> set[float]:
    """Return every value that a written amount may have: "1.640" is one and two thirds, or a thousand."""
    plain = regex.sub(r"[^\d.,]", "", said).strip(".,")
    readings = {plain.replace(",", ""), plain.replace(".", "").replace(",", ".")}
    if regex.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", plain):
        readings.add(regex.sub(r"[.,]", "", plain))
    return {float(one) for one in readings if regex.fullmatch(r"\d+(?:\.\d+)?", one)}


def decimals_in(said: str) -> int:
    """Return how many decimals an amount is written with, in the reading that has most."""
    found = regex.search(r"[.,](\d{1,2}|\d{4,})$", said.strip())
    return len(found[1]) if found else 0
