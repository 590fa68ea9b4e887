"""PowerShell is started with a hidden or encoded command.

Why: `-EncodedCommand`, a hidden window and a bypassed execution policy exist so that neither a person nor a
policy sees what runs.

Check: What does the command decode to, and why must nobody see its window?

Fix: Write the command in plain text and let it run under the user's policy.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="encoded-powershell",
    family="download-and-run",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_ENCODED = Probe(
    "powershell pwsh",
    r"""\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,200}?\s-(?:e|ec|en|enc
    |enco\w{0,10})\s+["']?[a-z0-9+/=]{16,}
    |\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,200}?\s-w(?:indowstyle)?\s+hidden
    |\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,200}?\s-(?:ep|ex\w{0,14})\s+(?:bypass
    |unrestricted)[^\n]{0,200}(?:https?://|downloadstring|\biex\b|\biwr\b)""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such start."""
    yield from hits(RULE, page, _ENCODED)
