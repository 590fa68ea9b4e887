"""A disk is overwritten, or the machine is brought to its knees.

Why: There is no undo.

Check: Is it a tool for disks, used on a device that the user named?

Fix: Delete it.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="wipe-disk",
    family="destructive",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_DISK = Probe(
    "dd mkfs shred wipefs diskpart format :(){ hdparm",
    r"\bdd\s[^\n]{0,120}\bof=/dev/(?:sd|hd|nvme|disk|mmcblk|rdisk)"
    r"|\bmkfs(?:\.\w{2,8})?\s+(?:-\w+\s+){0,4}/dev/|\bshred\s[^\n]{0,60}(?:/dev/|~|/home)"
    r"|\bwipefs\s+-a|\bdiskpart\b[^\n]{0,60}clean|\bformat\s+[c-z]:\s"
    r"|:\(\)\s{0,3}\{\s{0,3}:\s{0,3}\|\s{0,3}:\s{0,3}&\s{0,3}\}\s{0,3};|>\s{0,3}/dev/sd[a-z]\b",
)
_BOMB = Probe(
    "fork while",
    r"""while\s+(?:true|1|:)\s{0,3}:?\s{0,12}(?:;\s{0,3}do)?\s{0,12}(?:os\.)?fork\(""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such command."""
    yield from hits(RULE, page, _DISK, _BOMB)
