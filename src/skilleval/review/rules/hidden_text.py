"""Text that a reviewer cannot see.

Why: Characters of the Unicode tag block, bidirectional overrides and zero-width characters are invisible or
reorder what is shown, but an agent reads them like any other text. They are how instructions are smuggled
past a review.

Check: What does the decoded text say? Is there a language or an emoji that needs these characters here?

Fix: Delete the characters; write what is meant in plain text.
"""

import re
from collections.abc import Iterator

from skilleval.review.fold import decoded_tags, visible
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="hidden-text", family="hidden-text", severity="high", confidence="high", owasp="AST08", page=__doc__
)

_TAGS = re.compile("(?P<flag>\U0001f3f4)?[\U000e0000-\U000e007f]+")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069][^\n]{0,80}")
_ZERO_WIDTH = re.compile("[A-Za-z][\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e]+(?=[A-Za-z])")
_ZERO_WIDTH_RUN = re.compile("[\u200b\u200c\u2060-\u2064\ufeff]{4,}")
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each run of invisible characters, with what it says."""
    if page.raw.isascii():
        return
    for number, line in enumerate(page.raw.split("\n"), start=1):
        if not line.isascii():
            yield from _review_line(page, number, line)


def _review_line(page: Page, number: int, line: str) -> Iterator[Hit]:
    for found in _TAGS.finditer(line):
        if not found["flag"]:
            said = decoded_tags(found[0])
            message = "Invisible tag characters spell a text" if said.strip() else "Invisible tag characters"
            yield Hit(page.path, number, visible(said or found[0]), message=message, severity="critical")
    patterns = (_ZERO_WIDTH, _ZERO_WIDTH_RUN) if _RTL.search(line) else (_BIDI, _ZERO_WIDTH, _ZERO_WIDTH_RUN)
    for pattern in patterns:
        if hidden := pattern.search(line):
            around = line[max(0, hidden.start() - 30) : hidden.end() + 60]
            yield Hit(page.path, number, visible(around))
