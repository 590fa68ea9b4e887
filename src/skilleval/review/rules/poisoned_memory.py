"""The agent is to remember something that outlasts the task.

Why: A rule of trust or behaviour that is stored once steers every later task, with no skill in sight.

Check: What is remembered, where, and can the user see and delete it?

Fix: Keep state in a file of the task; never store rules of trust.
"""

from collections.abc import Iterator

from skilleval.review.meaning import HOST, Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

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


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each request to remember a rule."""
    yield from hits(RULE, page, _REMEMBER)
    yield from meant(RULE, page, _POISON, _SITE, _PREFERS)
