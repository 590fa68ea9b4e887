"""The frontmatter of SKILL.md, read inside bounds: what is too deep, too long or aliased is refused."""

import re

MAX_DEPTH = 20
MAX_ALIASES = 10


def split_frontmatter(raw: str) -> str | None:
    """Return the text between the two lines of dashes, or None if there is no such head."""
    if not raw.startswith("---\n"):
        return None
    end = re.search(r"\n(?:---|\.\.\.)[ \t]*(?:\n|$)", raw[3:])
    return raw[4 : 3 + end.start()] if end else None


def frontmatter_problem(raw: str, *, limit: int) -> str:
    """Return why a file's frontmatter cannot be read; empty if it can, and for a file without one."""
    if not raw.startswith("---\n"):
        return ""
    head = split_frontmatter(raw[: limit + 8])
    if head is None:
        return f"it does not end within {limit} bytes"
    if _depth(head) > MAX_DEPTH:
        return f"it is nested deeper than {MAX_DEPTH}"
    if len(re.findall(r"(?:^|[\s\[{,:])\*\w", head)) > MAX_ALIASES:
        return f"it uses more than {MAX_ALIASES} aliases"
    return _yaml_problem(head)


def _depth(head: str) -> int:
    flow = deepest = 0
    for char in head:
        flow += (char in "[{") - (char in "]}")
        deepest = max(deepest, flow)
    indents = {len(line) - len(line.lstrip()) for line in head.split("\n") if line.strip()}
    return max(deepest, len(indents))


def _yaml_problem(head: str) -> str:
    from ruamel.yaml import YAML  # noqa: PLC0415 - heavy; only a head that was changed is parsed
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    try:
        read = YAML(typ="safe").load(head)
    except (YAMLError, RecursionError, ValueError, TypeError) as exc:
        return str(exc).partition("\n")[0][:120]
    return "" if read is None or isinstance(read, dict) else "it is not a mapping"


def listed_values(raw: str, *keys: str) -> tuple[str, ...]:
    """Return the values of the first of these keys in a frontmatter, whether a list or one line."""
    head = split_frontmatter(raw) or ""
    for key in keys:
        found = re.search(
            rf"^{re.escape(key)}[ \t]*:(?P<line>[^\n]*)(?P<items>(?:\n[ \t]*-[ \t][^\n]*)*)",
            head,
            re.MULTILINE,
        )
        if found:
            items = re.findall(r"-[ \t]+([^\n]+)", found["items"])
            line = found["line"].strip().strip("[]")
            return tuple(item.strip("\"' ") for item in (*items, *_split(line)) if item.strip("\"' "))
    return ()


def _split(line: str) -> list[str]:
    """Split at commas, or at blanks if there are none, but not within parentheses."""
    mark = "," if "," in line else " "
    return re.findall(rf"(?:[^{mark}(]|\([^)]*\))+", line)
