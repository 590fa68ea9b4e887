"""The agent is to remember something that outlasts the task.

Why: A rule of trust or behaviour that is stored once steers every later task, with no skill in sight.

Check: What is remembered, where, and can the user see and delete it?

Fix: Keep state in a file of the task; never store rules of trust.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import HOST, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import ADDRESS, AGENT_HOME, HARMLESS, OURS, SLY, TAUGHT, WRITE

RULE = Rule(
    id="poisoned-memory",
    family="persistence",
    severity="high",
    owasp="AST05",
    about="words",
    page=__doc__,
)

_REMEMBER = Probe(
    "permanent lasting persistent term remember memorize store save persist memory memories "
    "heartbeat permanently",
    r"""\b(?:remember|memori[sz]e|store|save|persist|record|write|add)\b[^\n.]{0,120}\b(?:permanently
    |for\s+(?:all\s+)?(?:future|subsequent|later)|in\s+every\s+(?:future\s+)?(?:session
    |conversation|task)|across\s+(?:all\s+)?sessions|in(?:to)?\s+(?:your
    |the\s+agent'?s?)\s+(?:long[- ]term\s+)?memory|to\s+memory)\b[^\n]{0,160}
    \b(?:always|never|trust\w{0,3}|obey|ignore|allow\w{0,2}|approve\w{0,2}|safe|authori[sz]ed
    |preferred|instruction|override|execute|send|forward)\b
    |\b(?:permanent(?:ly)?|long-term|persistent|lasting)\b[^\n.]{0,40}\b(?:note|memory|rule|fact
    |instruction)s?\b[^\n.]{0,100}
    \b(?:always|never|trust\w{0,3}|safe|ignore|allow\w{0,2}|approve\w{0,2}|authori[sz]ed)\b
    |\bheartbeat[\w-]{0,20}(?:_file)?_instructions?\b|\bevery\s+heartbeat\b[^\n]{0,120}\b(?:fetch
    |follow|execute|read)\b""",
)
_TRUSTED = r"""\b(?:trusted|trustworthy|trust|approved|approves?|safe|allowed|allows?|authori[sz]ed|whitelisted|allowlisted|exempt\w{0,2}
    |passed|pre-?approved|consent(?:s|ed)?|believe|always\s+(?:run|use|load|follow|send|allow|accept|call)|never\s+(?:ask|check|warn|report|flag
    |question|verify)|without\s+(?:asking|approval|confirm\w{0,5}|review)|no\s+(?:review|approval|confirmation)|skip\w{0,3}|ignore[sd]?
    |disable[sd]?|pre-?approved|prefer(?:s|red)?\s+(?:our|this|the)|over\s+the\s+official|ignore|no\s+longer\s+(?:ask|check|warn))\b"""
_POISON = Meaning(
    "preference preferences notes chat chats point memory memories session sessions conversations remember memorise memorize onwards always",
    (
        r"""\b(?:treat|teach|from\s+(?:this|now)|learn|consider|regard|keep)\b|\b(?:remember|memori[sz]e|store|save|persist|record|write|add|note|put|update|teach|keep\s+in\s+mind|plant|set|commit|log
        |append|register)\b""",
        r"""\b(?:long[- ]term\s+memory|(?:your|its|the\s+agent's|persistent|project|user)\s+memor(?:y|ies)|(?:to|in|into)\s+memory
        |memory(?:\.md|\s+files?|\s+entr\w{1,3}|\s+notes?)|(?:all\s+|every\s+)?(?:future|later|subsequent|following|coming|new|next|every)\s+(?:\w{1,12}\s+)?
        (?:sessions?|conversations?|chats?|runs)|from\s+now\s+on\s+in\s+every|across\s+(?:all\s+)?(?:sessions|conversations|projects)
        |in\s+(?:each|every|any|all)\s+(?:new\s+|other\s+|future\s+)?(?:chats?|sessions?|conversations?)|user\s+preferences?|notes?\s+file|standing\s+(?:rule|order|instruction)|from\s+this\s+(?:point|moment|day)\s+on)\b""",
        _TRUSTED,
    ),
    unless=r"""\b(?:user\s+(?:asks|asked|says|wants|confirms)|ask\s+the\s+user|when\s+asked|their\s+preferen\w{1,4}|cache|cached|redis|ram|gpu
    |memory\s+(?:usage|leak|limit|safe\w{0,2}|allocation|bandwidth))\b""",
)

_SITE = Meaning(
    "remember memorise memorize memory note keep",
    (
        r"\b(?:remember|memori[sz]e|add\s+to\s+(?:your\s+)?memory|note\s+for\s+later|keep\s+in\s+mind)\b",
        rf"https?://|\b{HOST}",
        r"\b(?:official|trusted|safe|legitimate|genuine|correct|approved|real|verified|new)\b",
    ),
)
_PREFERS = Meaning(
    "memory remember preference preferences",
    (
        r"\b(?:add|save|store|write|put|record|note|remember|persist)\b",
        r"\bmemor(?:y|ies)\b|\bpreferences?\b|\bremember\b",
        r"\b(?:user|owner|they)\b[^\n.]{0,30}\b(?:prefers?|wants?|likes?|agreed|allows?|approves?|consents?)\b[^\n.]{0,60}\b(?:without|no|never|skip|all|any|every|automatic\w{0,4})\b",
    ),
    unless=r"\b(?:user\s+(?:says|said|asked|asks)|tabs|spaces|language|units|theme|format)\b",
)


_RULE_MADE = Notion(
    words="legitimate harmless safe believe exempt skipped confirmation trust trusted verified consented consent agreed unloaded permanently unrelated",
    needles="our no second look reported tool may run any can latency lower without being called now audit always never need needs approval first bash allow even other global every proxy base_url anthropic_base_url home checks faster behalf stricter broader",
    pattern=r"""\bno\s+(?:second\s+look|check|further)\b|\b(?:are|is)\s+(?:legitimate|safe|genuine|harmless)\b|\beach\s+tool\s+call\b|\bto\s+our\s+\w+
    |\bmay\s+run\s+any\b|\bcan\s+be\s+(?:skipped|ignored|trusted|run)\b|\bno\s+(?:confirmation|approval|review)\b|\bbelieves?\b|\bwithout\s+being\s+(?:called|asked)\b|\bin\s+all\s+projects\b|\bfrom\s+now\s+on\b|\bbash\([^)]{1,20}\)|\bprefers?\s+that\b
    |\balways\s+(?:load|use|run|trust|follow|start|prefer|accept|allow)\b|\bnever\s+(?:needs?|asks?|requires?|be\s+(?:unloaded|removed|questioned))\b|\bhas\s+(?:already\s+)?(?:agreed|consented|approved|accepted)\b|\bbash\(\*\)|\ballow\b[^\n.;]{0,30}\*|\b(?:our|a)\s+(?:\w{1,10}\s+)?proxy\b|\beven\s+(?:after|if|when)\b|\bunrelated\s+projects\b|\bwithout\s+(?:checks?|asking|approval)\b|\bcan\s+never\b|\ba\s+broader\s+rule\b|\bprompts\s+slow\b|\bfirst\s+and\s+follow\b|\bverified\s+supplier\b""",
)
_ITSELF = Notion(
    needles="yourself itself this skill our every server",
    pattern=r"\b(?:yourself|itself)\s+into\b|\bthis\s+skill\b|\bour\s+(?:\w{1,10}\s+)?(?:server|proxy|skill|mcp|rules?|key|line|block)\b",
)
_CARED_FOR = Notion(
    words="canonical quality stored tabs spaces propose prefers preference preferences timezone convention cache ram leak gpu heap allocation profiler embedding embeddings",
    needles="keep lines do",
    pattern=r"\bunder\s+\d+\s+lines\b|\bmemory\s+(?:usage|leaks?|limits?|allocat\w{2,5}|pressure|profil\w{2,4})\b",
)
FRAMES = (
    Frame(WRITE, (AGENT_HOME, ADDRESS), unless=(HARMLESS, TAUGHT, _CARED_FOR), ordered=True),
    Frame(WRITE, (AGENT_HOME, _RULE_MADE), unless=(HARMLESS, TAUGHT, _CARED_FOR)),
    Frame(WRITE, (AGENT_HOME, _ITSELF), unless=(HARMLESS, TAUGHT, _CARED_FOR), ordered=True),
    Frame(WRITE, (AGENT_HOME,), near=(SLY | OURS,), unless=(HARMLESS, TAUGHT, _CARED_FOR), ordered=True),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request to remember a rule."""
    yield from meant(RULE, page, *FRAMES)
    yield from hits(RULE, page, _REMEMBER)
    yield from meant(RULE, page, _POISON, _SITE, _PREFERS)
