"""A package is run without a version.

Why: Whatever was published last runs. A stolen account or a name that somebody registers is enough.

Check: Is the package well known, and would a fixed version do?

Fix: Name the version: `npx -y tool@1.2.3`, `uvx tool==1.2.3`.
"""

from collections.abc import Iterator
from itertools import islice

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="unpinned-run",
    family="dependencies-and-secrets",
    severity="low",
    owasp="AST02",
    page=__doc__,
)

_RUN = Probe(
    "npx bunx uvx pnpm yarn pipx",
    r"\b(?:npx|bunx|pnpm\s+dlx|yarn\s+dlx)\s+(?:-y\s+|--yes\s+|--package[= ])*(?!-|\$|<|tsc\b"
    r"|tsx\b|eslint\b|prettier\b|jest\b|vitest\b|playwright\b|next\b"
    r"""|vite\b)(?:@[\w.-]{1,60}/)?[a-z][\w.-]{1,60}(?:@latest)?(?=[\s"'`)]|$)|\b(?:uvx"""
    r"""|pipx\s+run)\s+(?!-|\$|<)[a-z][\w.-]{1,60}(?=[\s"'`)]|$)""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield the first such run of a page: one says it all."""
    yield from islice(hits(RULE, page, _RUN), 1)
