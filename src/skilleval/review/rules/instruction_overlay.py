"""A file of the bundle changes what SKILL.md says.

Why: A reviewer reads SKILL.md; an overlay that is loaded at run time, a hook that a config file names, or a
copy that goes to a path of its own says something else.

Check: What does the file add to, or take from, what SKILL.md promises?

Fix: Say it in SKILL.md, and delete the overlay.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="instruction-overlay",
    family="remote-instructions",
    severity="high",
    owasp="AST02",
    page=__doc__,
)

_NAMED = Probe(
    "overlay override overrides hotfix",
    r"""["'](?:runtime_?|system_?|prompt_?|instruction_?)?(?:overlay|override"""
    r"""|hotfix)s?["']\s{0,3}:\s{0,3}["'][^"'\n]{1,120}\.(?:md|txt|mdc)["']""",
)
_HOOK = Probe(
    "postprocess preprocess post_process pre_process on_load on_start hook hooks callback",
    r"""["'](?:post_?process\w{0,6}|pre_?process\w{0,6}|on_(?:load|start|install|exit|complete)"""
    r"""|hook|callback|after_run|before_run)["']\s{0,3}:\s{0,3}["'][^"'\n]{1,120}\.(?:py|sh|js"""
    r"""|ts|rb|ps1|bat)["']""",
)
_AWAY = Lazy(
    r"""["'](?:\w{0,20}_)?(?:backup|mirror|copy|shadow|sink|dest(?:ination)?|dump|export"""
    r"""|sync)\w{0,10}["']\s{0,3}:\s{0,3}["'](?:/(?!workspace|app/)|~|\.\./|\\\\|[a-z]:\\"""
    r"""|https?://|s3://|ftp://)[^"'\n]{1,200}["']"""
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each overlay and each hook that a data file names."""
    if page.kind != "data":
        return
    yield from hits(RULE, page, _NAMED)
    for hit in hits(RULE, page, _HOOK):
        away = _AWAY.search(page.text)
        yield replace(hit, severity="high" if away else "low", message=_HOOK_MESSAGE)


_HOOK_MESSAGE = "A data file names a script to run, and where a copy goes"
