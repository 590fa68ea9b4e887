"""A long encoded or packed text stands among the words and code.

Why: Nobody can review it. Honest data has a file of its own, with a format that says what it is.

Check: What is it, and what reads it?

Fix: Move data to a data file of a known format; write code as code.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="opaque-blob",
    family="obfuscation",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_BLOB = Lazy(
    r"""(?<![a-z0-9+/_-])(?:[a-z0-9+/]{240,}={0,2}|(?:[0-9a-f]{2}){160,}|(?:\\x[0-9a-f]{2}){60,})""",
    re.IGNORECASE,
)
SHORTEST = 240
"""Characters of the shortest blob: what has no word that long has none."""
_PACKED = Probe(
    "eval",
    r"""eval\(function\(p,a,c,k,e""",
)
_MANGLED = Lazy(r"(?:\b_0x[0-9a-f]{4,6}\b[^\n]{0,200}?){4}")
_DATA_URI = Lazy(r"data:(?:image|font|audio|video|application/(?:pdf|font|octet))[\w/+;=.-]{0,60},$")
_DECODERS = Lazy(
    r"b64decode|fromhex|unhexlify|atob\(|buffer\.from|base64\s+-{1,2}d|frombase64string|decompress\("
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each long blob in prose or code; with a decoder beside it, it weighs more."""
    yield from hits(RULE, page, _PACKED)
    for found in _MANGLED.finditer(page.text) if "_0x" in page.text else ():
        yield hit_at(RULE, page, (found.start(), min(found.end(), found.start() + 120)))
    if page.kind == "data" or page.origin or len(max(page.text.split(), key=len, default="")) < SHORTEST:
        return
    for found in _BLOB.finditer(page.text):
        if _DATA_URI.search(page.text[max(0, found.start() - 100) : found.start()]) or len(set(found[0])) < 8:
            continue
        if "begin" in page.text[max(0, found.start() - 80) : found.start()]:
            continue  # a key or certificate: other rules speak of it
        span = found.start(), min(found.end(), found.start() + 120)
        yield hit_at(RULE, page, span, severity="high" if _DECODERS.search(page.text) else "medium")
