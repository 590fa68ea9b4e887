"""The repository is pushed to an address of the skill's choosing.

Why: A push copies the whole history, with everything that was ever committed.

Check: Whose remote is it? Did the user ask to publish there?

Fix: Push only to remotes that the user configured.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="git-push-elsewhere",
    family="exfiltration",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_PUSH = Probe(
    "push",
    r"""\bgit\s+remote\s+(?:add|set-url)\s+(?P<name>[\w-]{1,40})\s+["']?(?:https?://|git@
    |ssh://)(?!github\.com/(?:<|your|owner|user|org|\$|\{)|\$|<|\{)[^\s"'<>{}$]{6,160}(?:.
    |\n){0,300}?\bgit\s+push\s[^\n]{0,60}\b(?P=name)\b
    |\bgit\s+push\s+(?:-\S+\s+){0,3}["']?(?:https?://|git@|ssh://)(?!\$|<|\{)[^\s"'<>{}$]{6,160}
    |\bgit\s+push\s+--mirror\s+(?!origin)\S{3,160}""",
)


_TOLD = Probe(
    "remote",
    r"\b(?:set|change|add|switch|point)\b[^\n.]{0,30}\bremote\b[^\n]{0,60}\b(?:https?://"
    r"""|git@)[^\s`"'<>{}$]{6,160}[^\n]{0,100}\bpush""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each push to a literal address."""
    yield from hits(RULE, page, _PUSH, _TOLD)
