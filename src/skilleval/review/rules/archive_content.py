"""An archive holds programs or scripts, or cannot be read.

Why: What is packed is read by no reviewer and by few scanners, and is unpacked with one command.

Check: What is in it (the finding lists it), and why is it packed?

Fix: Commit the files themselves.
"""

import re
from collections.abc import Iterator

from skilleval.review.archives import is_archive, list_archive
from skilleval.review.documents import document_text
from skilleval.review.fold import visible
from skilleval.review.kinds import program_kind
from skilleval.review.lazy import Lazy
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="archive-content",
    family="files",
    severity="high",
    owasp="AST08",
    page=__doc__,
)

_RUNS = Lazy(
    r"\.(?:exe|dll|scr|msi|bat|cmd|ps1|vbs|js|jse|hta|sh|command|py|pyc|rb|pl|jar|so|dylib|app"
    r"|lnk|apk|dmg|pkg)$",
    re.IGNORECASE,
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each archive with something to run in it, and for each that breaks a bound."""
    for file in reading.read_files:
        if file.mode in {"120000", "160000"} or not is_archive(file.content) or document_text(file.content):
            continue
        listing = list_archive(file.content)
        for problem in listing.problems:
            message = f"An archive that was not read whole: {problem}"
            yield Hit(file.path, 0, visible(problem), message=message, incomplete=True)
        if "[Content_Types].xml" in {member.path for member in listing.members}:
            continue
        runs = [
            member for member in listing.members if _RUNS.search(member.path) or program_kind(member.content)
        ]
        if runs:
            names = ", ".join(member.path for member in runs[:5])
            program = any(program_kind(member.content) for member in runs)
            yield Hit(file.path, 0, visible(names), severity="high" if program else "medium")
        away = [m for m in listing.members if m.path.startswith(("/", "..")) or "/../" in m.path or m.is_link]
        if away:
            message = "An archive whose members leave the folder it is unpacked to"
            yield Hit(file.path, 0, visible(", ".join(m.path for m in away[:5])), message=message)
