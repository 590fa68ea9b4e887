"""What the review reads outside of skills: agent configuration, plugins, what a skill points to."""

import posixpath
import re
from pathlib import PurePosixPath

from skilleval.domain.bundle import Bundle

SUPPRESSIONS_FILE = ".skilleval-suppressions.yml"
_NAMES = {
    ".mcp.json", "mcp.json", ".cursorrules", ".windsurfrules", "claude.md", "agents.md", "gemini.md",
    "memory.md", "soul.md", "plugin.json", "marketplace.json", "hooks.json", SUPPRESSIONS_FILE,
}  # fmt: skip
_FOLDERS = {
    ".claude",
    ".claude-plugin",
    ".cursor",
    ".codex",
    ".gemini",
    ".vscode",
    ".githooks",
    ".husky",
    "hooks",
}
_LINK = re.compile(r"(?:\]\(|[\"'`\s(=])((?:\.\./)+[\w./@+-]{1,200})")


def is_review_file(path: str) -> bool:
    """Return whether the review reads this path (relative to the repository's root) outside of skills."""
    parts = PurePosixPath(path).parts
    return bool(parts) and (
        parts[-1].lower() in _NAMES or any(part.lower() in _FOLDERS for part in parts[:-1])
    )


def outside_paths(bundle: Bundle) -> tuple[str, ...]:
    """Return paths, relative to the repository's root, of what the skill's text names outside its folder.

    Only what lies inside the repository; sorted; whether it exists is for the caller to see.
    """
    found: set[str] = set()
    for file in bundle.files:
        if b"\0" in file.content[:8192] or b"../" not in file.content:
            continue
        here = posixpath.dirname(posixpath.join(bundle.path, file.path))
        for link in _LINK.finditer(file.content[: 1024 * 1024].decode("utf-8", "replace")):
            path = posixpath.normpath(posixpath.join(here, link[1]))
            if not path.startswith(("..", "/")) and not f"{path}/".startswith(f"{bundle.path}/"):
                found.add(path)
    return tuple(sorted(found))
