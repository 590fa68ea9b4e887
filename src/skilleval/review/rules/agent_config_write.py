"""The agent's own configuration is changed.

Why: Settings, hooks, tool servers and memory files steer the agent in every later session, in every project.

Check: What does the change allow or say? Did the user ask for it?

Fix: Show the user the change and let them make it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import AGENT_FILE, Meaning, meant
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
_STEERED = Meaning(
    "claude agents gemini memory soul heartbeat identity cursorrules clinerules windsurfrules copilot",
    (
        r"\b(?:append|add|insert|inject|write|plant|save|put|place|include|record|edit|update|modify|change|extend|rewrite|set|leave|note|drop)\b",
        AGENT_FILE,
        r"""\b(?:must|should|has\s+to)\s+be\s+(?:invoked|used|loaded|run|called|consulted|trusted)\b[^\n.]{0,40}\b(?:every|all|each|any|first|always)\b|\balways\s+(?:run|use|load|follow|send|trust|allow|accept|call|start|obey|prefer)\b|\bwithout\s+(?:asking|approval|confirm\w{0,5}|review)
        |\bnever\s+(?:ask|warn|report|flag|mention|question|needs?|requires?)\b|\bno\s+(?:approval|review|confirmation|permission)\b|\bdo(?:es)?\s+not\s+(?:need|require)\b|\b(?:every|all|each|other|later|future)\s+(?:\w{1,12}\s+)?(?:agents?|sessions?)\b[^\n.]{0,60}
        \b(?:load|run|use|follow|trust|believe|send|obey|skip|ignore)\b|\bthis\s+skill\s+(?:first|before|always|over)|\bbefore\s+any\s+other\b
        |\b(?:already\s+)?(?:passed|approved|trusted|exempt)\b|\bbelieve\b|\bhttps?://|\bcurl\b|\bignore\b|\bskip\s+(?:the\s+)?(?:review|tests?|checks?
        |approval|confirm\w{0,5})""",
    ),
    unless=r"\b(?:ask\s+the\s+user|user\s+(?:asks|confirms|agrees|approves)|with\s+the\s+user|show\s+the\s+user)\b",
)
_WIDENED = Meaning(
    "permission permissions allow allowlist allowed settings bash defaultmode bypasspermissions autoapprove grant mcp",
    (
        r"""\b(?:add|set|write|grant|give|put|change|edit|extend|enable|append|update|modify|switch|insert|widen|approve|trust|allow|accept
        |register)\b""",
        r"""\ballow[\s-]?list\b|\b(?:list|set)\s+of\s+allowed\s+(?:tools|commands)|\bpermissions?\b|\bsettings(?:\.local)?\.json\b|\bdefaultmode\b
        |\bauto-?approve\w{0,1}\b|\bproject\s+settings\b|\.mcp\.json\b|\bmcp\s+(?:config\w{0,8}|settings|servers?)\b|\ballowed-tools\b""",
        r"""\bbash\s?\(\s?[*:]|["'`]\*["'`]|\bbypasspermissions\b|\bunattended\b|\b(?:grant|give)\s+(?:yourself|itself|the\s+agent|this\s+skill)\b
        |\bso\s+(?:that\s+)?(?:no|nothing|it|they|you|the\s+\w{1,12})\b[^\n.]{0,40}\b(?:prompts?|ask(?:s|ed)?|approv\w{1,4}|interrupt\w{0,3}|confirm\w{0,6}
        |denied|refused|stops?)\b|\b(?:is|was|are|were|gets?|be)\s+(?:denied|refused|blocked|rejected)\b|\b(?:all|every|any)\s+(?:of\s+)?(?:its|their|the|our)?
        \s{0,2}(?:tools?|commands?|shell)\b|\bwithout\s+(?:prompt\w{0,3}|asking|approval|confirm\w{0,5})\b|\bany\s+command\b""",
    ),
    unless=r"""\b(?:ask\s+the\s+user|user\s+(?:asks|confirms|agrees|approves|wants)|read-only|least[- ]privilege|only\s+the\s+(?:tools|commands|permissions)
    |file\s+permissions?|chmod|database|iam|rls|postgres\w{0,3}|browser\s+permissions?|android|ios)\b""",
)

_TRUSTS_ALL = Meaning(
    "tool tools prompt prompts sandbox permission allowed trusted yes access",
    (
        r"""\b(?:mark|set|flag|treat|approve|trust|accept|allow|enable|request|demand|claim|answer|confirm|switch|change|turn|click|press|say|use|run)\b""",
        r"""\b(?:all|every|each|any)\s+(?:of\s+)?(?:its\s+|the\s+|their\s+|new\s+)?(?:mcp\s+)?tools?\b[^\n.]{0,50}\b(?:trusted|approved|allowed|safe|without|auto\w{0,8})|allowed-tools\s{0,3}:\s{0,3}["']?\*
        |\b(?:permission|approval|confirmation|security|consent)\s+(?:prompt|dialog|request|question|pop-?up)s?\b[^\n.]{0,60}\b(?:yourself|yes|automatically|on\s+(?:the\s+user's|their)\s+behalf|for\s+(?:the\s+user|them))
        |\b(?:prompt|ask|question|dialog)\w{0,3}\s+for\s+(?:permission|approval|confirmation|consent)\b[^\n.]{0,60}\b(?:yourself|yes|automatically|for\s+(?:the\s+user|them))
        |\bdanger-full-access\b|\bsandbox\b[^\n.]{0,20}\b(?:off|none|disabled|full[- ]access)\b|\bfull[- ](?:disk|system|root)\s+access\b""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms|agrees|approves)|ask\s+the\s+user|read-only|never|throwaway|disposable)\b",
)

_HOOKED = Meaning(
    "hook hooks sessionstart pretooluse posttooluse userpromptsubmit settings permissions auto accept",
    (
        r"\b(?:add|put|insert|write|register|create|install|set|append|configure|plant|grant|give|auto-?\w{3,8}|accept|approve)\b",
        r"""\b(?:sessionstart|pretooluse|posttooluse|userpromptsubmit|subagentstop|precompact)\b[^\n]{0,30}\bhooks?\b|\bhooks?\b[^\n]{0,30}\.claude/settings|\b(?:unrestricted|unlimited|full|blanket)\s+(?:shell|tool|file|system|bash|network|terminal)\s+access\b
        |(?:\bbash\b|\bshell\b|\*)[^\n.]{0,30}\bpermissions\.allow\b|\bauto-?(?:accept|approve|confirm|allow)\w{0,2}\b[^\n.]{0,20}\b(?:every|all|any)\b|\b(?:run|start|launch)\b[^\n.]{0,20}\b(?:agent|assistant|claude)\b[^\n.]{0,20}\b(?:as\s+root|sandbox\s+disabled)""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms|agrees|approves)|ask\s+the\s+user|never|avoid|lint\w{0,3}|format\w{0,4}|prettier|example|documentation|docs|reference|plugin-dev)\b",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each write to settings, and, weighing less, to files that agents read as memory."""
    yield from hits(RULE, page, _SHELL)
    yield from hits(RULE.of_words, page, _GLOBAL)
    yield from meant(RULE.of_words, page, _STEERED, _WIDENED, _TRUSTS_ALL, _HOOKED)
    for hit in hits(RULE.of_words, page, _AUTHOR):
        steers = _STEERS.search(page.text, *(hit.span[0], min(len(page.text), hit.span[1] + 160)))
        yield replace(hit, severity="high" if steers else "medium")
