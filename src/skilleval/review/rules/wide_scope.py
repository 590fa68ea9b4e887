"""The skill wants more of the machine than its task needs.

Why: What a skill may reach, an injected text may reach through it.

Check: Which folders and services does the task need?

Fix: Name them, and leave out the rest.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="wide-scope",
    family="privilege",
    severity="medium",
    owasp="AST03",
    about="words",
    page=__doc__,
)

_SCOPE = Probe(
    "home filesystem access root everything",
    r"\b(?:read|write|full|unrestricted|complete"
    r"|unlimited)\b[^\n.]{0,30}\baccess\s+to\s+(?:\w{1,12}\s+){0,4}(?:home\s+(?:directory"
    r"|folder)|file\s?system|root\s+directory|all\s+files|every\s+file|entire\s+(?:disk"
    r"|machine|computer|system)|whole\s+(?:disk|machine|computer|system))\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each claim to everything."""
    yield from hits(RULE, page, _SCOPE)
