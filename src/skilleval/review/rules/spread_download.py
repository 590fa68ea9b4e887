"""One file of the skill downloads what another one runs.

Why: A download and a start that stand apart pass a review that looks at each file alone.

Check: Is the file pinned and verified between download and start?

Fix: Ship the file in the skill.
"""

import re
from collections.abc import Iterator

from skilleval.review.probe import Probe, hit_at
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="spread-download",
    family="download-and-run",
    severity="high",
    owasp="AST01",
    page=__doc__,
)

_SAVED = Probe(
    "curl wget iwr invoke urlretrieve aria2c",
    r"\b(?:curl|wget|iwr|invoke-webrequest|aria2c)\b[^\n|]{0,300}?(?:\s-o|\s-O"
    r"""|--output(?:-document)?|-outfile|\s>)\s{0,3}=?["']?(?P<file>[^\s"';&|,()<>]{2,120})"""
    r"""|urlretrieve\([^\n]{0,200},\s{0,3}["'](?P<saved>[^"'\n]{2,120})""",
)
_START = (
    r"(?:chmod\s+\S{1,8}\s+|\b(?:ba|z|da)?sh\s+|\bpython[\d.]*\s+|\bnode\s+|\bsource\s+"
    r"""|\bsudo\s+|\bopen\s+|\bexecute\s+|\brun\s+|\bstart\s+|["'`(\s]\./)[`"']?(?:\./)?"""
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit at the place that starts a file which another file of the skill downloads."""
    saved: dict[str, str] = {}
    for page in reading.pages:
        for found in _SAVED.matches(page):
            name = (found["file"] or found["saved"]).rpartition("/")[2]
            if len(name) >= 3 and re.search(
                r"\.(?:sh|py|js|exe|bin|ps1|bat|rb|pl|command|run)$|^[\w-]+$", name
            ):
                saved.setdefault(name, page.path)
    for name, origin in sorted(saved.items())[:20]:
        start = re.compile(rf"{_START}\S{{0,80}}{re.escape(name)}(?![\w-])")
        for page in reading.pages:
            found_start = start.search(page.text) if page.path != origin and name in page.text else None
            if found_start:
                yield hit_at(
                    RULE, page, found_start.span(), message=f"{origin} downloads {name}, which is run here"
                )
                break
