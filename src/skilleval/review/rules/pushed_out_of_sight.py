"""Text is pushed out of sight by blank space.

Why: Hundreds of blank lines or spaces move what follows off the screen of a reviewer, and off the part of a
file that a scanner with a limit reads.

Check: What stands behind the space?

Fix: Delete the space, and what it hides.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="pushed-out-of-sight",
    family="hidden-text",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_LINES = Lazy(r"(?:[ \t]*\n){200,}(?=[ \t]*\S)")
_SPACES = Lazy(r"[ \t]{160,}(?=[^\s|])")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit at the text behind each such gap."""
    if page.origin or page.language == "machine":
        return
    if "\n" * 40 in page.folded or " \n" in page.folded:
        for found in _LINES.finditer(page.folded):
            yield _behind(page, found.end(), f"{found[0].count(chr(10))} blank lines hide what follows")
    if " " * 160 in page.folded or "\t" * 40 in page.folded:
        for found in _SPACES.finditer(page.folded):
            yield _behind(page, found.end(), f"{len(found[0])} spaces hide what follows")


def _behind(page: Page, offset: int, message: str) -> Hit:
    end = page.folded.find("\n", offset)
    return hit_at(
        RULE, page, (offset, min(offset + 120, end if end >= 0 else len(page.folded))), message=message
    )
