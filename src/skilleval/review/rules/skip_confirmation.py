"""The agent is to act without asking.

Why: The question before an act is the user's last chance to stop it.

Check: What is done unasked? Can it be undone, does it cost money, does it leave the machine?

Fix: Ask before anything that cannot be undone, costs money or leaves the machine.
"""

import re
from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, bounds, hit_at, is_told
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="skip-confirmation",
    family="injection",
    severity="medium",
    owasp="AST03",
    about="words",
    page=__doc__,
)

_UNASKED = Probe(
    "without skip skips skipping bypass bypasses no ignore ignored ignores automatically not never",
    r"""\b(?:without|skip(?:s|ping)?|bypass(?:es|ing)?|no\s+need\s+(?:to|for)|ignor(?:e|es|ed
    |ing))\s+(?:[\w-]{1,14}\s+){0,6}?(?:ask(?:ing)?(?:\s+(?:for|the\s+user))?|confirm(?:ation|ing)?
    |approval|authori[sz]ation|permission|prompt(?:ing|s)?|consent|consulting|checking\s+with)\b
    |\b(?:confirm(?:ation)?|approval|consent)\b[^\n.]{0,40}\b(?:is|are)\s+(?:not\s+(?:required|needed
    |necessary)|ignored|skipped|bypassed)
    |\busers?\s+(?:are|is)\s+not\s+(?:asked|prompted)\b|\bdo(?:es)?\s+not\s+(?:require|need
    |wait\s+for)\s+(?:\w{1,12}\s+){0,2}(?:confirmation|approval|consent|permission)""",
)
_WORST = Lazy(
    r"""\b(?:purchas\w{1,4}|pays?\b|payments?|charge[sd]?\s|transfer(?:s|red)?\s+(?:funds|money|\$|eth
    |btc)|renew\w{0,3}
    |buy(?:s|ing)?\s|trades?\b|wire|(?:reset|revoke|reissue|modify
    |elevate)\w{0,2}\s+(?:\w{1,12}\s+){0,2}(?:passwords?|api\s+keys?
    |permissions?|accounts?|privileges?|access)|send(?:s|ing)?\s+(?:the\s+)?e-?mails?|private\s+keys?
    |two-person
    |delet(?:e|es|ing)\s+(?:all|every|the\s+(?:user|original|source|old))|wipe[sd]?|elevated
    |arbitrary\s+(?:code|commands?)
    |curl|wget)\b""",
    re.VERBOSE,
)
_GRAVE = Lazy(
    r"""\b(?:purchas\w{1,4}|pay(?:s|ment)?|charge[sd]?|transfer(?:s|red)?\s+(?:funds|money|\$|eth|btc
    |tokens)|renew\w{0,3}|trade[sd]?|wire|delet(?:e|es|ed|ing)|remov(?:e|es|ing)\s+(?:all|files
    |user)|drop\s+(?:table|database)|overwrit\w{1,4}|wipe[sd]?|format(?:s|ting)?\s+(?:disk|drive)
    |send(?:s|ing)?\s+(?:e-?mails?|messages?|data|funds)|upload(?:s|ing)?|install(?:s|ing)?
    |download(?:s|ed|ing)?|execut(?:e|es|ing)\s+(?:any|arbitrary|shell|the\s+command|commands|code)
    |sudo|root|credentials?|passwords?|private\s+keys?|force[- ]push\w{0,3}|production|elevated
    |permissions)\b""",
    re.VERBOSE,
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each waived question; beside a grave act it weighs more."""
    for found in _UNASKED.matches(page):
        if not is_told(page, found.start()):
            continue
        start, end = bounds(page.text, found.start())
        around = page.text[max(0, start - 250) : end + 250]
        if _WORST.search(around):
            yield hit_at(RULE, page, (start, end), severity="high")
        elif _GRAVE.search(page.text[start:end]):
            yield hit_at(RULE, page, (start, end))
        else:
            yield hit_at(RULE, page, found.span(), severity="low")
