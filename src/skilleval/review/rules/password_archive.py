"""An archive with a password is to be downloaded and opened.

Why: The password is not there to protect the file: it keeps virus scanners from looking into it. Most real
malware that came as a skill came like this.

Check: Who publishes the archive, and why would a public download need a password?

Fix: Install the program from its vendor or a package registry.
"""

from collections.abc import Iterator

from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="password-archive",
    family="prose-installer",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_PROSE = Probe(
    "pass password passcode passphrase pwd",
    r"""(?:\bdownload\w{0,4}\b|https?://)[^\n]{0,400}?(?:\b(?:zip|rar|7z|7-zip|archive|extract\w{0,4}
    |unzip|unpack|decompress|package)\b)[^\n]{0,200}?
    \bpass(?:word|code|phrase)?\b\s{0,3}(?:[:=]|is\b|-|–
    |for\s+\w{1,20}\s{0,3}[:=])\s{0,3}[`"'*_(]{0,3}[\w!@\#$%^&*.-]{3,40}""",
)
_COMMAND = Probe(
    "unzip 7z 7za unrar bsdtar",
    r"\b(?:unzip\s+-P\s?\S{3,40}|7za?\s+[xe]\s[^\n]{0,60}-p\S{3,40}"
    r"|unrar\s+x\s[^\n]{0,40}-p\S{3,40}|bsdtar\s[^\n]{0,40}--passphrase)",
)
_OPENED = Meaning(
    "password passcode passphrase",
    (
        r"\b(?:unzip|extract|open|unpack|decompress|unlock|unrar)\w{0,3}\b",
        r"\.(?:zip|rar|7z|iso|dmg)\b|\b(?:zip|rar|7z|archive)\b",
        r"""\bpass(?:word|code|phrase)\s{0,3}(?:is\s|[:=(]|\s)\s{0,3}[`"'*(]{0,3}[\w!@\#$%^&*-]{3,40}""",
        r"\b(?:run|execute|open|launch|start|install|double-?click)\b|\.(?:exe|msi|pkg|dmg|app|bat|scr)\b",
    ),
    unless=r"\b(?:ask\s+the\s+user|user'?s?\s+password|password\s+(?:that|from|the|provided|if|to|for|protected|prompt))\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each download with a password for its archive, in prose or as a command."""
    yield from hits(RULE, page, _PROSE)
    yield from meant(RULE, page, _OPENED)
    if {"curl", "wget", "download", "iwr"} & page.words.keys():
        yield from hits(RULE, page, _COMMAND)
