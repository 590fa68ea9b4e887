"""An environment variable makes other programs load code.

Why: `NODE_OPTIONS`, `LD_PRELOAD` and their like put code into every program that is started later.

Check: Which code is loaded, and into what?

Fix: Delete it; call the code where it is needed.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="preloaded-code",
    family="persistence",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_PRELOAD = Probe(
    "node_options dyld_insert_libraries pythonstartup bash_env git_ssh_command perl5opt "
    "rubyopt sitecustomize",
    r"""(?:\b|(?<=\\n))node_options\b["']?\]?\s{0,3}[=:]\s{0,3}["']?[^\n"']{0,60}(?:--require|--import
    |-r\s
    |--experimental-loader)
    |\bdyld_insert_libraries\b["']?\]?\s{0,3}[=:]\s{0,3}["']?[^\s"';]{2,160}
    |\b(?:pythonstartup|bash_env|perl5opt|rubyopt)\b["']?\]?\s{0,3}=\s{0,3}["']?(?:/tmp|~|\$home|\.
    |/var|-r)\S{0,120}
    |\bgit_ssh_command\s{0,3}=\s{0,3}["'](?!ssh\s)[^\n"']{2,160}
    |\bsitecustomize\.py\b[^\n]{0,80}(?:>|write|copy|cp\s)""",
)
_LD = Probe("ld_preload", r"""\bld_preload\b["']?\]?\s{0,3}[=:]\s{0,3}["']?(?P<what>[^\s"';]{2,160})""")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such variable that is set; a library out of a shared folder weighs more."""
    yield from hits(RULE, page, _PRELOAD)
    for found in _LD.matches(page):
        shared = found["what"].startswith(("/tmp", "/dev/shm", "/var", "http"))  # noqa: S108 - looked for
        yield hit_at(RULE, page, found.span(), severity="high" if shared else "medium")
