"""The agent's own configuration is changed.

Why: Settings, hooks, tool servers and memory files steer the agent in every later session, in every project.

Check: What does the change allow or say? Did the user ask for it?

Fix: Show the user the change and let them make it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="agent-config-write",
    family="persistence",
    severity="high",
    owasp="AST03",
    page=__doc__,
)

_SETTINGS = (
    r"(?:\.claude(?:/|\\)settings(?:\.local)?\.json|\.claude\.json|claude_desktop_config\.json"
    r"|\.cursor/(?:mcp\.json|rules\b|hooks\.json)|\.codex/config\.toml|\.gemini/settings\.json"
    r"|\.vscode/(?:settings|tasks|mcp)\.json|\.mcp\.json|\.windsurf/\S{2,30}|mcp_config\.json"
    r"|\.openclaw/openclaw\.json|\.claude/(?:hooks)/)"
)
_MEMORY = (
    r"\b(?:claude|agents|gemini|memory|soul|heartbeat|identity)\.md\b|\.cursorrules"
    r"|\.clinerules|copilot-instructions\.md"
)
_SHELL = Probe(
    ".claude claude_desktop .cursor .codex .gemini .vscode .mcp.json .windsurf mcp_config .openclaw",
    rf"""(?:>>?|\btee\s(?:-a\s)?|\b(?:cp|mv|install|ln\s+-s\w?)\s[^\n]{{1,160}}?\s
    |\bsed\s+-i[^\n]{{0,120}}\s)\s{{0,3}}["']?(?:~|\$home|\$\{{home\}}|\.\.|\.|/home/\S{{1,30}}
    |/root)?/?{_SETTINGS}
    |{_SETTINGS}["')\]]{{0,3}}\s{{0,3}}(?:,\s{{0,3}}["'][aw]\+?["']|\)?\.write_text\(
    |\)?\.open\(\s{{0,3}}["'][aw])|\bwritefile(?:sync)?\([^\n]{{0,120}}{_SETTINGS}""",
)
_AUTHOR = Probe(
    "claude.md agents.md gemini.md memory.md soul.md heartbeat.md identity.md .cursorrules "
    ".clinerules copilot-instructions",
    rf"""(?:>>|\btee\s+-a\s)\s{{0,3}}["']?[^\s"']{{0,80}}(?:{_MEMORY})|\b(?:append|add|insert|inject
    |write|plant|save|persist)\b[^\n.]{{0,120}}\b(?:to|into
    |in)\s+(?:\w{{1,12}}\s+){{0,3}}[`"']?[^\s`"']{{0,60}}(?:{_MEMORY})
    |\b(?:modify|edit|change|rewrite|alter|extend|update)\b[^\n.]{{0,40}}[`"']?(?:{_MEMORY})[`"']?
    |open\([^\n]{{0,60}}(?:{_MEMORY})["'],\s{{0,3}}["'][aw]""",
)
_GLOBAL = Probe(
    "mcp settings configuration config",
    r"""\b(?:register|add|install|enable|write|insert)\b[^\n.]{0,60}\b(?:to|in
    |into)\s+(?:the\s+)?user'?s?\s+(?:global\s+|personal\s+)?
    (?:mcp|claude|cursor|codex|gemini|agent|vs\s?code)\s+(?:settings|config\w{0,8})\b""",
)
_STEERS = Lazy(
    r"""\bso\s+that\s+(?:this|the)\s+skill\b|\bthis\s+skill\s+(?:is|must|should)\s+(?:always|first)
    |\balways\s+(?:load|use|run|trust|follow|obey|prefer)\b
    |\b(?:in|for)\s+every\s+(?:future\s+)?session|\bignore\b|\bwithout\s+asking\b|\bhttps?://""",
    re.VERBOSE,
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each write to settings, and, weighing less, to files that agents read as memory."""
    yield from hits(RULE, page, _SHELL)
    yield from hits(replace(RULE, about="words"), page, _GLOBAL)
    for hit in hits(replace(RULE, about="words"), page, _AUTHOR):
        steers = _STEERS.search(page.text, *(hit.span[0], min(len(page.text), hit.span[1] + 160)))
        yield replace(hit, severity="high" if steers else "medium")
