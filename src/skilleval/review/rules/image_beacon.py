"""An image or link carries data in its address.

Why: Rendering an image fetches its address: what the agent fills into it reaches the host without a click.

Check: What is the placeholder filled with, and who owns the host?

Fix: Delete it, or use a fixed address.
"""

from collections.abc import Iterator

from skilleval.review.meaning import URL, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="image-beacon",
    family="exfiltration",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_IMAGE = Probe(
    "![ <img",
    r"""(?:!\[[^\]\n]{0,200}\]\(|<img\s[^>\n]{0,80}src\s{0,2}=\s{0,2}["']?)
    https?://(?!img\.shields\.io|(?:www\.)?quickchart\.io|mermaid\.ink|api\.star-history\.com
    |[\w.]{0,30}githubusercontent\.com|github\.com|badge)
    [^\s)"'>]{1,200}[?&][^\s)"'>]{0,200}?(?:\{\{?[\w .-]{1,60}\}|\$\{?\w{1,60}|<[\w .-]{2,60}>
    |\[[\w .-]{2,60}\]|%7b)""",
)
_ASKED = Probe(
    "markdown image render",
    r"\b(?:render|include|embed|insert|add|display"
    r"|output)\b[^\n.]{0,60}\b(?:markdown\s+)?(?:image|img|pixel"
    r"""|link)\b[^\n]{0,200}https?://[^\s)"'>]{3,200}[?&=/][^\n"'`;]{0,120}?(?:\{|\$|<|%7b|encoded"""
    r"|base64|conversation|context|history|secret|summary\s+of)",
)
_FILLED = Meaning(
    "image images img picture pixel link badge chart avatar icon",
    (
        r"\b(?:render|include|embed|insert|add|display|output|show|draw|load|fetch|append|put|end)\w{0,3}\b",
        r"\b(?:images?|img|pictures?|pixels?|links?|badges?|charts?|avatars?|icons?)\b",
        URL,
        r"""\b(?:followed\s+by|plus|with|containing|carr(?:y|ies|ying)|holding|filled\s+with|appended|encod\w{1,3}|in\s+(?:its|the)\s+(?:query|path|url|address))\b[^\n.]{0,60}
        \b(?:text|contents?|file'?s?|data|conversation|context|history|secrets?|summary|key|keys|token|answers?|message|document|names?|values?|env\w{0,10}|prompts?|input)\b""",
    ),
    unless=r"\b(?:alt\s+text|with\s+(?:the\s+)?text|caption|title\s+text|shields\.io|placeholder)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each image or link whose query has a placeholder."""
    yield from hits(RULE, page, _IMAGE, _ASKED)
    yield from meant(RULE, page, _FILLED)
