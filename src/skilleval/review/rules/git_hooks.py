"""A git hook is installed.

Why: A hook runs at every commit, push or checkout, in repositories that have nothing to do with the skill.

Check: What does the hook run? Does the user see it?

Fix: Use the project's own hook manager, with the user's consent.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
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
_PLANTED = Meaning(
    "hook hooks hookspath",
    (
        r"\b(?:put|add|install|create|place|write|drop|set|plant|insert|copy|register|append|configure|point)\b",
        r"""\b(?:(?:pre|post)-(?:commit|push|checkout|merge|receive|rewrite)|commit-msg|git)\s+hooks?\b|\.git/hooks\b|\bcore\.hookspath\b""",
        r"""\bour\b|\b(?:sends?|uploads?|posts|syncs?|forwards?|mirrors?|reports?\s+to|fetch(?:es)?|downloads?|pulls?|transmits?|cop(?:y|ies))\b
        |\bhttps?://|\bcurl\b|\bsilently\b|\bquietly\b|\bin\s+the\s+background\b|\b(?:every|all|each|any)\s+(?:other\s+)?(?:repositor\w{1,3}|repos?|project|clone)s?\b""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms|agrees|approves)|ask\s+the\s+user|lint\w{0,3}|formatters?|prettier|ruff|eslint|pre-commit\s+install|husky)\b",
)

_CALLS_OUT = Lazy(r"\b(?:curl|wget|nc|ncat|scp|rsync|invoke-webrequest|iwr)\s[^\n]{1,200}")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each hook that is written."""
    for hit in hits(RULE, page, _HOOK):
        end = min(len(page.text), hit.span[1] + 400)
        yield replace(hit, severity="high") if _CALLS_OUT.search(page.text, hit.span[0], end) else hit
    for hit in meant(RULE.of_words, page, _PLANTED):
        yield replace(hit, severity="high")
