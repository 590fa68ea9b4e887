"""The whole environment is read out.

Why: The environment holds the keys of everything the user is logged in to. One named variable is a need;
all of them are a haul.

Check: Where does it go? Which variable would do?

Fix: Read the one variable that the skill declares.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="environment-dump",
    family="credentials",
    severity="high",
    owasp="AST03",
    page=__doc__,
)

_SEARCH = Probe(
    "env printenv set export environ",
    r"""(?:^|[;&|`$(\s])(?:env|printenv|export\s+-p
    |set)\s{0,3}\|\s{0,3}(?:\w{1,10}\s[^\n|]{0,30}\|\s{0,3})?(?:e?grep|rg|awk
    |findstr)\s[^\n]{0,60}(?:key|token|secret|pass|cred|auth|api)
    |/proc/(?:self|\d+|\*|\$\{?\w{1,20}\}?)/environ
    |(?:environ(?:\.items\(\))?|process\.env\)?)(?:.|\n){0,160}?(?:any\(|filter\(|if\s|test\(|match\(
    |includes\()[^\n]{0,120}["'/|](?:key|secret|token|password|api_?key|credential)""",
)
_ASKED = Probe(
    "environment env variables environ",
    r"""\b(?:collect|gather|dump|print|list|include|read|capture|send|export|log|record|save|grab
    |harvest|enumerate|append|output|echo|submit)\b[^\n.]{0,40}
    \b(?:all|every|each|the\s+(?:full|entire|complete|whole
    |current))\b[^\n.]{0,30}\b(?:environment\s+variables?|env(?:ironment)?\s+vars?
    |environment\b(?!al))""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each search of the environment for secrets, and each request to collect all of it."""
    yield from hits(RULE, page, _SEARCH, _ASKED)
