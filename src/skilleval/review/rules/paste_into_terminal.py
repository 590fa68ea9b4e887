"""The user is told to paste a command into a terminal.

Why: What a person pastes runs without any of the checks an agent has. Paired with a command that fetches or
decodes something, it is the pattern known as ClickFix.

Check: What does the command do once decoded or fetched?

Fix: Let the agent run a reviewed script of the skill, with the user's consent.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="paste-into-terminal",
    family="prose-installer",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_PASTE = Probe(
    "paste pasting win+r terminal powershell",
    r"""\b(?:copy|paste|pasting|enter|execute|run|type)\b[^\n.]{0,80}\b(?:into|in|inside|using|from
    |via|press)\s+(?:\*{0,2}|`)?(?:your\s+|the\s+|a\s+|an?\s+administrator\s+)?
    (?:(?:macos\s+|system\s+)?terminal|command\s+(?:prompt|line)|powershell|win\s?\+\s?r
    |windows\s?\+\s?r|run\s+(?:dialog|box)|shell|console)\b""",
)
_LOADED = Lazy(
    r"base64|\biex\b|\biwr\b|\birm\b|invoke-|mshta|https?://|\bcurl\b|\bwget\b|\bnslookup\b"
    r"|encodedcommand|\beval\b"
)
_HARD = Lazy(
    r"base64|\biex\b|mshta|encodedcommand|curl[^\n]{0,200}\|\s{0,3}(?:sudo\s+)?(?:ba|z)?sh"
    r"|glot\.io|pastebin|rentry|paste\.|win\s?\+\s?r|\$\(curl"
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such request that is followed by something that loads or decodes."""
    for found in _PASTE.matches(page):
        after = page.text[found.start() : found.end() + 500]
        if _LOADED.search(after):
            yield hit_at(RULE, page, found.span(), severity="high" if _HARD.search(after) else "medium")
