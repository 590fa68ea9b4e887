"""Whether a quoted passage stands where it is said to stand: a grader's word is not enough."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import regex

_ELLIPSIS = regex.compile(r"\s*(?:…|\.\.\.|\[\.\.\.\]|\[…\])\s*")
_MARKUP = regex.compile(r"[*_`#>|\"'“”‘’«»]+")
_SPACE = regex.compile(r"\s+")


def plain(text: str) -> str:
    """Return `text` without markup, quotation marks and case, with single spaces."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _SPACE.sub(" ", _MARKUP.sub(" ", folded)).strip()


def is_quoted_from(quote: str, texts: Iterable[str]) -> bool:
    """Return whether `quote` stands in one of the texts; parts around an ellipsis in their order."""
    parts = [plain(part) for part in _ELLIPSIS.split(quote)]
    parts = [part.strip(" .,;:") for part in parts if part.strip(" .,;:")]
    if not parts:
        return False
    return any(_stand_in_order(parts, _plain_text(text)) for text in texts)


@lru_cache(maxsize=64)
def _plain_text(text: str) -> str:
    """Return a known text without markup: worked out once, however many passages are looked up in it."""
    return plain(text)


def _stand_in_order(parts: list[str], text: str) -> bool:
    position = 0
    for part in parts:
        position = text.find(part, position)
        if position < 0:
            return False
        position += len(part)
    return True
