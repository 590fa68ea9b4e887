"""A git hook is installed.

Why: A hook runs at every commit, push or checkout, in repositories that have nothing to do with the skill.

Check: What does the hook run? Does the user see it?

Fix: Use the project's own hook manager, with the user's consent.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="git-hooks",
    family="persistence",
    severity="medium",
    owasp="AST01",
    page=__doc__,
)

_HOOK = Probe(
    ".git/hooks .git\\\\hooks init.templatedir",
    r"(?:>>?|tee|cp|mv|ln\s+-s\w?|chmod\s+\S{1,6}|install|cat)\s[^\n]{0,160}\.git/hooks/(?:pre"
    r"|post|commit|prepare)[\w-]{0,20}|init\.templatedir\s+\S{2,80}",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each hook that is written."""
    yield from hits(RULE, page, _HOOK)
