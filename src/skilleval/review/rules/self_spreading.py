"""The skill is to put itself into other projects.

Why: A text that copies itself is a worm: it reaches people who never chose it, and outlives its removal.

Check: Did the user ask for the skill in each of those places?

Fix: Say once how to install the skill, for one place that the user names.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import Meaning, meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, TAUGHT, WRONG

RULE = Rule(
    id="self-spreading",
    family="persistence",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_SPREADS = Meaning(
    "itself yourself skill skills instructions file text paragraph section block",
    (
        r"\b(?:copy|install|clone|replicate|add|propagate|spread|write|put|insert|append|paste|deploy|duplicate|push|include|share|place|embed)\b",
        r"""\b(?:this|these)\s+(?:\w{1,12}\s+){0,1}(?:skill|file|instructions|text|paragraph|section|block|folder|rules?|lines?)\b|\bitself\b|\byourself\b
        |\ba\s+copy\s+of\s+(?:this|it)\b|\bskill\.md\b""",
        r"""\b(?:every|all|each|any|other)\s+(?:of\s+the\s+)?(?:other\s+|the\s+user'?s?\s+|nearby\s+|open\s+)?(?:\w{1,12}\s+)?(?:projects?|project's|repositor(?:y|ies)|repos?|skills?|skill's|workspaces?|machines?
        |hosts?|agents?|home\s+director\w{1,3}|folders?|skill\.md|checkouts?|teammates?)\b""",
        r"""\byou\s+(?:can\s+)?(?:find|see|open|touch|visit|create|reach|work\s+(?:on|in))\b|\.claude\b|\bskills?(?:/|\s+folders?|\s+director\w{1,3})|\bskill\.md\b|\b(?:every|all|each)\s+other\b
        |\bon\s+(?:the|this)\s+(?:machine|disk|network|system)\b|\b(?:every|all|each)\s+(?:repositor|project|repo|skill|workspace|machine)""",
    ),
    unless=r"""\b(?:user\s+(?:asks|wants|requests|confirms|agrees|names)|ask\s+the\s+user|to\s+use\s+this\s+skill|optional\w{0,2}|licen[cs]e|template|frontmatter|each\s+skill\s+(?:has|needs|folder)
    |every\s+skill\s+(?:has|needs|must))\b""",
)


_OTHERS = Notion(
    needles="everybody everyone address team members fork template mail outbox assistants e-mails emails documentation agents user's contacts every each all other sibling whatever any new remaining contacts recipients recipients' packages skills repository repositories skill projects found owned",
    pattern=r"""\b(?:everybody|everyone|all)\s+(?:in|on|from)\s+(?:the|their)\b|\brepositor(?:y|ies)\s+of\s+(?:all|every|other)\b|\baddress\s+book\b|\ball\s+team\s+members\b
    |\b(?:each|every|all)\s+(?:fork|template|mail|e-?mail|message|document|readme)s?\b|\bevery\s+mail\b
    |\brecipients?'?s?'?\s+(?:assistants?|agents?)\b|\be-?mails\s+for\s+the\s+user\b
    |\bfor\s+other\s+agents\b|\ball\s+documentation\b|\b(?:all|each|every)\s+of\s+the\s+user'?s?\s+contacts\b|\buser'?s?\s+contacts\b
    |\b(?:every|each|all|any|other|sibling|whatever\s+new|remaining|unrelated)\s+(?:of\s+)?(?:the\s+|your\s+|their\s+)?(?:\w{1,12}\s+|[`'"]\S{1,30}\s+){0,2}?(?:repositor(?:y|ies)|repos?|checkouts?|projects?|skills?|packages?|workspaces?|agents\.md|contacts|address\s+book|machines?|hosts?)\b|\b(?:each|every|any|all|other)\s+[`'"]?(?:skill|agents|claude)\.md\b|\bin\s+any\s+skill\.md\b|\bother\s+(?:skills|projects|repositories|agents|packages)(?:'s?)?\b|\buser'?s?\s+other\s+\w+|\brecipients?'s?\b|\bnew\s+skills?\b|\bskill\s+the\s+user\s+asks\b|\bpackages?\s+(?:that\s+)?the\s+(?:user|maintainer)""",
)
_SELF = Notion(
    words="itself preamble",
    needles="skills install it add above paragraph package this skill our install setup page seed block growth entry instruction postinstall markers copies onward",
    pattern=r"""\binstall\s+the\s+skill\b|\badd\s+it\s+to\b
    |\b(?:the\s+)?(?:paragraph|text|block|section)\s+(?:above|below)\b|\binstall\s+this\b|\bour\s+package\b
    |\bthis\s+(?:skill|page|file|folder|block|section|paragraph|text)(?:'s)?\b|\bour\s+(?:\w{1,12}\s+|[`'"]\S{1,20}\s+){0,1}(?:preamble|script|block|skill|entry|link|hook|snippet|header|badge|line|install\w{0,4})\b|\bsetup\s+link\b|\bthe\s+(?:block|text|entry|section|lines?)\s+(?:from|between|in)\b|[`'"]postinstall[`'"]|\bthe\s+instruction\b|\bassets/(?:seed|pi)\b|\.claude/skills/""",
)
_COPY = Notion(
    words="gets invite invites copy copies copied paste pasted insert inserted include included add adds adding added publish publishes send sends commit commits push pushes opened open embed append appended replicate spread distribute propagate write carry share inject plant"
)
_TEAMWORK = Notion(
    words="impact prompt workspaces monorepo placeholder template licence license template copyright changelog readme",
    needles="create creating supplies usual",
    pattern=r"\blist\s+the\s+user\b|\bas\s+usual\b|\bnew\s+skill\s+from\b|\bcreat(?:e|ing)\s+a\s+(?:new\s+)?skill\b|\bnowhere\s+else\b",
)
_ONWARD = Notion(
    words="travel footer onward onwards propagate propagates growth reach everywhere",
    needles="touch open edit maintains install pass other agents grow community so push pushed commit message title found contacts white every rights pull near",
    pattern=r"""\bshould\s+travel\b|\bto\s+install\b
    |\bpass\s+(?:it|this)\s+on\b|\bcommunity\s+to\s+grow\b|\bcarries\s+itself\b|\byou\s+(?:can\s+)?(?:open|reach|edit|touch)\b|\bpush\s+it\b|\bcommit\s+it\b|\bpull\s+requests?\b|\bhas\s+rights\b|\bassistants\s+to\s+run\b|\bfound\s+beneath\b|\bsigned\s+with\b|\bpackages?\s+the\s+user\s+maintains\b|\bscript\s+added\b|\bthe\s+user\s+asks\s+you\s+to\s+create\b""",
)
FRAMES = (
    Frame(_COPY, (_OTHERS, _SELF), unless=(TAUGHT, _TEAMWORK)),
    Frame(_COPY, (_OTHERS,), near=(WRONG | _ONWARD,), unless=(TAUGHT, _TEAMWORK, HARMLESS)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each sentence that copies the skill to where nobody asked for it."""
    yield from meant(RULE, page, *FRAMES)
    yield from meant(RULE, page, _SPREADS)
