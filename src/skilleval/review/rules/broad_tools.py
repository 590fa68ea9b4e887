"""The skill is granted tools without limits.

Why: `allowed-tools` grants without a question. A bare `Bash` or a wildcard grants every command there is.

Check: Which commands does the skill really run?

Fix: Name them: `Bash(git diff:*)`, `Bash(python scripts/check.py:*)`.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="broad-tools", family="privilege", severity="medium", confidence="high", owasp="AST03", page=__doc__
)

_GRANT = Lazy(
    r"^(?P<key>allowed[-_]tools|tools)[ \t]*:(?P<tools>[^\n]*(?:\n[ \t]+-[^\n]*|\n-[ \t][^\n]*)*)",
    re.MULTILINE | re.IGNORECASE,
)
_BROAD = Lazy(
    r"(?<![\w(*/.:-])(?:Bash(?!\w|\()|Bash\(\s*(?:\*|:\*|\*:\*)?\s*\)|\*(?!\w)|mcp__\*|all\b)", re.IGNORECASE
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each unlimited tool in the frontmatter of an instruction file."""
    if page.kind != "prose" or not page.raw.startswith("---") or page.origin:
        return
    head = page.raw[: page.raw.find("\n---", 3)]
    for grant in _GRANT.finditer(head):
        for tool in _BROAD.finditer(grant["tools"]):
            line = head.count("\n", 0, grant.start("tools") + tool.start()) + 1
            yield Hit(page.path, line, f"{grant['key']}: {tool[0]}")
