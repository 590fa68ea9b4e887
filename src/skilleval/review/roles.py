"""Text roles: does the text mean what matched, or forbid it, quote it, teach it, test with it?

A role lowers the confidence of a finding and never removes it: an attacker may write "never" too.
"""

import re
from typing import TYPE_CHECKING

from skilleval.review.rule import Role

if TYPE_CHECKING:
    from skilleval.review.page import Page

_TEST_DATA = re.compile(
    r"(?:^|/)(?:tests?|__tests__|fixtures?|testdata|evals?|snapshots)/|(?:^|/)test_[^/]*$|[._-]test\.[a-z]+$"
)
_PROHIBITS = re.compile(
    r"""\b(?:never|do\ not|don't|dont|must\ not|mustn't|should\ not|shouldn't|cannot|avoid|forbid(?:s|den)?
    |prohibit(?:s|ed)?|refuses?\ to|not\ allowed|disallow(?:s|ed)?|instead\ of|rather\ than|anti-?pattern
    |block(?:s|ed)?)\b|❌|🚫|⛔|\bbad:|\bwrong:""",
    re.VERBOSE,
)
_NOT_A_BAN = re.compile(
    r"""\b(?:never|do\ not|don't|dont)\s+
    (?:forget|fail|skip|hesitate|miss|omit|neglect|ask|tell|mention|inform|wait)\b""",
    re.VERBOSE,
)
_TEACHES = re.compile(
    r"""\b(?:attack(?:s|er|ers)?|malicious|injection|adversar\w*|vulnerab\w*|exploit(?:s|ed)?|red[- ]team\w*
    |suspicious|phish\w*|detect(?:s|ed|ing|ion)?|flag(?:s|ged)?\ (?:as|any|if)|scan(?:s|ning|ner)?\ for
    |look(?:ing)?\ for|warning\ signs?|red\ flags?|unsafe|insecure|dangerous)\b""",
    re.VERBOSE,
)
_QUOTES = "\"'`"


def role_at(page: "Page", start: int, end: int) -> Role:
    """Return the role of the text from `start` to `end` of a page."""
    if page.kind != "code" and _TEST_DATA.search(page.path):
        return "test-data"
    line_start = page.text.rfind("\n", 0, start) + 1
    before = page.text[max(line_start, start - 160) : start]
    clause = re.split(r"[.!?;:](?:\s|$)", before)[-1]
    if _PROHIBITS.search(clause) and not _NOT_A_BAN.search(clause):
        return "prohibition"
    around = page.text[max(0, start - 300) : end + 200]
    if not _TEACHES.search(around):
        return ""
    quoted = before[-1:] in _QUOTES or page.text[end : end + 1] in _QUOTES
    return "quoted" if quoted else "teaching"
