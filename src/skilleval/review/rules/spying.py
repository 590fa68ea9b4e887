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
    "getasynckeystate setwindowshookex pynput keyboard startkeylogger keylogger keystrokes "
    "localstoragedump iohidmanager",
    r"getasynckeystate|setwindowshookex\w?|pynput(?:\.|\s+import\s+)keyboard"
    r"|keyboard\.(?:on_press|hook|record)\(|\bstart_?keylogger\b|\bkey_?logger\b"
    r"|cgeventtapcreate",
)
_ASKED = Probe(
    "keystrokes screenshots microphone webcam clipboard",
    r"\b(?:log|record|capture|collect|monitor|track|watch|save)\b[^\n.]{0,40}\b(?:keystrokes"
    r"|the\s+user'?s?\s+(?:screen|clipboard|typing|webcam|microphone)|(?:microphone"
    r"|webcam)\s+(?:audio|video|input))\b[^\n.]{0,200}",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each way of watching what the user does."""
    yield from hits(RULE, page, _CODE)
    yield from hits(replace(RULE, about="words"), page, _ASKED)
