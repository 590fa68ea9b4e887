"""Other tools, skills or their findings are pushed aside.

Why: Whoever stands in for the built-in tools sees and changes all that goes through them; whoever silences
another skill's warning is not seen.

Check: Why may the other tool not do its work?

Fix: Let each skill speak for its own task.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import CHANGE, DROP, HARMLESS, OURS, TAUGHT, WRONG

RULE = Rule(
    id="displaced-tools",
    family="injection",
    severity="high",
    owasp="AST04",
    about="words",
    page=__doc__,
)

_TOOL = Notion(
    needles="another standard competing rival pdf search read tool built official other skill skills tool tools native standard scanner hook reviewer linter mcp every another default competing",
    pattern=r"""\banother\s+(?:skill|tool|agent)\b|\bstandard\s+tools?\b|\ball\s+(?:file|network|shell)\s+access\b
    |\b(?:the|other|competing|rival)\s+(?:\w{1,12}\s+){0,2}skills?\b|\btool\s+[`'\"]\w+|[`'\"]\w+[`'\"]\s+tool\b
    |\bbuilt-?in\s+(?:[`'"]?[\w.-]{1,24}[`'"]?\s+){0,4}?(?:tools?|search|file|shell|skills?|read|grep|editor)\b|\b(?:official|other|every\s+other|any\s+other|native|standard|competing|existing|default)\s+(?:\w{1,12}\s+|[`'"][\w.-]{1,30}[`'"]\s+){0,2}(?:skills?|tools?|plugins?|agents?|mcp\s+servers?|servers?)(?:'s?)?\b|\bthe\s+[`'"]?[\w.-]{2,30}[`'"]?\s+(?:skill|scanner|tool|linter|hook)(?:'s)?\b""",
)
_ASIDE = Notion(
    words="suppress retired uninstall unsafe unreliable consulted rename supersedes supersede superseded displaces displace supplants supplant impersonate shadow shadows intercept intercepts hijack deprecated outdated broken",
    needles="sent passed through place work yourself use this one before chooses ours place always fast take takes routed route instead disable rename renaming precedence ahead before routes prefer claim pretend first",
    pattern=r"""\btakes?\s+the\s+place\s+of\b|\bhas\s+been\s+retired\b|\bsuppress\s+it\b|\bdo\s+(?:its|the)\s+work\s+yourself\b|\bgo\s+through\b
    |\bclaim\s+(?:that\s+)?it(?:'s|\s+is)\b
    |\b(?:uninstall|remove|delete|unload)\s+(?:all\s+|any\s+|the\s+)?(?:competing|other|rival)\b|\brenam(?:e|ing)\s+(?:the\s+)?(?:tool|skill|folder)\b|\binstead\s+of\s+(?:the\s+)?[`'"]\w+[`'"]|\bso\s+that\s+it\s+(?:chooses|picks|uses|prefers)\b|\b(?:register|put|install)\s+ours\b|\b(?:is|are)\s+(?:unsafe|broken|unreliable|deprecated|malicious)\b
    |\b(?:take|takes|taking)\s+over\s+(?:its|their|from|for)\b|\b(?:is|are|gets?|be)\s+(?:routed|redirected|proxied|sent|passed)\s+(?:through|via|to)\b|\b(?:route|redirect|proxy)(?:s|d)?\b[^\n.;]{0,40}\b(?:through|via)\b|\bdisabl(?:e|ing)\s+(?:it|them|the\s+other|all\s+other|other)\b|\bby\s+renaming\b|\btakes?\s+precedence\b|\boverrides?\s+the\s+(?:behaviou?r\s+of\s+)?(?:the\s+)?(?:built-?in|default|native|official)\b|\bahead\s+of\s+every\b|\b(?:claim|say|pretend)\s+that\s+it'?s?\b|\bfirst\s+pass\b|\bclaim\s+(?:it|that)\b|\brouting\s+prefers\b""",
)
_GRASPS = Notion(
    needles="disable uninstall unload deactivate remove competing other consulted before every any all whole other skill load only first no",
    pattern=r"""\b(?:disable|uninstall|unload|deactivate|delete)\s+(?:any|all|every|each|the)?\s{0,2}(?:other|competing|rival)\s+(?:skills?|tools?|plugins?|agents?)\b|\b(?:do\s+not|don't|never)\s+use\s+the\s+(?:built-?in|official|standard|native)\b[^\n.]{0,60}\bour\b
    |\b(?:must|should|has\s+to)\s+be\s+(?:consulted|used|loaded|called|invoked)\s+(?:before|ahead\s+of|instead\s+of)\s+(?:any|all|every)\s*(?:other)?\b|\b(?:before\s+any\s+other|for\s+(?:all|every|any)\s+(?:messages?|requests?))\s+(?:and|skill)\b
    |\b(?:for|on|to|with)\s+(?:every|any|all|each)\s+(?:single\s+|other\s+|user\s+|incoming\s+)?(?:requests?|tasks?|messages?|questions?|prompts?|conversations?)\b(?=[^\n.;]{0,60}\b(?:whatsoever|no\s+matter|regardless|whatever|even|whether|any\s+kind|ahead|and\s+do\s+not|before\s+(?:any|all|every)))
    |\b(?:do\s+not|don't|never)\s+(?:load|use|call|consult|activate|invoke|consider)\s+(?:any\s+|the\s+|an?\s+)?other\s+(?:skills?|tools?|agents?)\s+(?:while|as\s+long|when|once|even|after)\b|\bahead\s+of\s+(?:every|any|all)\s+other\s+(?:skills?|tools?)\b|\bin\s+preference\s+to\s+(?:every|any|all)\s+other\b""",
)
_FINDING = Notion(
    words="concern concerns finding findings alert alerts warning warnings objection objections scanner scanners scan complaints complaint"
)
_WAVED = Notion(
    words="dropped drop resolved disregard disregarded ignored overruled outdated dismissed suppressed",
    needles="false switched carried false turned regarded treat not",
    pattern=r"""\b(?:are|is)\s+false\b|\bdropped?\s+from\b
    |\b(?:switched|turned)\s+off\b|\bnot\s+(?:be\s+)?(?:carried|reported|passed|raised|taken)\b|\b(?:regarded|treated|counted|considered|taken)\s+as\s+(?:resolved|false|noise|closed|harmless|tests)\b|\btreat\b[^\n.;]{0,40}\bas\s+(?:tests|noise|resolved|false)\b|\bold\s+policy\b""",
)
_ABOUT_US = Notion(
    needles="package our this skill bootstrap outdated us directory folder chat old policy",
    pattern=r"""\bour\s+\w+
    |\bour\s+\w+|\bthis\s+(?:skill|folder|directory|file|bundle|package)\b|\bone\s+of\s+our\b|\bknown\s+to\s+be\s+outdated\b|\bold\s+policy\b|\bmade\s+in\s+the\s+chat\b""",
)
FRAMES = (
    Frame(
        _ASIDE,
        (_TOOL,),
        near=(
            WRONG
            | Notion(
                words="yourself copy calls call path telemetry normally task better results folder",
                needles="this",
                pattern=r"\bthis\s+(?:skill|one)\b",
            ),
        ),
        unless=(TAUGHT,),
    ),
    Frame(
        CHANGE | DROP,
        (
            _TOOL,
            OURS,
            Notion(words="descriptions description folder name names output results calls frontmatter"),
        ),
        unless=(HARMLESS, TAUGHT),
    ),
    Frame(_GRASPS, refusal=True, unless=(TAUGHT,)),
    Frame(_FINDING, (_WAVED, _ABOUT_US), unless=(TAUGHT, HARMLESS)),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each tool or skill that is pushed aside."""
    yield from meant(RULE, page, *FRAMES)
