"""Installing the package runs a command.

Why: Scripts at install time run before anyone has looked at the package, with the user's rights. Worms
spread so.

Check: What does the command run, and does it reach the network?

Fix: Let the user run a build step by hand.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="lifecycle-script",
    family="dependencies-and-secrets",
    severity="high",
    owasp="AST02",
    page=__doc__,
)

_SCRIPT = Probe(
    "preinstall postinstall install prepare prepublish preprepare",
    r"""["'](?:preinstall|postinstall|install|preprepare|prepare"""
    r"""|prepublish)["']\s{0,3}:\s{0,3}["'](?P<command>(?:[^"'\n\\]|\\.|'){2,400})""",
)
_HARD = Lazy(
    r"curl|wget|https?://|\bnode\s+(?:-e|--eval|-p)\b|base64|powershell|\b(?:ba)?sh\s+-c"
    r"|python[\d.]*\s+-c|\beval\b|npm\s+(?:i|install)\s|@latest"
)
_RUNS_FILE = Lazy(r"\b(?:node|python[\d.]*)\s+[\w./-]{1,60}\.(?:c?js|py)")
_PLAIN = Lazy(
    r"^\s*(?:husky|is-ci|patch-package|tsc|npm run build|pnpm build|simple-git-hooks|lefthook"
    r"|prisma generate|nuxt prepare|electron-builder|wrangler types|ngcc)"
)
_ADDED = Meaning(
    "postinstall preinstall prepublish prepublishonly",
    (
        r"\b(?:add|put|insert|set|write|extend|define|include|register|place|append|create)\b",
        r"\b(?:post|pre)install\b|\bprepublish(?:only)?\b",
        r"\b(?:runs?|machines?|everyone|every|so\s+that|script|hook|package\.json|node|sh|python|curl|executes?)\b",
    ),
    unless=r"""\b(?:husky|playwright|patch-package|prisma|electron\w{0,10}|lefthook|tsc|build|compile\w{0,1}|type\s?gen|codegen|avoid|review|check|whether|user\s+(?:asks|wants|confirms))\b""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each script of a package manifest that runs at install time."""
    yield from meant(RULE.of_words, page, _ADDED)
    if page.language not in {"json", "json5"} and not page.fences:
        return
    for found in _SCRIPT.matches(page):
        if not _PLAIN.search(found["command"]):
            at_install = "prep" not in found[0][:14]
            hard = _HARD.search(found["command"]) or (at_install and _RUNS_FILE.search(found["command"]))
            yield hit_at(RULE, page, found.span(), severity="high" if hard else "medium")
