"""An address is written so that it is not recognised.

Why: `hxxps://` and `[.]` are how reports keep a malicious address from being opened. In a skill they keep it
from being found, and an agent puts it together again.

Check: Is it quoted from a report, or is something to be fetched from there?

Fix: Write the address plainly, or leave it out.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, bounds, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="broken-address",
    family="obfuscation",
    severity="high",
    owasp="AST08",
    about="words",
    page=__doc__,
)

_BROKEN = Probe(
    "hxxp hxxps [.] [dot]",
    r"""\bhxxps?://[^\s"'`)>]{3,200}|\bhttps?://[\w-]{1,60}(?:\[\.\]|\[dot\])[^\s"'`)>]{2,200}"""
    r"|\b[\w-]{2,60}\[\.\](?:com|net|org|io|ru|cn|top|xyz|info|dev|app|example)\b",
)
_FETCHED = Lazy(r"\b(?:pull|fetch|download|get|load|curl|wget|run|open|visit|connect|send|post|upload)\b")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each broken address; with a verb that uses it, it weighs more."""
    for found in _BROKEN.matches(page):
        start, _ = bounds(page.text, found.start())
        used = _FETCHED.search(page.text[start : found.start()])
        yield hit_at(RULE, page, found.span(), severity="high" if used else "medium")
