"""An order to override, to hide or to send secrets stands in another language than English.

Why: A model reads every language, most reviewers read one or two. What would be seen at once in English
passes by in another.

Check: Have it translated. Is it quoted or forbidden there, or is it meant?

Fix: Delete it, or say in the skill's main language what is meant.
"""

from collections.abc import Iterable, Iterator

from skilleval.review.languages import LANGUAGES, PREFIX, Language, telling_word
from skilleval.review.page import Page
from skilleval.review.probe import bounds, check_time, hit_at, is_told, lines_with
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="foreign-order",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

Beginnings = dict[str, list[str]]
"""The words of a page by their first letters, as far as a needle begins with them."""
_BEGINNINGS = frozenset(begin for language in LANGUAGES for begin in language.by_beginning)
_ENDS = "。！？；"


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each sentence that overrides, hides, or sends secrets, in one of the languages."""
    if page.language == "machine":
        return
    done: set[tuple[int, int]] = set()
    beginnings: Beginnings = {"": []}
    for word in page.words:
        if word[:PREFIX] in _BEGINNINGS:
            beginnings.setdefault(word[:PREFIX], []).append(word)
    for language in LANGUAGES:
        for start, end in _sentences(page, language, beginnings):
            check_time()
            if (
                (start, end) not in done
                and is_told(page, start)
                and _is_order(page.text[start:end], language)
            ):
                done.add((start, end))
                yield hit_at(RULE, page, (start, end))


def _sentences(page: Page, language: Language, beginnings: Beginnings) -> Iterator[tuple[int, int]]:
    numbers: set[int] = set()
    for begin in language.by_beginning.keys() & beginnings.keys():
        for needle in language.by_beginning[begin]:
            numbers.update(_lines(page, needle, beginnings))
    for number in sorted(numbers):
        start, last = page.lines[number]
        while start < last:
            first, stop = bounds(page.text, start)
            first, stop = max(start, first), max(stop, start + 1)
            ends = [place for place in (page.text.find(mark, start, stop) for mark in _ENDS) if place >= 0]
            stop = min(ends) + 1 if ends else stop
            yield first, min(stop, last)
            start = stop


def _lines(page: Page, needle: str, beginnings: Beginnings) -> Iterable[int]:
    """Return the lines that hold a needle; it is looked for where the word that tells most of it stands."""
    begin = telling_word(needle)
    if not begin:
        return lines_with(page, needle) if page.characters.issuperset(needle) else ()
    words = (word for word in beginnings.get(begin[:PREFIX], ()) if word.startswith(begin))
    numbers = {number for word in words for number in page.words[word]}
    return (number for number in numbers if page.text.find(needle, *page.lines[number]) >= 0)


def _is_order(text: str, language: Language) -> bool:
    def says(*kinds: str) -> bool:
        return all(language.patterns[kind].search(text) for kind in kinds)

    return says("drop", "told") or says("hide") or (says("send", "far", "secret") and not says("nots"))
