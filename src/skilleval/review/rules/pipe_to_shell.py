"""A download is piped into an interpreter.

Why: Whoever controls the address decides what runs on the user's machine, today and after every change there.
Nothing of it is in the pull request, so nobody can review it.

Check: Whose host is it? Is the fetched script pinned to a version, and verified, before it runs?

Fix: Ship the script in the skill. If it must be downloaded, fetch a pinned version to a file, compare its
checksum, then run it. Installers of well-known vendors over https are reported as low.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, any_of, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vendors import is_vendor_installer

RULE = Rule(
    id="pipe-to-shell",
    family="download-and-run",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_FETCH = (
    rf"\b(?:{any_of('curl wget aria2c lwp-download iwr invoke-webrequest irm invoke-restmethod')}"
    rf"|lynx\s+-(?:source|dump)|fetch\s+-o\s?-)\b"
)
_RUN = r"""(?:sudo\s+(?:-\w+\s+){0,3})?(?:env\s+(?:\w+=\S{0,80}\s+){0,3})?(?:/(?:usr/)?(?:local/)?bin/)?
    (?:(?:ba|z|da|k|a|fi)?sh|python[\d.]*|perl|ruby|node|deno|bun|php|osascript|pwsh|iex
    |invoke-expression)\b(?![\w./-]*=)"""
_ON_DATA = r"""(?:(?<=[\dnlybeop])\s+(?:(?:-\w{1,8}\s+){0,3}[\w~./$@"'{}-]{1,120}\.(?:py|pl|rb|m?js|ts|php)\b
    |-m\s{0,2}(?:json\.tool|jq|yq|pprint)\b
    |-\w{0,4}[cenp]\s{0,2}["'$](?![^\n]{0,300}\b(?:exec|eval|compile|system|popen|spawn|subprocess|child_process
    |marshal|pickle)\b)))"""
"""A script, or a program on the command line, that reads what was fetched as data."""
_FILTER = (
    r"(?:\|\s*(?:tee\s+\S{1,80}|base64\s+-{1,2}d\w*|gunzip|zcat|tr\s[^|\n]{1,60}"
    r"|xxd\s+-r[^|\n]{0,20}|sed\s[^|\n]{1,80})\s*)?"
)
_PIPED = Probe(
    "curl wget aria2c lwp iwr irm invoke lynx fetch",
    rf"{_FETCH}\s+[^\s|;][^\n|;]{{0,300}}{_FILTER}\|\s*{_RUN}(?!{_ON_DATA})",
)
_SUBSTITUTED = Probe(
    "curl wget aria2c lwp iwr irm invoke lynx fetch",
    rf"""(?:\b(?:eval|source|(?:ba|z|da|k)?sh|python[\d.]*|perl|node|ruby)\b|(?:^|[;&|(]\s{{0,3}})\.(?=\s))
    (?:\s+-\w+)?\s{{0,4}}["']?(?:\$\(|`|<\(|<<<\s{{0,4}}["']?\$\()\s{{0,4}}(?:sudo\s+)?{_FETCH}""",
)
_IN_MEMORY = Probe(
    "iex expression downloadstring",
    rf"""\b(?:iex|invoke-expression)\b[^\n]{{0,60}}(?:downloadstring|{_FETCH}|net\.webclient)
    |downloadstring\([^)\n]{{0,200}}\)[^\n]{{0,20}}\|\s{{0,4}}iex
    |(?P<var>\$\w{{1,30}})\s*=[^\n]{{0,120}}downloadstring\([^\n]{{0,200}}\n[^\n]{{0,80}}(?:iex
    |invoke-expression)\s+(?P=var)""",
)
_AT_HOME = Lazy(r"^[^|]*\s[\"']?(?:https?://)?(?:localhost|127\.0\.0\.1|\[::1\])[:/][^|]*\|")
"""The address is of this machine itself."""


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each download that an interpreter is given, whatever the spelling."""
    for hit in hits(RULE, page, _PIPED, _SUBSTITUTED, _IN_MEMORY):
        harmless = is_vendor_installer(hit.matched) or _AT_HOME.search(hit.matched)
        yield replace(hit, severity="low") if harmless else hit
