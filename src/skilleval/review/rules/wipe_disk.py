"""A disk is overwritten, or the machine is brought to its knees.

Why: There is no undo.

Check: Is it a tool for disks, used on a device that the user named?

Fix: Delete it.
"""

from collections.abc import Iterator
from dataclasses import replace

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
_EXHAUST = Probe(
    "keep continue generate create write make start fill exhaust consume spawn infinite "
    "indefinitely killed crash",
    r"""\b(?:fill|exhaust|consume|use\s+up)\b[^\n.]{0,30}\b(?:the\s+
    |all\s+(?:of\s+)?(?:the\s+)?)(?:available\s+)?(?:disk|memory|ram|cpu|storage
    |quota)\b[^\n.]{0,80}
    |\b(?:generate|create|write|spawn|make|start)\s+(?:\d{1,3}(?:,\d{3})+|\d{5,9}|thousands\s+of
    |millions\s+of)\s+(?:\w{1,12}\s+){0,1}(?:files|processes|requests|threads|copies|folders)\b
    |\b(?:keep|continue)\s+(?:retrying|calling|requesting|looping
    |polling)\b[^\n.]{0,60}\b(?:tight\s+loop|forever|without\s+(?:any\s+)?(?:delay|limit|backoff))
    |\b(?:retry|repeat|loop|spawn|fork)\b[^\n.]{0,40}\b(?:indefinitely|forever|endlessly|infinitely
    |until\s+the\s+(?:process|machine|system)\s+(?:is\s+killed|crashes))\b""",
)
_BOMB = Probe(
    "fork while",
    r"""while\s+(?:true|1|:)\s{0,3}:?\s{0,12}(?:;\s{0,3}do)?\s{0,12}(?:os\.)?fork\(""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such command."""
    yield from hits(RULE, page, _DISK, _BOMB)
    for hit in hits(RULE.of_words, page, _EXHAUST):
        yield replace(
            hit,
            severity="high" if "fill" in hit.matched.lower() or "until" in hit.matched.lower() else "medium",
        )
