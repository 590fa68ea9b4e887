"""The skill replaces itself from the network.

Why: After an update from elsewhere nobody has reviewed what the agent reads.

Check: Where does the update come from, and does anyone see it before it counts?

Fix: Update skills through the repository or a package manager, pinned.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="self-update",
    family="remote-instructions",
    severity="medium",
    owasp="AST02",
    about="words",
    page=__doc__,
)

_COMMAND = Probe(
    "skill.md claude.md agents.md",
    r"\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n|]{0,300}(?:-o\s?|--output[= ]|>\s{0,3}"
    r"""|-outfile\s+|-p\s+)["']?[^\s"']{0,120}(?:skill|claude|agents|soul|memory)\.md\b""",
)
_PROSE = Probe(
    "update updates updated upgrade upgrades",
    r"""\b(?:auto(?:matically)?[- ]?updates?|self[- ]updates?
    |checks?\s+for\s+(?:an?\s+)?updates?\s+(?:on|at|before|every))\b[^\n]{0,300}\b(?:download(?:s
    |ed)?|appl(?:y|ies|ied)|install(?:s|ed)?|fetch(?:es|ed)?|overwrites?|replaces?|pulls?)\b
    |\bdownload(?:s|ed)?\s+and\s+(?:appl(?:y|ies|ied)|install(?:s|ed)?)\s+(?:it\s+|them\s+
    |updates?\s+)?(?:automatically|before\s+(?:returning|responding|every))""",
)
_ITSELF = Probe(
    "skill.md skills",
    r"\b(?:replace|overwrite|update|refresh)\b[^\n.]{0,60}\b(?:this\s+skill|skill\.md|itself"
    r"|the\s+skill(?:'s)?\s+(?:files?|folder|instructions?))\b[^\n.]{0,80}\b(?:from"
    r"|with)\b[^\n.]{0,40}(?:https?://|remote|server|latest\s+version\s+(?:at|from))",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each way in which the skill updates itself."""
    yield from hits(RULE, page, _COMMAND, _PROSE, _ITSELF)
