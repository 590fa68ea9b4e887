"""A system tool is used to fetch or run remote code.

Why: mshta, regsvr32, certutil, osascript and their like run code from the network while looking like part
of the system. Installers have no need of them.

Check: Which code does the tool fetch, and from whom?

Fix: Use a package manager, or ship the code in the skill.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="living-off-the-land",
    family="download-and-run",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_WINDOWS = Probe(
    "mshta regsvr32 rundll32 certutil bitsadmin msiexec wmic wscript cscript installutil odbcconf",
    r"""\bmshta(?:\.exe)?\s+["']?(?:https?:|javascript:|vbscript:)|\bregsvr32(?:\.exe)?\s[^\n]{0,60}/i:https?:
    |\brundll32(?:\.exe)?\s[^\n]{0,60}(?:javascript:|https?:|\\\\)|\bcertutil(?:\.exe)?\s[^\n]{0,60}-urlcache
    |\bbitsadmin(?:\.exe)?\s[^\n]{0,60}/transfer|\bmsiexec(?:\.exe)?\s[^\n]{0,40}/i\s+["']?https?:
    |\bwmic\s[^\n]{0,40}process\s+call\s+create|\b[wc]script(?:\.exe)?\s[^\n]{0,40}https?:""",
)
_SHARE = Probe(
    "net pushd start",
    r"""\b(?:net\s+use|pushd|start)\s[^\n]{0,30}\\\\[\w.-]{3,80}(?:@(?:ssl|\d{2,5}))?\\[^\n]{0,120}""",
)
_DNS = Probe(
    "nslookup dig",
    r"\b(?:nslookup|dig)\b[^\n]{0,120}(?:txt|-q)[^\n]{0,160}(?:\|[^\n]{0,120}(?:iex|cmd\s+/c"
    r"|\b(?:ba)?sh\b)|do\s+cmd)",
)
_APPLE = Probe(
    "osascript doshellscript",
    r"\bosascript\b[^\n]{0,60}-l\s+javascript"
    r"""|do\s?shell\s?script\(?\s{0,4}["'][^\n]{0,200}(?:curl|base64|https?:|\bsh\b)""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each system tool that is pointed at remote code."""
    yield from hits(RULE, page, _WINDOWS, _SHARE, _DNS, _APPLE)
