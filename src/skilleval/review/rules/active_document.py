"""A document can act by itself.

Why: Macros, remote templates and scripts in documents run when somebody opens what looks like a template.

Check: What does it do, and does the template need it?

Fix: Save the document without macros, scripts and remote parts.
"""

from collections.abc import Iterator

from skilleval.review.documents import active_content
from skilleval.review.fold import visible
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="active-document",
    family="files",
    severity="high",
    owasp="AST08",
    page=__doc__,
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each part of a document that can act."""
    for file in reading.read_files:
        if file.mode not in {"120000", "160000"}:
            for part in active_content(file.content):
                soft = part in {"/OpenAction", "/EmbeddedFile", "/SubmitForm", "/AA"}
                yield Hit(file.path, 0, visible(part), severity="medium" if soft else "high")
