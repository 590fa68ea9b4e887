"""Text that a reviewer cannot see.

Why: Characters of the Unicode tag block, bidirectional overrides, zero-width characters and runs of variation
selectors are invisible or reorder what is shown, but an agent reads them like any other text. They are how
instructions are smuggled past a review.

Check: What does the decoded text say? Is there a language or an emoji that needs these characters here?

Fix: Delete the characters; write what is meant in plain text.
"""

from collections.abc import Iterator

from skilleval.domain.finding import Severity
from skilleval.review.fold import decoded_selectors, decoded_tags, visible
from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.roles import role_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="hidden-text",
    family="hidden-text",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_FLAG = (
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"  # England, Scotland, Wales, ...
)
_TAGS = Lazy(f"{_FLAG}|(?P<said>[\U000e0000-\U000e007f]+)")
_TURNS = "\u202a-\u202e\u2066-\u2069"
_JOINTS = "\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e"
_PICKS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_ANY = Lazy(f"[{_TURNS}{_JOINTS}{_PICKS}\U000e0000-\U000e007f]")
"""Each of the patterns has one of these."""
_BIDI = Lazy(f"[{_TURNS}][^\\n]{{0,80}}")
_ZERO_WIDTH = Lazy(f"[A-Za-z][{_JOINTS}]+(?=[A-Za-z])")
_ZERO_WIDTH_RUN = Lazy("[\u200b\u200c\u2060-\u2064\ufeff]{4,}")
_SELECTORS = Lazy(f"[{_PICKS}]{{2,}}")
_UNSEEN = Lazy(f"[{_JOINTS}]")
_SOFT_HYPHEN = "\u00ad"
"""One by itself is left over from typesetting."""
_RTL = Lazy("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each run of invisible characters, with what it says."""
    if page.raw.isascii() or not _ANY.search(page.raw):
        return
    for number, line in enumerate(page.raw.split("\n"), start=1):
        if not line.isascii():
            yield from _line_hits(page, number, line)


def _line_hits(page: Page, number: int, line: str) -> Iterator[Hit]:
    place = page.file_line(number)
    for found in _TAGS.finditer(line):
        if found["said"]:
            said = decoded_tags(found[0])
            message = "Invisible tag characters spell a text" if said.strip() else "Invisible tag characters"
            yield Hit(page.path, place, visible(said or found[0]), message=message, severity="critical")
    for found in _SELECTORS.finditer(line):
        said = decoded_selectors(found[0])
        message = "Variation selectors carry hidden bytes"
        yield Hit(page.path, place, visible(said or found[0]), message=message)
    patterns = (_ZERO_WIDTH, _ZERO_WIDTH_RUN) if _RTL.search(line) else (_BIDI, _ZERO_WIDTH, _ZERO_WIDTH_RUN)
    for pattern in patterns:
        for found in pattern.finditer(line):
            around = line[max(0, found.start() - 30) : found.end() + 60]
            start = page.offset_of(number)
            role = role_at(page, start, page.line_end(start), about="words")
            severity: Severity = "medium" if _UNSEEN.findall(line) == [_SOFT_HYPHEN] else "high"
            yield Hit(page.path, place, visible(around), role=role, severity=severity)
            break
