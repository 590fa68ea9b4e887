"""The bundle holds a binary file of no known format.

Why: What nobody can open nobody can review.

Check: What reads it, and what is in it?

Fix: Use a known format, or text.
"""

from collections.abc import Iterator

from skilleval.review.archives import is_archive
from skilleval.review.derive import utf16_text
from skilleval.review.kinds import is_bytecode, is_known_media, is_text, program_kind
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="unknown-binary",
    family="files",
    severity="medium",
    owasp="AST08",
    page=__doc__,
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each file that is neither text, picture, document nor archive."""
    for file in reading.read_files:
        if file.mode in {"120000", "160000"} or is_text(file.content) or utf16_text(file.content):
            continue
        known = is_known_media(file.content) or is_archive(file.content) or program_kind(file.content)
        if not known and not is_bytecode(file.path, file.content) and file.mode != "100755":
            yield Hit(file.path, 0, file.path)
