"""A dependency comes from an address, not from its registry.

Why: An address can serve something else tomorrow, and another index can answer for names that you trust.

Check: Whose address is it? Is it pinned to a commit or digest?

Fix: Depend on a released version in the registry, or pin the commit.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="install-from-elsewhere",
    family="dependencies-and-secrets",
    severity="medium",
    owasp="AST02",
    page=__doc__,
)

_INSTALL = Probe(
    "index pip pip3 uv npm yarn pnpm npx gem go cargo bun index-url registry",
    r"""\b(?:pip3?|uv(?:\s+pip)?|pipx|uvx)\s[^\n]{0,120}?(?:git\+(?:https?
    |ssh)://(?!\S{0,200}@[0-9a-f]{40})\S{4,200}|(?<!\S)["']?https?://\S{4,200}\.(?:zip|tar\.gz|whl
    |tgz)\b|--(?:extra-)?index-url[= ]\s{0,3}["']?https?://(?!pypi\.org|download\.pytorch\.org
    |test\.pypi\.org)\S{4,200}|--trusted-host)
    |\b(?:npm|yarn|pnpm)\s+config\s+set\s+(?:@[\w-]{1,40}:)?registry[\s=]{1,3}["']?https?://(?!registry\.npmjs\.org)\S{3,200}
    |\bpip3?\s+config\s+set\s+global\.(?:extra-)?index-url\s{1,3}["']?https?://(?!pypi\.org)\S{3,200}
    |\b(?:npm|yarn|pnpm|bun)\s+(?:i|install|add)\s[^\n]{0,120}?(?:git\+|(?<!\S)["']?https?://
    |--registry[= ]\s{0,3}https?://(?!registry\.npmjs\.org))\S{3,200}|\bnpx\s[^\n]{0,30}(?:https?://
    |git\+)\S{3,200}
    |--(?:extra-)?index-url[=\s]\s{0,3}["']?http://(?!localhost|127\.)\S{4,200}
    |^\s{0,4}(?:-e\s+)?git\+https?://\S{4,200}|^\s{0,4}--(?:extra-)?index-url\s+https?://(?!pypi\.org
    |download\.pytorch)\S{4,200}""",
)
_OPEN_INDEX = Lazy(
    r"(?:index-url|registry)[= ]\s{0,3}[\"']?http://(?!localhost|127\.|10\.|192\.168\.)|--trusted-host"
    r"\s{1,3}(?!localhost|127\.|10\.|192\.168\.)[\w-]+\.",
    re.IGNORECASE,
)
"""An index without encryption, or trusted without a certificate: whoever is on the way chooses the package."""

_UNKNOWN_FORGE = Lazy(
    r"git\+(?:https?|ssh)://(?!(?:[\w-]{1,40}@)?(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|git\.sr\.ht|huggingface\.co"
    r"|gitlab\.[\w.-]{3,60}|github\.[\w.-]{3,60}|example\.(?:com|org)|localhost|[<{$]))"
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each install from an address."""
    for hit in hits(RULE, page, _INSTALL):
        hard = _OPEN_INDEX.search(page.text, *hit.span) or _UNKNOWN_FORGE.search(page.text, *hit.span)
        yield replace(hit, severity="high") if hard else hit
