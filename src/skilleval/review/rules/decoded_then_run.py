"""Decoded data is run as code.

Why: What runs is not what a reviewer reads. Encoding exists here only to pass a review.

Check: What does the data decode to, and where does it come from?

Fix: Put the code itself into the skill, as a file that can be reviewed.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="decoded-then-run",
    family="obfuscation",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_RUN = (
    r"\b(?:exec|eval|execsync|spawnsync|new\s+function|os\.system|popen|subprocess\.\w{3,12}"
    r"|check_output|child_process\.\w{4,10}|vm\.run\w{0,16}|__import__|iex|invoke-expression"
    r"|pickle\.loads|create_function|instance_eval)"
)
_DECODE = r"""(?:b(?:16|32|64|85)decode|a85decode|urlsafe_b64decode|decodebytes|fromhex|unhexlify
    |a2b_\w{3,6}|codecs\.decode|rot_?13|zlib\.decompress|gzip\.decompress|lzma\.decompress
    |bz2\.decompress|marshal\.loads
    |\batob|buffer\.from\([^\n]{1,3000}["'](?:base64|hex)["']|fromcharcode|frombase64string
    |base64_decode|gzinflate|str_rot13|decode64|unpack1?\(["']m|\[::-1\]|\.reverse\(\)|unescape\(
    |decodeuricomponent\()"""
_NEEDLES = """b64decode b32decode b16decode b85decode a85decode urlsafe_b64decode decodebytes fromhex
    unhexlify a2b_ codecs rot13 rot_13 decompress marshal atob buffer.from fromcharcode
    frombase64string base64_decode gzinflate str_rot13 decode64 unpack [::-1] reverse unescape
    decodeuricomponent"""
_NESTED = Probe(_NEEDLES, rf"{_RUN}\s{{0,3}}\(\s{{0,3}}[^\n;]{{0,120}}?{_DECODE}")
_NAMED = Probe(
    _NEEDLES,
    rf"\b(?P<name>[a-z_]\w{{0,40}})"
    rf"\s{{0,3}}(?::\s{{0,3}}\w{{1,10}}\s{{0,3}})?=\s{{0,3}}[^\n]{{0,160}}?{_DECODE}(?:."
    rf"|\n){{0,700}}?{_RUN}\s{{0,3}}\(?\s{{0,3}}[^\n;)]{{0,40}}?\b(?P=name)\b",
)
_FROM_FILE = Probe(
    "exec eval",
    r"""\b(?:exec|eval)\(\s{0,3}(?:compile\(\s{0,3})?(?:open\([^\n]{1,120}\)\.read\(
    |[^\n]{0,60}\.read_text\()
    |\b(?P<text>[a-z_]\w{0,40})\s{0,3}=\s{0,3}[^\n]{0,120}(?:\.read_text\(
    |open\([^\n]{1,80}\)\.read\()(?:.|\n){0,500}?\bexec\(\s{0,3}(?P=text)\b""",
)
_FROM_TEXT = Probe(
    "exec eval",
    r"""\b(?:exec|eval)\(\s{0,3}(?:compile\(\s{0,3})?open\([^\n]{0,80}\.(?:md|markdown|rst|txt)\b
    |\b(?P<code>[a-z_]\w{0,40})\s{0,3}=\s{0,3}[^\n]{0,120}(?:\b\w{0,20}(?:_md|readme\w{0,8}|_doc)\b|\.(?:md|markdown|rst)\b)
    [^\n]{0,40}\.read(?:_text)?\((?:.|\n){0,500}?\b(?:exec|eval)\(\s{0,3}(?:compile\(\s{0,3})?(?P=code)\b""",
)
_CALLBACK = Probe(
    "fetch axios https.get",
    r"\b(?:fetch|axios\.get|https?\.get)\([^\n]{1,300}(?:.|\n){0,200}?\b(?:eval|new\s+function"
    r"|vm\.run\w{0,16})\(",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each decoder whose result is run, at once or a few lines later."""
    for hit in hits(RULE, page, _FROM_TEXT):
        yield replace(hit, severity="critical", message="Text of a document is run as code")
    yield from hits(RULE, page, _NESTED, _NAMED, _CALLBACK)
    yield from hits(RULE, page, _FROM_FILE)
