"""One file holds encoded text that another one decodes and runs.

Why: Data in one file and a decoder in another pass a review that looks at each file alone.

Check: What does the text decode to?

Fix: Put the code itself into the skill.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.probe import Probe, hit_at
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="spread-payload",
    family="obfuscation",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_RUNS_DECODED = Probe(
    "b64decode fromhex unhexlify atob frombase64string base64 decompress b85decode a85decode",
    r"""(?:b(?:64|32|85)decode|a85decode|fromhex|unhexlify|\batob|buffer\.from|frombase64string
    |decompress|base64\s+-{1,2}d)(?:.|\n){0,600}?(?:\bexec\(|\beval\(|os\.system\(
    |subprocess\.\w{3,12}\(|new\s+function\(|\biex\b|\|\s{0,3}(?:ba)?sh\b)
    |(?:\bexec\(|\beval\(|os\.system\(|new\s+function\(|\biex\b)[^\n]{0,200}(?:b(?:64|32|85)decode
    |a85decode|fromhex|unhexlify|\batob|buffer\.from|frombase64string|decompress)""",
)
_BLOB = Lazy(r"(?<![\w+/-])(?:[A-Za-z0-9+/_-]{60,}={0,2}|(?:[0-9a-fA-F]{2}){40,})(?![\w+/])")


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit at the decoder if another file holds a long encoded text."""
    decoders = [(page, found) for page in reading.pages for found in _RUNS_DECODED.matches(page)]
    for page, found in decoders[:1]:
        for other in reading.pages:
            blob = _BLOB.search(other.raw) if other.path != page.path and not other.origin else None
            if blob and other.language != "machine" and len(set(blob[0])) > 12:
                where = f"{other.path}:{other.line_of(blob.start())}"
                yield hit_at(
                    RULE, page, found.span(), message=f"Encoded text of {where} may be decoded and run here"
                )
                return
