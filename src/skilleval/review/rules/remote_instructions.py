"""Instructions are fetched from an address and followed.

Why: What the agent is told then is not in the repository: it can change after every review, and differ for
every user.

Check: Who can change the page? Is it pinned to a commit?

Fix: Put the instructions into the skill, or pin the address to a commit and treat the content as data.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.frame import Frame, Notion
from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import ADDRESS, FETCH, HARMLESS, OBEY, TAUGHT

RULE = Rule(
    id="remote-instructions",
    family="remote-instructions",
    severity="medium",
    owasp="AST05",
    about="words",
    page=__doc__,
)

_URL = r"""[`"'(<\[]{0,2}https?://(?!localhost|127\.)[^\s`"')>\]]{4,200}"""
_TEXTS = (
    r"(?:instructions?|prompts?|directives?|rules|commands?|playbooks?|skills?(?:\.md)?|steps"
    r"|guidelines|system\s+message|patch(?:es)?|config(?:uration)?|behaviou?rs?|tasks?"
    r"|scripts?)"
)
_FOLLOW = (
    r"\b(?:follow|obey|apply|execute|run|perform|comply|use|adopt|treat|act\s+on|carry\s+out"
    r"|load|do\s+what)"
)
_FETCHED = Probe(
    "http:// https://",
    rf"""\b(?:fetch|download|retrieve|load|pull|read|get|visit|open|check|curl|wget|browse
    |go\s+to)\b[^\n]{{0,120}}?{_TEXTS}\b[^\n]{{0,80}}?{_URL}[^\n]{{0,160}}?{_FOLLOW}\b
    |\b(?:fetch|download|retrieve|load|pull|read|get|visit|open|check|browse
    |go\s+to)\b[^\n]{{0,60}}?{_URL}[^\n]{{0,80}}?{_FOLLOW}\s+(?:\w{{1,12}}\s+){{0,4}}?(?:{_TEXTS}|it\b
    |them\b|whatever|everything|what\s+it\s+says)
    |{_FOLLOW}\s+(?:\w{{1,12}}\s+){{0,4}}?{_TEXTS}\s+(?:\w{{1,12}}\s+){{0,3}}?(?:at|from|in|on
    |found\s+at|hosted\s+at|returned\s+by|served\s+by)\s+(?:\w{{1,12}}\s+){{0,2}}?{_URL}""",
)
_HARD = Lazy(
    r"higher\s+priority|precedence|override|obey|\bexecute\b|\bcommands?\b|\bpatch\b|whatever"
    r"|everything\s+it|do\s+what|exactly|pastebin|gist\.github|rentry|glot|\.txt\b"
    r"|without\s+asking"
)
_OFFICIAL = Lazy(
    r"https?://(?!gist\.|raw\.githubusercontent\.com/(?!anthropics/|openai/|google|microsoft/|vercel/))(?:[\w.-]{0,60}\.)?(?:anthropic|claude|openai|google|microsoft|github"
    r"|githubusercontent|vercel|cloudflare|supabase|stripe|aws\.amazon|python|nodejs|mozilla"
    r"|w3|agentskills|modelcontextprotocol)\.(?:com|org|io|ai|dev)/(?!.{0,200}gist)"
)
_EACH_TIME = Meaning(
    "http https",
    (
        r"\b(?:fetch|download|retrieve|load|pull|read|get|visit|open|check|browse|go\s+to|look\s+(?:at|up)|consult|refresh|sync|poll|query)\w{0,3}\b",
        r"https?://(?!localhost|127\.)",
        r"""\b(?:follow|obey|apply|execute|perform|comply|act\s+on|carry\s+out|do\s+(?:what|as|whatever|everything)|treat|adopt|run|use)\w{0,3}\b[^\n.]{0,40}
        \b(?:instructions?|steps|them|whatever|everything|commands?|directives?|rules|orders|what\s+(?:it|they)\s+says?|it\s+says|(?:as|like)\s+if|prompts?|tells?)\b""",
        r"""\b(?:every|each)\s+(?:time|run|session|use|start|day|morning|hour|invocation)|\balways\b|\bwhenever\b|\b(?:latest|newest|current|updated|fresh|today's)\s+(?:set\s+of\s+)?(?:instructions?|steps|rules|prompts?
        |commands?|directives?|orders|guidance)|\bon\s+(?:load|start|startup|activation)|\bat\s+the\s+(?:start|beginning)|\bbefore\s+(?:you\s+)?(?:start|begin|anything|doing|any|the\s+first)
        |\binstead\s+of\s+(?:these|this|the\s+ones)|\bas\s+(?:if\s+they\s+were|your)\b""",
    ),
    unless=r"""\b(?:user\s+(?:asks|wants|confirms|gives|provides)|ask\s+the\s+user|changelog|release\s+notes|api\s+reference|install\w{0,5}\s+(?:instructions|steps|guide))\b""",
)

_LIVES_THERE = Meaning(
    "http https",
    (
        r"""\b(?:authoritative|current|latest|real|actual|full|newest|valid|official|true|up-to-date|live|master)\s+(?:set\s+of\s+)?(?:versions?|instructions?|rules|guidance|text|copy|steps|prompts?|commands|skill)\b""",
        r"https?://(?!localhost|127\.)",
        r"\b(?:overrid\w{1,4}|replaces?|supersedes?|precedence|priority|wins|instead|trumps?|follow\w{0,3}|obey|outranks?|counts|over\s+(?:this|what))\b",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms)|ask\s+the\s+user|changelog|release\s+notes|api\s+reference|docs?|documentation)\b",
)


_ELSEWHERE = ADDRESS | Notion(
    words="discord telegram pdf calendar queue spreadsheet invite attachment html ticket tickets gist gists webpage pastebin exif",
    needles="remote api package embedded orders downloaded content readme service dependency bucket email prompt list rules mail forum chat website comment comments issue issues hosted page wiki txt record response endpoint feed channel topic email emails ticket tickets server metadata website fields messages message",
    pattern=r"""\b(?:discord|slack|telegram|irc|chat)\s+(?:channel|group|bot|server)\b
    |\breal\s+content\b|\bdownloaded\s+on\s+start\b|\bembedded\s+in\b
    |\b(?:our|the\s+maintainers?'?s?|the\s+vendor's)\s+(?:\w{1,12}\s+)?(?:service|server|bucket|page|site|gist|feed|list|channel|repository|wiki|api)\b|\bany\s+readme\b|\bfetched\s+(?:html|page|text)|\b(?:in|of)\s+(?:a|an|each|any|the)\s+(?:dependency|package|web\s?page|e-?mail|ticket|issue)\b|\bthe\s+(?:e-?mail|ticket|page|document|website|message)\s+(?:contains|says|asks|tells)\b|\bcustomer's\s+ticket\b
    |\b(?:text|body|contents?|comments?|title)\s+of\s+(?:its|the|each|any|every)\s+(?:comments?|issues?|tickets?|e-?mails?|pages?|messages?|records?)|\bits\s+comments\b|\b(?:txt|dns)\s+records?\b|\b(?:hosted|remote|web|wiki|shared)\s+(?:page|file|document|copy|version)\b|\bchannel\s+topic\b|\b(?:e-?mails?|messages?|issues?|tickets?|comments?)\s+(?:that|which|with|labelled|in\s+the\s+tracker|beginning)\b|\b`?do`?\s+field\b""",
)
_ORDERS = Notion(
    words="orders instructions directives commands whatever continuation tasks entries procedure mandatory precedence",
    needles="system what command exactly says tells priority one new text listed following",
    pattern=r"""\b(?:exactly|whatever|what)\s+(?:as\s+written|it\s+(?:says|tells|asks)|they\s+say|is\s+written)|\btakes?\s+priority\b|\bthe\s+one\s+to\s+(?:carry|follow|obey)|\bfrom\s+the\s+new\s+text\b|\btask\w{0,1}\s+listed\b|\bthe\s+command\b|\bsystem\s+(?:instructions|prompt)\b|\bpolicy\s+string\b|\bas\s+(?:direct\s+)?(?:orders|instructions|commands)\b""",
)
_TOLD_HOW = Notion(
    words="docs. documentation docs changelog tutorial guide linked reference migration install installation upgrade api sdk quickstart schema spec specification troubleshooting wizard",
    needles="follow official vendor's user untrusted data plain not content",
    pattern=r"""\bofficial\s+(?:docs|documentation|guide|instructions)\b|\bfollow\s+(?:the|their)\s+(?:official|vendor)\b
    |\buser\s+(?:has\s+)?(?:named|linked|gave|provided)|\bnot\s+(?:a\s+request|instructions|orders|be\s+followed|to\s+be)|\bas\s+(?:plain\s+text|data)\b|\buntrusted\b""",
)
FRAMES = (
    Frame(OBEY, (_ELSEWHERE,), near=(FETCH,), unless=(TAUGHT, HARMLESS, _TOLD_HOW)),
    Frame(
        OBEY,
        (_ORDERS,),
        near=(
            _ELSEWHERE,
            Notion(
                words="latest current always each every newest kept hosted differ weekly start before stub without marked"
            ),
        ),
        unless=(TAUGHT, HARMLESS, _TOLD_HOW),
    ),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each address whose text the agent is to follow; commands from there weigh more."""
    for hit in meant(RULE, page, _EACH_TIME, _LIVES_THERE, *FRAMES):
        yield hit if _OFFICIAL.search(page.text, *hit.span) else replace(hit, severity="high")
    for found in _FETCHED.matches(page):
        hard = _HARD.search(page.text[found.start() : found.end() + 120]) and not _OFFICIAL.search(found[0])
        yield hit_at(RULE, page, found.span(), severity="high" if hard else "medium")
