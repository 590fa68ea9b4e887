"""A key is let in, or ssh is told what to run.

Why: A key in `authorized_keys` opens the machine to its owner for good.

Check: Whose key is it?

Fix: Delete it.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="ssh-access",
    family="persistence",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_KEYS = Probe(
    "authorized_keys sshd_config proxycommand core.sshcommand core.fsmonitor core.hookspath "
    "credential.helper",
    r"""(?:>>?|tee|cp|mv|install|echo|append|add|write|insert|copy)[^\n]{0,200}\bauthorized_keys\b
    |>>?\s{0,3}\S{0,40}authorized_keys|\bauthorized_keys["'][^\n]{0,40}["'][aw]\+?["']
    |\bproxycommand\s+(?:bash|sh|curl|nc)\b|git\s+config\s[^\n]{0,60}(?:core\.(?:sshcommand|fsmonitor
    |editor|pager)|credential\.helper)\s+["']?[^\n]{0,40}(?:curl|bash|sh\s|/tmp|!)
    |core\.hookspath\s+["']?(?:/tmp|~|/)""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such change."""
    yield from hits(RULE, page, _KEYS)
