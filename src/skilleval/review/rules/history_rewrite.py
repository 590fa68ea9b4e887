"""Shared history or data is thrown away.

Why: Forced pushes, dropped databases and destroyed stacks take other people's work with them.

Check: Which branch, database or stack is it, and is the user asked first?

Fix: Ask before each such step and name what is lost.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="history-rewrite",
    family="destructive",
    severity="medium",
    owasp="AST01",
    page=__doc__,
)

_REWRITE = Probe(
    "push filter-branch reflog dropdatabase drop flushall destroy delete rb",
    r"""\bgit\s+push\s[^\n]{0,60}(?:--force(?!-with-lease)|\s-f\b)[^\n]{0,40}\b(?:main|master
    |origin\s+head|--all)\b|\bgit\s+push\s+(?:-f|--force)\s{0,3}(?:origin\s{0,3})?(?:main
    |master)\b|\bgit\s+reflog\s+expire\b[^\n]{0,60}--all
    |\bdrop\s+(?:database|schema)\s+(?!if\s+exists\s+(?:test|tmp))\w{1,40}|\bdropdatabase\(\)
    |\bflushall\b|\bterraform\s+destroy\s[^\n]{0,60}-auto-approve|\bkubectl\s+delete\s+(?:ns|namespace
    |--all|all)\s[^\n]{0,30}--all|\baws\s+s3\s+rb\s[^\n]{0,60}--force""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such command."""
    yield from hits(RULE, page, _REWRITE)
