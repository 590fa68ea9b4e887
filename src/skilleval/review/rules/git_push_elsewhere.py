"""The repository is pushed to an address of the skill's choosing.

Why: A push copies the whole history, with everything that was ever committed.

Check: Whose remote is it? Did the user ask to publish there?

Fix: Push only to remotes that the user configured.
"""

from collections.abc import Iterator

from skilleval.review.meaning import Meaning, meant
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

_SECOND_COPY = Meaning(
    "push mirror clone backup copy upload",
    (
        r"\b(?:push|mirror|back\s+up|upload|copy|clone\s+--mirror|replicate|send)\w{0,3}\b",
        r"\b(?:second|full|complete|whole|entire|extra|another|backup|mirrored)\s+(?:\w{1,12}\s+){0,2}(?:copy|mirror|clone|repositor\w{1,3}|repo|codebase|branches|history)\b|\ball\s+(?:local\s+)?branches\b|\b(?:repositor\w{1,3}|codebase|source)\b",
        r"git@[\w.-]{3,80}:\S{3,100}|https?://[^\s]{4,200}\.git\b|\bour\s+(?:\w{1,12}\s+){0,2}(?:fork|mirror|remote|repositor\w{1,3}|repo|organi[sz]ation)\b",
    ),
    unless=r"\b(?:your\s+(?:own\s+)?fork|user'?s?\s+fork|user\s+(?:asks|wants|confirms)|ask\s+the\s+user|origin|upstream|git\s+clone\s+(?!--mirror))\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each push to a literal address."""
    yield from hits(RULE, page, _PUSH, _TOLD)
    yield from meant(RULE.of_words, page, _SECOND_COPY)
