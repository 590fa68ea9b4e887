"""Which relative paths may enter a room. One rule for all providers."""

from skilleval.errors import SandboxError


def parts_of(path: str) -> tuple[str, ...]:
    """Return the names on the way to a relative path.

    Raises SandboxError for absolute paths, `..`, `.`, empty names and NUL.
    """
    parts = tuple(path.split("/"))
    if "\0" in path or any(part in {"", ".", ".."} for part in parts):
        raise SandboxError(f"refused to put {path!r} into the room", hint="use a plain relative path")
    return parts
