"""A download is piped into an interpreter.

Why: Whoever controls the address decides what runs on the user's machine, today and after every change there.
Nothing of it is in the pull request, so nobody can review it.

Check: Whose host is it? Is the fetched script pinned to a version, and verified, before it runs?

Fix: Ship the script in the skill. If it must be downloaded, fetch a pinned version to a file, compare its
checksum, then run it.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.rule import Hit, Probe, Rule
from skilleval.review.words import any_of

RULE = Rule(
    id="pipe-to-shell",
    family="download-and-run",
    severity="high",
    confidence="high",
    owasp="AST01",
    page=__doc__,
)

_FETCHERS = "curl wget fetch aria2c lwp-download iwr invoke-webrequest irm invoke-restmethod"
_FETCH = rf"\b(?:{any_of(_FETCHERS)}|lynx\s+-(?:source|dump))\b"
_RUN = r"""(?:sudo\s+(?:-\w+\s+){0,3})?(?:env\s+(?:\w+=\S{0,80}\s+){0,3})?(?:/(?:usr/)?(?:local/)?bin/)?
    (?:(?:ba|z|da|k|a|fi)?sh|(?:python|perl|ruby|node|deno|bun|php|osascript|pwsh|iex|invoke-expression)[\d.]*)\b"""
_FILTER = (
    r"""(?:\|\s*(?:tee\s+\S+|base64\s+-{1,2}d\w*|gunzip|zcat|tr\s[^|\n]{1,60}|xxd\s+-r[^|\n]{0,20})\s*)?"""
)
_PIPED = Probe(
    rf"{_FETCH}[^\n|;]{{0,300}}{_FILTER}\|\s*{_RUN}",
    needles=("curl", "wget", "fetch", "aria2c", "lwp-", "lynx", "iwr", "irm", "invoke-"),
)
_SUBSTITUTED = Probe(
    rf"""(?:\b(?:eval|source|(?:ba|z|da|k)?sh|python[\d.]*|perl|node|ruby)\b|(?<![\w.])\.)
    (?:\s+-\w+)?\s*["']?(?:\$\(|`|<\(|<<<\s*["']?\$\()\s*(?:sudo\s+)?{_FETCH}""",
    needles=("$(", "`", "<("),
)
_IEX = Probe(
    rf"""\b(?:iex|invoke-expression)\b[^\n]{{0,60}}(?:downloadstring|{_FETCH}|net\.webclient)
    |downloadstring\([^)\n]{{0,200}}\)[^\n]{{0,20}}\|\s*iex""",
    needles=("iex", "invoke-expression"),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each download that an interpreter is given, whatever the spelling."""
    for probe in (_PIPED, _SUBSTITUTED, _IEX):
        for found in probe.matches(page.text):
            yield page.hit(found)
