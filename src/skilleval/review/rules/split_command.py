"""A command or a path is written so that a search does not find it.

Why: `c''url`, `${IFS}`, `/etc/pass[w]d` and their like mean the same to a shell and nothing to a reader.

Check: What does the line say once put together?

Fix: Write the command plainly.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="split-command",
    family="obfuscation",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_SHELL = Probe(
    "${ifs} $ifs '' \"\" @p} :-$( :=$( $'\\ ^",
    r"""\b[a-z./]{1,12}(?:''|"")[a-z./]{1,12}\s+[^\n]{0,40}(?:https?:|/|-)|[\w"')}]\$\{?ifs[^\s={}]{0,8}\}?["']{0,2}[\w/~.$-]|\$\{ifs\}[\w/~.$-]
    |\$\{\w{1,30}@p\}|\$\{\w{1,30}:[-=]\$\((?:[^)\n]{0,40}[\s|(/])?(?:curl|wget|nc|ncat
    |base64|xxd|rev|tr|eval|exec|echo|printf|cat|env|printenv|(?:ba|z|da)?sh|python\d?|perl|node)\b[^)\n]{0,80}\)
    |\$'(?:\\x[2-7][0-9a-f]|\\[01][0-7]{2}){3,}|\b(?:p\^o|c\^m|c\^e|w\^g|m\^s|r\^e)[\w^]{2,20}""",
)
_GLOB = Lazy(r"/[\w.]{1,12}\[[a-z]\]\w{0,12}\b|/\.\w{0,6}[*?]\w{1,6}/")
_BROKEN = Probe(
    "\\",
    r"(?:^|[\s|;&(`])(?:c\\u\\?r\\?l|cu\\r\\?l|cur\\l|w\\g\\?e\\?t|wg\\e\\?t|ba\\s\\?h"
    r"|b\\a\\?s\\?h|e\\v\\?a\\?l|s\\u\\?d\\?o|n\\c\b)",
)


_SHELLS = {"bash", "script", "make", "docker", "batch", "powershell"}


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such spelling in scripts and fences."""
    if page.origin or not (page.language in _SHELLS or page.fences):
        return
    yield from hits(RULE, page, _SHELL, _BROKEN)
    for found in _GLOB.finditer(page.text):
        yield hit_at(RULE, page, found.span())
