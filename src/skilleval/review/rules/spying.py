"""Keys, screen, microphone or clipboard are watched.

Why: Whatever the user types, sees or copies, in any program, ends up with the skill.

Check: Did the user ask for a recording, and does it end with the task?

Fix: Delete it, or record only when asked and say so.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

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


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each way of watching what the user does."""
    yield from hits(RULE, page, _CODE)
    yield from hits(replace(RULE, about="words"), page, _ASKED)
