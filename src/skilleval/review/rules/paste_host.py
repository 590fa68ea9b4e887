"""Code or instructions come from a paste site.

Why: Anyone can put anything there, without a name, and change it afterwards.

Check: What does the page hold, and why is it not a file of the skill?

Fix: Put the content into the skill.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="paste-host",
    family="prose-installer",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_HOSTS = r"""(?:pastebin\.(?:com|pl)|glot\.io|rentry\.(?:co|org)|hastebin\.com|paste\.(?:ee|rs|sh
    |mozilla\.org|debian\.net)|termbin\.com|controlc\.com|ghostbin\.\w{2,4}
    |pastes\.dev|dpaste\.(?:com|org)|ix\.io|sprunge\.us|0bin\.net|privatebin\.net|justpaste\.it
    |textbin\.net|paste2\.org|snippet\.host|cl1p\.net)"""
_LINK = Probe(
    "pastebin glot rentry hastebin paste termbin controlc ghostbin pastes dpaste ix sprunge "
    "0bin privatebin justpaste textbin paste2 snippet cl1p",
    rf"""\b{_HOSTS}/(?:raw/|snippets/|api/)?[\w-]{{3,60}}""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each link to a paste."""
    yield from hits(RULE, page, _LINK)
