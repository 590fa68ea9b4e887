"""A container is started with rights over its host.

Why: Privileged mode, the engine's socket, the host's root or its process space make the container's wall a
formality: what runs inside owns the machine.

Check: Which single capability or device is needed?

Fix: Give that one, read-only where possible.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="container-escape",
    family="privilege",
    severity="high",
    owasp="AST03",
    page=__doc__,
)

_ESCAPE = Probe(
    "privileged docker.sock sys_admin cap-add pid=host nsenter hostpath apparmor unconfined",
    r"""\bdocker\s[^\n]{0,300}?--privileged\b|docker\.sock:|/var/run/docker\.sock\b[^\n]{0,40}(?:mount
    |volume|bind)|(?:source|path)["']?\s{0,3}[:=]\s{0,3}["']?/var/run/docker\.sock
    |--cap-add[= ](?:all|sys_admin|sys_ptrace|sys_module)\b
    |--pid[= ]host|\bnsenter\s[^\n]{0,60}-t\s{0,3}1\b|\s-v\s+["']?(?:/|/etc(?:/shadow)?|/root|/home
    |/proc|/var)(?:/\.ssh)?:/|privileged["']?\s{0,3}:\s{0,3}true|(?:apparmor|seccomp)[=:]unconfined
    |hostpath:\s{0,20}path:\s{0,3}/\s""",
)
_DECLARED = Lazy(r"^(?:docker\.sock:|privileged|--cap-add[= ]sys_ptrace)", re.IGNORECASE)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such grant; a lesser one where a deployment is described, not started."""
    for hit in hits(RULE, page, _ESCAPE):
        line = page.text[page.text.rfind("\n", 0, hit.span[0]) + 1 : hit.span[0]]
        declared = _DECLARED.search(hit.matched) and not _STARTS.search(line)
        yield replace(hit, severity="medium") if declared else hit


_STARTS = Lazy(r"\b(?:docker|podman|nerdctl)\s|(?:^|\s)(?:-v|--volume|--mount)\b", re.IGNORECASE)
