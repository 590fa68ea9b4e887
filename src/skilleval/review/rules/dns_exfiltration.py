"""Data leaves inside a name lookup.

Why: A looked-up name reaches its owner's server even where all other traffic is blocked.

Check: What is put into the name, and who owns the domain?

Fix: Delete it.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="dns-exfiltration",
    family="exfiltration",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_LOOKUP = Probe(
    "dig nslookup host ping getaddrinfo gethostbyname resolve lookup",
    r"""\b(?:dig|nslookup|host|ping(?:\s+-\w+\s+\d+)?)\s[^\n;|]{0,60}(?:\$\([^)\n]{1,120}\)
    |\$\{?\w{1,40}\}?|`[^`\n]{1,120}`)["']?\.[\w-]{1,60}\.[a-z]{2,12}
    |\b(?:gethostbyname|getaddrinfo|dns\.(?:resolve\w{0,4}|lookup)|resolver\.(?:query
    |resolve))\(\s{0,3}(?:f["'][^"'\n]{0,60}\{[^}\n]{1,80}\}[^"'\n]{0,60}\.
    |`[^`\n]{0,60}\$\{[^}\n]{1,80}\}[^`\n]{0,60}\.|\w{1,40}\s{0,3}\+\s{0,3}["']\.)""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each lookup of a name that is built from data."""
    yield from hits(RULE, page, _LOOKUP)
