"""A file's name hides what it is.

Why: A second suffix, a control character or a name that differs only in case makes a file look like another
one, or replace it on some machines.

Check: What is the file really?

Fix: Give it a plain name.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.fold import fold, visible
from skilleval.review.lazy import Lazy
from skilleval.review.probe import Probe, hits
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="deceptive-name",
    family="files",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_DOUBLE = Lazy(
    r"[\w-]{1,60}\.(?:jpe?g|png|gif|pdf|docx?|xlsx?|pptx?|txt|csv|mp[34]|mov|md|html?)\.(?:exe"
    r"|scr|lnk|js|jse|vbs|bat|cmd|ps1|hta|jar|com|pif|msi|sh|command|app)\b",
    re.IGNORECASE,
)
_NAMED = Probe("exe scr lnk js jse vbs bat cmd ps1 hta jar com pif msi sh command app", _DOUBLE.pattern)
_ODD = Lazy("[\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\\s\\.[A-Za-z]{2,4}$|\\s{5,}")


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each deceptive name, and for each text that names a file with two suffixes."""
    seen: dict[str, str] = {}
    for file in reading.files:
        twin = seen.setdefault(fold(file.path), file.path)
        if twin != file.path:
            yield Hit(
                file.path, 0, visible(f"{twin}, {file.path}"), message="Two names that differ in case only"
            )
        if _ODD.search(file.path) or _DOUBLE.search(file.path):
            yield Hit(file.path, 0, visible(file.path))
    for page in reading.pages:
        if not page.origin:
            yield from replaced(hits(RULE, page, _NAMED))


def replaced(found: Iterator[Hit]) -> Iterator[Hit]:
    """Yield the hits with the message for names in a text."""
    for hit in found:
        yield replace(hit, message="A file with two suffixes is named")
