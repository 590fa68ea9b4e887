"""An address is hidden behind a shortener or a lookalike name.

Why: A short link shows nothing of where it leads and can be pointed elsewhere later; a name in punycode can
look like one you know.

Check: Where does it lead today?

Fix: Write the full address.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="short-link",
    family="network",
    severity="medium",
    owasp="AST08",
    about="words",
    page=__doc__,
)

_LINK = Probe(
    "bit ly tinyurl goo gl t co is gd cutt rb buff ow shorturl rebrand v xn--",
    r"""\bhttps?://(?:www\.)?(?:bit\.ly|tinyurl\.com|goo\.gl|is\.gd|v\.gd|cutt\.ly|rb\.gy|ow\.ly
    |shorturl\.at|rebrand\.ly|t\.ly|tiny\.cc|s\.id)/[\w-]{3,40}
    |\bhttps?://(?:[\w-]{1,60}\.)?xn--[\w.-]{3,60}""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each short link and each name in punycode."""
    yield from hits(RULE, page, _LINK)
