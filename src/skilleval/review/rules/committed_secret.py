"""A secret is committed.

Why: Everyone who can read the repository, or ever could, has it; deleting the line does not take it back.

Check: Is it a real key or a placeholder? The finding shows its first characters only.

Fix: Revoke it at its issuer, then read it from the environment.
"""

import re
from collections.abc import Iterator

from skilleval.domain.finding import Severity
from skilleval.review.fold import visible
from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import words_of
from skilleval.review.redact import SECRET_SHAPES, hidden, is_placeholder, looks_random, redact, secrets_in
from skilleval.review.roles import role_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="committed-secret",
    family="dependencies-and-secrets",
    severity="high",
    owasp="AST02",
    page=__doc__,
)

_NAMED = Lazy(
    r"""(?P<name>\b\w{0,40}(?:api_?key|secret(?:_?key)?|access_?token|auth_?token|private_?key
    |client_?secret|password|passwd|bearer)\w{0,12})["']?\s{0,3}(?:=|:|=>)\s{0,3}
    (?:["'](?P<quoted>[^"'\s]{12,200})["']|(?P<bare>[A-Za-z0-9_\-+/=]{24,200})(?=\s|$))""",
    re.VERBOSE | re.IGNORECASE,
)
_SOFT = Lazy(r"[rs]k_test|[a-z][a-z0-9+]{2,12}://")  # keys for tests; passwords in addresses
_HINTS = words_of(
    "key apikey secret secretkey token password passwd bearer privatekey clientsecret accesstoken authtoken"
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each value with the shape of a known secret, and each named value that looks random."""
    for found in secrets_in(page.raw):
        if not is_placeholder(found[0]):
            soft = _SOFT.match(found[0])
            yield _hit(page, found.start(), found[0], severity="medium" if soft else "high")
    if page.language == "machine":
        return
    for start, end in _named_lines(page):
        for found in _NAMED.finditer(page.raw, start, end):
            value = found["quoted"] or found["bare"]
            if looks_random(value) and not is_placeholder(value) and not SECRET_SHAPES.search(value):
                yield _hit(page, found.start(), f"{found['name']} = {hidden(value)}", severity="medium")


def _named_lines(page: Page) -> Iterator[tuple[int, int]]:
    """Yield the raw lines of the paragraphs that name a secret."""
    numbers = {number for word in _HINTS for number in page.words.get(word, ())}
    for number in sorted(numbers):
        first, last = page.lines[number]
        yield page.raw_line(page.row_of(first))[0], page.raw_line(page.row_of(last))[1]


def _hit(page: Page, offset: int, shown: str, *, severity: Severity) -> Hit:
    line = page.raw.count("\n", 0, offset) + 1
    start = page.offset_of(line)
    role = role_at(page, start, page.line_end(start), about="words")
    role = "" if role in {"quoted", "teaching"} and severity == "high" else role
    return Hit(page.path, page.file_line(line), visible(redact(shown)), severity=severity, role=role)
