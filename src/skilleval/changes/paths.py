"""Paths of a repository: how they are shown, matched and kept inside a skill."""

import re
from functools import lru_cache
from posixpath import normpath


def shown(path: str) -> str:
    r"""Return the path as printable text: bytes that are not UTF-8 and control characters escaped."""
    text = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def is_utf8(path: str) -> bool:
    """Return whether git's bytes of this path were UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in path)


def inside(path: str) -> str | None:
    """Return the path in its simplest form, or None where it is absolute or leaves its folder."""
    simple = normpath(path.replace("\\", "/"))
    leaves = simple == ".." or simple.startswith(("../", "/")) or re.match(r"[A-Za-z]:", simple)
    return None if leaves or "\0" in path else simple


def below(path: str, folder: str) -> str | None:
    """Return `path` relative to `folder`, or None where it lies elsewhere. "" is the root."""
    if not folder:
        return path
    return path[len(folder) + 1 :] if path.startswith(folder + "/") else None


def matches(path: str, pattern: str) -> bool:
    """Return whether the glob names the folder at `path` or one above it.

    `*` and `?` stop at a slash, `**` does not; a trailing slash is ignored.
    """
    wanted = _expression(pattern.strip("/"))
    parts = path.split("/") if path else []
    ancestors = ("/".join(parts[:count]) for count in range(len(parts), 0, -1))
    return any(wanted.fullmatch(ancestor) for ancestor in (*ancestors, *([""] if not parts else [])))


@lru_cache(maxsize=256)
def _expression(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"(\*\*/|/\*\*|\*\*|\*|\?)", pattern)
    said = {"**/": "(?:.*/)?", "/**": "(?:/.*)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(said.get(piece) or re.escape(piece) for piece in pieces), re.DOTALL)
