"""Numbers are turned into text by arithmetic.

Why: A table of numbers, a loop and a sum or an exclusive-or spell a text that no search for words finds.

Check: What does the table spell?

Fix: Write the text.
"""

from collections.abc import Iterator

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="arithmetic-decoder",
    family="obfuscation",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_TABLE = (
    r"[\[(\{]\s{0,3}(?:-?(?:0x[0-9a-f]{1,4}"
    r"|\d{1,4})\s{0,3},\s{0,3}){9,4000}-?(?:0x[0-9a-f]{1,4}|\d{1,4})\s{0,3},?\s{0,3}[\])\}]"
)
_SPELL = r"""(?:\bchr\(|fromcharcode|\bbytes\(|bytearray\(|string\.char\(|\[char\]|\.decode\()"""
_TABLE_SPELT = Probe(
    "chr fromcharcode bytes bytearray char decode",
    rf"(?:{_TABLE}(?:.|\n){{0,500}}?{_SPELL}[^\n]{{0,120}}[\^+\-%*]"
    rf"|{_SPELL}[^\n]{{0,60}}[\^+\-%][^\n]{{0,60}}\bfor\b[^\n]{{0,40}}\bin\b[^\n]{{0,20}}{_TABLE})",
)
_XOR_TEXT = Probe(
    "chr fromcharcode bytes",
    r"(?:chr|bytes|fromcharcode)\(\[?\s{0,3}(?:ord\(\s{0,3}\w{1,20}\s{0,3}\)"
    r"|\w{1,20}(?:\.charcodeat\(\w{0,20}\))?)\s{0,3}\^[^\n]{0,120}\bfor\b",
)
_RUN = Lazy(r"\b(?:exec|eval|os\.system|popen|subprocess\.\w+|child_process|function)\s{0,3}\(")


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each spelt table; if something on the page is run, it weighs more."""
    for probe in (_TABLE_SPELT, _XOR_TEXT):
        for found in probe.matches(page):
            runs = _RUN.search(page.text[found.start() : found.end() + 1500])
            yield hit_at(RULE, page, found.span(), severity="high" if runs else "medium")
