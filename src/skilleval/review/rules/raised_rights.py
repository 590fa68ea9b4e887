"""Rights are raised for good, or for everyone.

Why: A rule in sudoers, a set-user-id bit, a file that all may write or an administrator's role outlasts the
task and serves whoever comes next.

Check: Which single right is needed, and for how long?

Fix: Grant that one right, to one user, for the task.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits, order_to
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="raised-rights",
    family="privilege",
    severity="high",
    owasp="AST03",
    page=__doc__,
)

_RIGHTS = Probe(
    "nopasswd sudoers chmod setuid usermod administratoraccess cluster-admin dseditgroup localgroup",
    r"""\bnopasswd\s{0,3}:|(?:>>?|tee(?:\s+-a)?)\s{0,3}/etc/sudoers|\bchmod\s+(?:-\w+\s+)?(?:[ug]\+s
    |[4267][0-7]{3})\b|\bchmod\s+(?:-\w+\s+)?0?777\s+(?:-\w+\s+)?(?:/|~|\$home|\.\s|\*)
    |\busermod\s[^\n]{0,40}(?:sudo|wheel|docker|root)\b|\bnet\s+localgroup\s+administrators\s
    |\bcluster-admin\b|dseditgroup\s[^\n]{0,60}admin""",
)
_ROLE = Probe("administratoraccess", r"""iam::aws:policy/administratoraccess""")
_OWNER = Probe(
    "owner editor rolebinding policy create-access-key assignment",
    r"""\badd-iam-policy-binding\b[^\n]{0,300}\broles/(?:owner|editor|iam\.\w{1,40}admin)
    |\brole\s+assignment\s+create\b[^\n]{0,200}\bowner\b
    |\biam\s+create-access-key\b|\battach-(?:user|role|group)-policy\b[^\n]{0,200}administratoraccess""",
)
_WIDE = Probe(
    "777 world docker sudoers wheel sudo",
    rf"""{order_to("set change make give add")}\b[^\n.]{{0,60}}(?:\bpermissions?\b[^\n.]{{0,20}}\b777\b
    |\bworld[- ]writable\b|\buser\b[^\n.]{{0,20}}\bto\s+the\s+(?:docker|wheel|sudo|admin
    |sudoers)\s+group\b)
    |\brun\s+(?:all|every|each|any)\s+(?:\w{{1,12}}\s+){{0,2}}(?:with|as|using|via|under)\s+(?:sudo
    |root)\b""",
)
_SUDO = Probe(
    "sudo root administrator",
    r"\b(?:must|always|need\s+to|required\s+to|should)\s+(?:be\s+)?(?:run|execute[d]?"
    r"|started?)\s+(?:\w{1,12}\s+){0,3}(?:with|as|using|via)?\s{0,3}(?:sudo|root"
    r"|administrator)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each right that is raised; a sentence that wants root weighs less."""
    yield from hits(RULE, page, _RIGHTS, _ROLE, _OWNER)
    for hit in hits(RULE.of_words, page, _WIDE, _SUDO):
        yield replace(hit, severity="medium")
