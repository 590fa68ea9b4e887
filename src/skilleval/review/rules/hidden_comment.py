"""Instructions stand where a reader does not see them.

Why: Comments, hidden elements and collapsed parts do not show when the text is rendered, but an agent reads
them.

Check: Are the words for the maintainers of the file, or do they steer the agent?

Fix: Write instructions where everyone sees them, or delete them.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="hidden-comment",
    family="hidden-text",
    severity="high",
    owasp="AST08",
    about="words",
    page=__doc__,
)

_HIDDEN = Probe(
    "<!-- hidden display [//]: [comment]: opacity font-size aria-hidden <details",
    r"""<!--(?P<comment>[^>]{12,1500}?(?:-->|$))|^\[(?://|comment)\]:\s{0,3}(?:\#
    |<>)\s{0,3}[("](?P<link>[^\n]{12,600})[)"]
    |<(?P<tag>\w{1,10})\s[^>\n]{0,120}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden
    |font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?!\.)|color\s{0,2}:\s{0,2}(?:white|\#fff\w{0,3}
    |transparent)|\shidden\b)[^>\n]{0,120}>(?P<styled>[^<]{12,1500})""",
)
_STEERS = Lazy(
    r"""\b(?:you\s+(?:must|should|are\s+(?:now|to)|will|need\s+to)|(?:ai|llm|agents?|assistants?
    |claude|gpt|copilot|models?)\b[^\n]{0,30}\b(?:must|should|shall|needs?\s+to|please|read
    |only)\b|ignore\s+(?:all|any|the|previous|prior|your)|disregard|do\s+not\s+(?:tell|mention
    |reveal|show|inform)
    |system\s+(?:prompt|instruction|note|override)|secretly|silently|hidden\s+instruction)\b""",
    re.VERBOSE,
)
_ACTS = Lazy(
    r"\b(?:curl|wget|base64|exec|eval|https?://[^\s]{4,}|(?:send|upload|post|forward"
    r"|exfiltrate|read|fetch|execute|run|download|install|append|copy"
    r"|include)\b[^\n]{0,80}\b(?:secrets?|credentials?|tokens?|keys?|passwords?|\.env|\.ssh"
    r"|conversation|history|url|endpoint|server|commands?|scripts?|files?))\b",
    re.VERBOSE,
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each hidden text that addresses the agent; with an act in it, it weighs more."""
    if page.origin or page.kind == "code":
        return
    for found in _HIDDEN.matches(page):
        said = next(
            text for text in (found["comment"], found["link"], found["styled"], "") if text is not None
        )
        if _STEERS.search(said):
            yield hit_at(RULE, page, found.span(), severity="high")
        elif _ACTS.search(said) and not found["comment"]:
            yield hit_at(RULE, page, found.span(), severity="medium")
