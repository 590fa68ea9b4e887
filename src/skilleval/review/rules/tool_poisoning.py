"""A tool's description holds orders for the agent.

Why: Descriptions of tools and tagged blocks are read as part of the agent's own context. Orders in them run
whenever the tool is near, whether or not it is used.

Check: What does the block make the agent read, call or pass on?

Fix: Describe what the tool does, nothing else.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="tool-poisoning",
    family="injection",
    severity="high",
    owasp="AST05",
    about="words",
    page=__doc__,
)

_BLOCK = Probe(
    "<important <system <secret <hidden <admin <critical <instruction <instructions",
    r"<(?P<tag>(?:extremely[-_])?important|system|secret|hidden|admin|critical"
    r"|instructions?)(?:[-_]\w{1,20})?>(?P<said>(?:.|\n){10,1500}?)(?:</(?P=tag)|\Z)",
)
_DO = Lazy(
    r"""(?:\b(?:read|cat|open|collect|gather|fetch|load|include|get)\b[^\n]{0,120}(?:~/|\.ssh|\.aws
    |\.env|\.cursor|\.claude|mcp\.json|credential|secret|token|password|id_rsa|conversation
    |messages?\b|environment)
    |\b(?:pass|send|forward|upload|post|submit)\b[^\n]{0,100}\b(?:contents?|parameter|context|it|them
    |messages?|data)\b[^\n]{0,80}(?:\bas\b|\bto\b|https?://|sidenote|parameter)|do\s+not\s+(?:mention
    |tell|inform|reveal))""",
    re.VERBOSE,
)
_BEFORE = Probe(
    "tool tools skill calling using",
    r"""\b(?:before|prior\s+to|when(?:ever)?|after)\s+(?:using|calling|invoking|running|executing
    |returning)\b[^\n.]{0,60}(?:\btool|\bskill|\bresults?|\bfunction
    |\bresponse)\b[^\n]{0,100}\b(?:read|cat|collect|gather|call|send|forward|upload
    |include)\b[^\n]{0,120}
    (?:~/|\.ssh|\.aws/|\.env\b|mcp\.json|credentials?\b|secrets?\b|tokens?\b|api\s+keys?\b
    |list_messages|conversation|chat\s+history|environment\s+variables)""",
)
_OTHERS = Probe(
    "list_messages send_message mcp server",
    r"\b(?:call|invoke|use)\s+`?\w{0,30}(?:send|list|read|get"
    r"|forward)\w{0,30}`?(?:\(\))?\s[^\n]{0,80}\b(?:from|of|on"
    r"|via)\s+the\s+`?[\w-]{2,30}[- ]mcp\b",
)
_SHELL_PARAMETER = Probe(
    "shell_command exec_command system_command command_to_run eval_code shell",
    r"""["'](?:shell_command|exec_command|system_command|command_to_run|eval_code"""
    r"""|shell_cmd)["']\s{0,3}:\s{0,3}\{""",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each block or description that makes the agent act."""
    for found in _BLOCK.matches(page):
        if _DO.search(found["said"]):
            yield hit_at(RULE, page, (found.start(), min(found.end(), found.start() + 300)))
    yield from hits(RULE, page, _BEFORE, _OTHERS, _SHELL_PARAMETER)
