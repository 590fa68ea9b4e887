"""Something is fetched without encryption.

Why: Whoever sits on the network path can replace what is fetched.

Check: Does the host speak https?

Fix: Use https.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="plain-http",
    family="network",
    severity="low",
    owasp="AST01",
    page=__doc__,
)

_FETCH = Probe(
    "http://",
    r"""\b(?:curl|wget|iwr|invoke-webrequest|requests\.\w{3,7}|urlopen|fetch|axios(?:\.\w{3,7})?
    |pip3?\s+install|git\s+clone)\b[^\n]{0,120}?
    http://(?!localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[?::1
    |host\.docker|[\w-]+(?:[:/]|$)|[\w.-]{1,60}\.(?:local|internal|test|localhost)\b
    |(?:www\.)?example\.)[\w.-]{4,80}""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each fetch of a public address over http."""
    yield from hits(RULE, page, _FETCH)
