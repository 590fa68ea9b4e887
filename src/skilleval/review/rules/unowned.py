"""Nobody answers for the skill.

Why: When something is found, there has to be somebody to ask.

Check: Who maintains it?

Fix: Name a maintainer.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="unowned",
    family="privilege",
    severity="low",
    owasp="AST04",
    about="words",
    page=__doc__,
)

_NOBODY = Probe(
    "maintainer owner author maintainers",
    r"^[\s*_-]{0,6}(?:maintainers?|owner|author)[*_]{0,2}\s{0,3}:[*_]{0,2}\s{0,3}(?:tbd|todo"
    r"|none|unknown|n/a|nobody|\?+)\s{0,3}$",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for a maintainer that is still to be named."""
    yield from hits(RULE, page, _NOBODY)
