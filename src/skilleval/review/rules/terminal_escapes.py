"""The file holds raw terminal control sequences.

Why: Printed to a terminal they can hide text, move the cursor, or fake what was there before.

Check: What do they do? In a script that prints colours they are written as escapes, not as raw bytes.

Fix: Delete the bytes.
"""

from collections.abc import Iterator

from skilleval.domain.finding import Severity
from skilleval.review.fold import visible
from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="terminal-escapes",
    family="hidden-text",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_ESCAPE = Lazy("(?:\x1b[\\[\\]()PX^_]|[\x9b\x90\x9d]|\x08{2,})[^\n]{0,60}")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each line with such bytes."""
    if page.origin or ("\x1b" not in page.raw and "\x9b" not in page.raw and "\x08" not in page.raw):
        return
    last = 0
    for found in _ESCAPE.finditer(page.raw):
        line = page.raw.count("\n", 0, found.start()) + 1
        if line != last:
            last = line
            severity: Severity = "medium" if page.kind == "code" else "high"
            yield Hit(page.path, page.file_line(line), visible(found[0]), severity=severity)
