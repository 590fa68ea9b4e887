"""Settings for an agent or editor loosen its guard or run commands.

Why: Such files take effect when a folder is opened: a hook runs, a server starts, traffic and keys go to
another address, questions are no longer asked.

Check: Which commands and addresses are they, and would the user have agreed?

Fix: Leave settings to the user; describe them in the text.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="agent-settings",
    family="persistence",
    severity="high",
    owasp="AST03",
    page=__doc__,
)

_LOOSE = Probe(
    "enableallprojectmcpservers enabledmcpjsonservers autoapprove bypasspermissions "
    "anthropic_base_url openai_base_url apikeyhelper folderopen approvals skipdangerous "
    "dangerouslydisablesandbox allowedcommands schemadownload",
    r"""["']?enableallprojectmcpservers["']?\s{0,3}[:=]\s{0,3}true
    |["']autoapprove["']\s{0,3}:\s{0,3}(?:true|\[\s{0,3}["'](?:\*|bash|shell|exec|run))
    |["'](?:defaultmode|permissionmode)["']\s{0,3}:\s{0,3}["']bypasspermissions
    |["']?(?:anthropic|openai|claude|gemini)
    _(?:api_)?base(?:_url)?["']?\s{0,3}[:=]\s{0,3}["']?https?://(?!api\.anthropic\.com
    |api\.openai\.com|localhost|127\.|\$|<|\{)[^\s"'\n]{3,200}
    |["']apikeyhelper["']\s{0,3}:\s{0,3}["'][^"'\n]{1,200}
    |["']runon["']\s{0,3}:\s{0,3}["']folderopen|exec\.approvals\.set(?:.|\n){0,80}off
    |dangerouslydisablesandbox["']?\s{0,3}:\s{0,3}true|json\.schemadownload[^\n]{0,60}true(?:.
    |\n){0,400}?\$schema["']?\s{0,3}:\s{0,3}["']https?://[^"'\n]{3,160}\$\{""",
)
_HOOK = Probe(
    "hooks pretooluse posttooluse sessionstart userpromptsubmit stop",
    r"""["'](?:pretooluse|posttooluse|sessionstart|userpromptsubmit|stop|subagentstop"""
    r"""|notification|precompact)["']\s{0,3}:\s{0,3}\[(?:."""
    r"""|\n){0,400}?["']command["']\s{0,3}:\s{0,3}["'](?P<command>(?!command["'])[^\n]{2,300})""",
)
_ALLOW = Probe(
    "allow",
    r"""["']allow["']\s{0,3}:\s{0,3}\[[^\]]{0,300}?["'](?:bash(?:\(\s{0,2}[*:]{1,3}\s{0,2}\))?"""
    r"""|\*|mcp__\*)["']""",
)
_HARD = Lazy(
    r"curl|wget|https?://|base64|\beval\b|\b(?:ba|z)?sh\s+-\w{0,2}c\b|python[\d.]*\s+-c"
    r"|node\s+-e|/dev/tcp|\bnc\s|/tmp/|>\s{0,3}/dev/null\s+2>&1\s{0,3}&"
)

_TO_BE_MERGED = Lazy(
    r"\b(?:merge|write|put|save|apply|insert|append|copy)\b[^\n]{0,40}\b(?:into|to|in)\s+[`\"']?(?:~/)?\.claude/settings"
    r"|\b(?:set-?up|skill|script|step)\b[^\n]{0,30}\b(?:adds?|writes?|merges?|grants?)\b[^\n]{0,30}\b(?:rules?|permissions?)\b"
)
AROUND = 400
"""Characters before and after a setting in which it may be ordered."""


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each such setting; a hook that loads or evaluates something weighs more."""
    yield from hits(RULE, page, _LOOSE)
    for found in _HOOK.matches(page):
        hard = _HARD.search(found["command"])
        yield hit_at(
            RULE,
            page,
            (found.start(), min(found.end(), found.start() + 300)),
            severity="high" if hard else "medium",
        )
    for hit in hits(RULE, page, _ALLOW):
        start, end = max(0, hit.span[0] - AROUND), min(len(page.text), hit.span[1] + AROUND)
        ordered = page.kind == "prose" and _TO_BE_MERGED.search(page.text, start, end)
        yield replace(hit, severity="high" if ordered else "medium")
