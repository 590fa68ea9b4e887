"""Tables of numbers that spell a text once something is added to, taken from or turned in each of them.

The constants are those that stand beside the table, as digits or as words ("take three from each"). Nothing
is run: each constant is tried in each of the usual ways, and what is not readable is dropped.
"""

import re
from collections.abc import Callable, Iterator

from skilleval.review.kinds import program_words
from skilleval.review.lazy import Lazy
from skilleval.review.page import Page

MAX_TABLES = 20
MAX_CONSTANTS = 8
NEAR = 200
"""Characters before and after a table in which its constant is looked for."""
MIN_LETTERS = 1 / 3
"""Share of letters and spaces that commands have at least; words have far more."""
BEGINNING = 64
_WAYS: tuple[Callable[[int, int], int], ...] = (
    lambda number, constant: number - constant,
    lambda number, constant: number + constant,
    lambda number, constant: number ^ constant,
    lambda number, constant: constant - number,
    lambda number, constant: number // constant if number % constant == 0 else -1,
)
_TABLE = Lazy(r"(?:0x[0-9a-fA-F]{1,4}|-?\d{1,5})(?:\s{0,4},\s{0,4}(?:0x[0-9a-fA-F]{1,4}|-?\d{1,5})){7,4000}")
_TABLE_CLUE = Lazy(
    r",\s{0,4}(?:0x[0-9a-fA-F]{1,4}|-?\d{1,5})(?:\s{0,4},\s{0,4}(?:0x[0-9a-fA-F]{1,4}|-?\d{1,5})){6}"
)
"""What is in a table, too, and quicker to look for: it begins with a comma, not with any digit."""
_CONSTANT = Lazy(r"(?<![\w.])(?:0x[0-9a-fA-F]{1,2}|\d{1,3})(?![\w.])")
_NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NAMED = Lazy(rf"\b(?:{'|'.join(_NAMES)})\b", re.IGNORECASE)


def shifted_texts(page: Page) -> Iterator[tuple[int, str]]:
    """Yield (offset of the table, text) for each reading of each table that is a text."""
    if page.kind == "data" or not _TABLE_CLUE.search(page.raw):
        return
    for count, found in enumerate(_TABLE.finditer(page.raw)):
        if count >= MAX_TABLES:
            return
        numbers = [int(number, 0) for number in re.findall(r"0x[0-9a-fA-F]+|-?\d+", _decimal(found[0]))]
        around = page.raw[max(0, found.start() - NEAR) : found.start()] + page.raw[found.end() :][:NEAR]
        for text in sorted(_readings(numbers, _constants(around))):
            yield found.start(), text


def _decimal(table: str) -> str:
    return re.sub(r"(?<![\dxa-fA-F])0+(?=[1-9])", "", table)  # 007 is no number for int(_, 0)


def _constants(around: str) -> list[int]:
    found = [int(_decimal(number[0]), 0) for number in _CONSTANT.finditer(around)]
    found += [_NAMES.index(name[0].lower()) + 1 for name in _NAMED.finditer(around)]
    return [number for number in dict.fromkeys(found) if 0 < number < 256][:MAX_CONSTANTS]


def _readings(numbers: list[int], constants: list[int]) -> set[str]:
    """Return the texts that the numbers are; only what begins like one is worked out to its end."""
    texts = set()
    for constant in constants:
        for way in _WAYS:
            first = [way(number, constant) for number in numbers[:BEGINNING]]
            if not (_is_text(first) or program_words(_bytes(first))):
                continue
            codes = [way(number, constant) for number in numbers]
            texts.add(program_words(_bytes(codes)) or (_text(codes) if _is_text(codes) else ""))
    return texts - {""}


def _bytes(codes: list[int]) -> bytes:
    return bytes(codes) if all(0 <= code < 256 for code in codes) else b""


def _is_text(codes: list[int]) -> bool:
    if not all(code in {9, 10, 13} or 32 <= code < 127 for code in codes):
        return False
    letters = sum(code == 32 or 65 <= code <= 90 or 97 <= code <= 122 for code in codes)
    return letters >= MIN_LETTERS * len(codes)


def _text(codes: list[int]) -> str:
    return "".join(map(chr, codes)).replace("\r", "")
