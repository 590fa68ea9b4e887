"""A link leads out of the skill, or a part of it lies elsewhere.

Why: A symbolic link, a submodule or a pointer to large-file storage makes the skill read or install
something that is not in the pull request.

Check: What does it point to on the user's machine?

Fix: Copy the file into the skill.
"""

import posixpath
import re
from collections.abc import Iterator

from skilleval.review.fold import visible
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="outward-link",
    family="files",
    severity="high",
    owasp="AST08",
    page=__doc__,
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each link that leaves the folder, each submodule, and each storage pointer."""
    for file in reading.files:
        if file.mode == "160000":
            message = "A submodule: its content is not in this repository"
            yield Hit(file.path, 0, file.path, message=message, incomplete=True)
        elif file.mode == "120000":
            target = file.content.decode("utf-8", "replace")
            if leaves_folder(file.path, target):
                yield Hit(file.path, 0, visible(f"{file.path} -> {target}"))
        elif file.content.startswith(b"version https://git-lfs.github.com/spec/"):
            message = "A pointer to large-file storage: the content is elsewhere"
            yield Hit(file.path, 0, file.path, message=message, severity="medium", incomplete=True)


def leaves_folder(path: str, target: str) -> bool:
    """Return whether a symbolic link at `path` points outside of the skill's folder."""
    if target.startswith(("/", "~")) or "\\" in target or re.match(r"[A-Za-z]:", target):
        return True
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target)).startswith("..")
