"""A CI workflow trusts what a stranger wrote.

Why: `pull_request_target` and issue events run with the repository's secrets. A title, a branch name or a
checkout of the stranger's code then runs with them.

Check: Which secrets can the job see, and what of the event ends in a shell?

Fix: Use `pull_request`, pass event fields through `env:`, and never check out the head there.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="workflow-trust",
    family="dependencies-and-secrets",
    severity="high",
    owasp="AST02",
    page=__doc__,
)

_SECRETS = Probe("tojson tojson(secrets)", r"""\$\{\{\s{0,3}tojson\(\s{0,3}secrets\s{0,3}\)""")
_TARGET = Probe(
    "pull_request_target",
    r"(?:^[ ]{0,8}(?:-[ ])?|\bon:[ ]{0,3}\[?[\w, ]{0,60})pull_request_target[ ]{0,2}(?::|\]|$)"
    r"(?:.|\n){0,1500}?(?:ref:\s{0,3}\$\{\{\s{0,3}github\.event\.pull_request\.head"
    r"|github\.head_ref|\$\{\{\s{0,3}github\.event\.pull_request\.(?:title|body|head\.(?:ref"
    r"|label))|\$\{\{[^}\n]{0,60}head_ref|uses:\s{0,3}(?!actions/"
    r"|github/)[\w.-]{1,40}/[\w./-]{1,60}@(?![0-9a-f]{40})\S{1,40})",
)
_INTERPOLATED = Probe(
    "github.event",
    r"\b(?:run|script)"
    r":[^\n]{0,300}(?:\n[^\n]{0,300}){0,8}?\$\{\{\s{0,3}github\.event\.(?:issue|comment"
    r"|discussion|review|head_commit|pages)\.(?:title|body|message|page_name)",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such trust."""
    yield from hits(RULE, page, _SECRETS, _TARGET, _INTERPOLATED)
