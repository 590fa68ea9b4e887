"""Words of a text, for comparing texts."""

import re
from collections.abc import Sequence
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_COMMON: Final = frozenset(
    """
    a an and any are as at be been but by can could do does for from get had has have help how i if in into
    is it its just like make me my need not of on or our please should so some than that the their them then
    there these they this to use used user uses using want wants was we were what when where which who will
    with would you your skill skills task tasks asks ask mentions says file files
    """.split()  # noqa: SIM905 - a list would fill a page
)
"""Words that say nothing of a subject."""


def words_of(text: str) -> list[str]:
    """Return the words in lower case, in order."""
    return [word.casefold() for word in _WORD.findall(text)]


def telling_words(text: str) -> frozenset[str]:
    """Return the words that say what a text is about, plurals cut."""
    return frozenset(_stem(word) for word in words_of(text) if word not in _COMMON and len(word) > 2)


def shared_run(words: Sequence[str], text: str, length: int) -> str:
    """Return the first `length` words in a row that also stand in `text` (made by `run_text`), or ""."""
    for start in range(len(words) - length + 1):
        run = " ".join(words[start : start + length])
        if f" {run} " in text:
            return run
    return ""


def run_text(text: str) -> str:
    """Return the words of a text with single spaces between and around them."""
    return f" {' '.join(words_of(text))} "


def _stem(word: str) -> str:
    """Return the word without its plural or ending, the same for `query` and `queries`."""
    if word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word[: -len(ending)]
            break
    word = word.removesuffix("e") if len(word) > 3 else word
    return f"{word[:-1]}i" if word.endswith("y") else word
