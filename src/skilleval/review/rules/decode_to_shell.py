"""A decoded text is run as a command.

Why: Encoding hides the command from everyone who reads the skill. There is no honest reason to encode a
command that is meant to be run.

Check: What does the text decode to? (The finding of the decoded text, if there is one, stands at the same
line.)

Fix: Write the command in plain text.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="decode-to-shell",
    family="download-and-run",
    severity="critical",
    owasp="AST01",
    page=__doc__,
)

_DECODE = r"""(?:base64\s+(?:-\w*d\w*|--decode)|base32\s+(?:-d|--decode)|xxd\s+-\w*r[\w\s-]{0,12}
    |openssl\s+(?:enc|base64)\s[^|\n]{0,80}-d\b[^|\n]{0,80}
    |certutil\s+-decode\w*|uudecode|gunzip|zcat|rev\b|tr\s+['"]?\S{1,60}['"]?\s+['"]?\S{1,60}['"]?)"""
_SHELL = (
    r"(?:sudo\s+)?(?:/(?:usr/)?bin/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|perl|ruby|node|php|iex"
    r"|eval|xargs\s+[^|\n]{0,40}sh)\b"
)
_PIPED = Probe(
    "base64 base32 xxd openssl uudecode gunzip zcat rev tr", rf"\b{_DECODE}[^|\n]{{0,200}}\|\s{{0,4}}{_SHELL}"
)
_SUBSTITUTED = Probe(
    "base64 base32 xxd openssl rev",
    rf"""(?:\beval\b|\b(?:ba|z|da)?sh\s+-\w*c\b|\bsource\b)\s{{0,4}}["']?(?:\$\(|`"""
    rf"|<\()[^)`\n]{{0,2000}}{_DECODE}",
)
_POWERSHELL = Probe(
    "frombase64string",
    r"(?:iex|invoke-expression|invoke-command)\b[^\n]{0,200}frombase64string"
    r"|frombase64string[^\n]{0,300}\|\s{0,4}(?:iex|invoke-expression)",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each decoder whose output goes to an interpreter."""
    yield from hits(RULE, page, _PIPED, _SUBSTITUTED, _POWERSHELL)
