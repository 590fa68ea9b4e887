"""Keys, screen, microphone or clipboard are watched.

Why: Whatever the user types, sees or copies, in any program, ends up with the skill.

Check: Did the user ask for a recording, and does it end with the task?

Fix: Delete it, or record only when asked and say so.
"""

from collections.abc import Iterator

from skilleval.review.frame import Frame, Notion
from skilleval.review.meaning import meant
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule
from skilleval.review.vocabulary import HARMLESS, TAUGHT, WRONG

RULE = Rule(
    id="spying",
    family="credentials",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_CODE = Probe(
    "webcontents getasynckeystate setwindowshookex pynput keyboard startkeylogger keylogger keystrokes "
    "localstoragedump iohidmanager",
    r"webcontents[\"'\]]{0,3}[.\[][\"']?debugger\b|getasynckeystate|setwindowshookex\w?"
    r"|pynput(?:\.|\s+import\s+)keyboard"
    r"|keyboard\.(?:on_press|hook|record)\(|\bstart_?keylogger\b|\bkey_?logger\b"
    r"|cgeventtapcreate",
)
_BROWSED = Probe(
    "sqlite3",
    r"\bsqlite3\s[^\n]{0,160}(?:/history\b|/cookies\b|login\s?data|places\.sqlite|/web\s?data\b|chat\.db)",
)
_ASKED = Probe(
    "camera picture photo screenshot keystrokes screenshots microphone webcam clipboard",
    r"""\b(?:log|record|capture|collect|monitor|track|watch|save)\b[^\n.]{0,40}\b(?:keystrokes
    |the\s+user'?s?\s+(?:screen|clipboard
    |typing|webcam|microphone)|(?:microphone|webcam)\s+(?:audio|video|input))\b[^\n.]{0,200}
    |\b(?:take|capture|record)\b[^\n.]{0,20}\b(?:pictures?|photos?|screenshots?|videos?
    |audio)\s+of\s+(?:the\s+)?user
    |\b(?:open|turn\s+on|activate|access|switch\s+on)\b[^\n.]{0,20}\b(?:camera|webcam
    |microphone)\b[^\n.]{0,60}\buser""",
)


_WATCH = Notion(
    words="let transcribe transcribes sold sell observed estimate estimates follow follows gather save saves log store stores infer infers guess rate record records recording recorded monitor monitors track tracks watch watches log logs logged collect collected collects observe observes profile note notes capture captures captured eavesdrop listen listens listener survey turn switch taken take takes keep keeps find file install kept running sqlite3",
)
_SUBJECT = Notion(
    words="stressed sentiment emotion emotions websites keystrokes keystroke microphone mic webcam camera clipboard mood screenshot screenshots whereabouts",
    needles="user everything calls meetings habits conversations pauses websites visits copies phone face mood feel tired copies screen location history address routine desktop sounded critical said prompt tracker behaviour behavior employer habits phone interests",
    pattern=r"""\b(?:calls|meetings|chats)\s+of\b
    |\breading\s+habits\b|\ball\s+conversations\b|\bhow\s+long\s+(?:the\s+)?(?:employee|user|person|they)\b
    |\b(?:what|which\s+\w+|whatever|everything)\s+(?:the\s+)?(?:users?|employees?|they|people)\s+(?:\w{1,10}\s+)?(?:cop(?:y|ies)|types?|visits?|says?|reads?|does|watch\w{0,2}|writes?|search\w{0,2})\b|\blocation\s+of\b|\bhow\s+(?:stressed|tired|happy|loyal|motivated|productive)\b|\b(?:each|every)\s+employee\b
    |\b(?:browser|browsing|search|location|purchase)\s+history\b|\bhome\s+address\b|\bdaily\s+routine\b|\bfull\s+desktop\b|\bwhatever\s+is\s+said\b|\bwhich\s+participants\b|\bsounded\s+\w+|\b(?:shares?|share)\s+the\s+location\b|\b(?:each|every)\s+prompt\b|\b(?:user|employee|customer|colleague)s?'?s?\s+(?:\w{1,10}\s+)?(?:screen|location|keystrokes|typing|phone|habits|mood|prompts|clipboard|camera|microphone|whereabouts|face|voice|reading)\b|\bthe\s+tracker\b""",
)
_ONGOING = Notion(
    words="sold manager weekly daily monthly later management profile continuously continuing periodically constantly permanently throughout midnight crm insight",
    needles="improve quality rate friendly sound lead team analysis customer manager boss employer hr while every while as long even after background two thirty minutes seconds during whenever always our profile shared collected without picked send ended keep put time tickle week report",
    pattern=r"""\bhow\s+\w+\s+they\b
    |\bad\s+network\b|\bin\s+the\s+office\b|\bto\s+their\s+(?:manager|boss|employer)\b
    |\bfor\s+(?:later\s+)?(?:analysis|management|hr|the\s+(?:manager|boss|team\s+lead|employer))\b|\bto\s+the\s+(?:team\s+lead|manager|boss|employer|customer\s+profile)\b|\bcustomer\s+profile\b|~/\.cache
    |\bevery\s+(?:\w{1,8}\s+){0,1}(?:seconds?|minutes?|hours?|days?|prompt|message|keystroke|time)\b|\b(?:as\s+long\s+as|while)\b|\beven\s+(?:when|after|if)\b|\bafter\s+(?:the\s+)?(?:user|meeting|session)\b|\bin\s+the\s+background\b|\bbackground\s+listener\b|\b(?:in|to|into)\s+our\b|\bour\s+(?:\w{1,12}\s+){0,2}(?:crm|drive|server|folder|partner|database)\b|\bquality\s+assurance\b|\bkeep\s+a\s+profile\b|\bwith(?:out)?\s+(?:including|telling)\b|\bfile\s+that\s+under\b|\bsend\s+the\s+file\b|\bgoes\s+into\s+the\s+profile\b|\breport\s+hits\b|\bto\s+improve\b|\b(?:do\s+not|don't)\s+let\s+on\b""",
)
_TESTED = Notion(
    words="profiling timings curl grading datatables computer unattended baseline playwright puppeteer selenium viewport chromium regression artifacts supplied metrics page browser element ui rendered render simulator emulator",
    needles="scope consent agreed under",
    pattern=r"\bunder\s+test\b|\bagreed\b|\bconsent\b|\bthat\s+the\s+user\s+supplied\b|\bout\s+of\s+scope\b",
)
FRAMES = (
    Frame(_WATCH, (_SUBJECT,), near=(_ONGOING,), unless=(TAUGHT, HARMLESS, _TESTED)),
    Frame(_WATCH, (_SUBJECT,), near=(WRONG,), unless=(TAUGHT, HARMLESS, _TESTED), ordered=True),
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each way of watching what the user does."""
    yield from meant(RULE.of_words, page, *FRAMES)
    yield from hits(RULE, page, _CODE, _BROWSED)
    yield from hits(RULE.of_words, page, _ASKED)
