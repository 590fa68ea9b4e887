"""Plugins: folders with a manifest, whose `evals/` belongs to no single skill of theirs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from skilleval.changes.paths import below
from skilleval.ports import TreeEntry


@dataclass(frozen=True)
class Plugin:
    """A plugin at one commit: where it lies, its skills' folders, and its evals that no skill owns."""

    path: str
    skills: tuple[str, ...]
    evals: tuple[TreeEntry, ...]


def plugin_roots(entries: Iterable[TreeEntry]) -> frozenset[str]:
    """Return the folders of a tree with `plugin.json` or `.claude-plugin/plugin.json`."""
    split = (entry.path.rpartition("/") for entry in entries)
    homes = (f"/{folder}" for folder, _, name in split if name == "plugin.json")
    return frozenset(home.removesuffix("/.claude-plugin").removeprefix("/") for home in homes)


def is_case_file(path: str, roots: frozenset[str]) -> bool:
    """Return whether a file lies in a case of a plugin's evals."""
    if "evals/" not in path:
        return False
    inner = (below(path, root) or "" for root in roots)
    return any(place.startswith("evals/") and place.count("/") > 1 for place in inner)


def plugins_of(
    skills: Iterable[str], free: Iterable[TreeEntry], roots: frozenset[str]
) -> Mapping[str, Plugin]:
    """Return the plugin of each skill in one that has evals. `free` are the entries that no skill owns."""
    evals: dict[str, list[TreeEntry]] = {}
    for entry in free:
        home = _innermost(entry.path, roots) if "evals/" in entry.path else None
        if home is not None and (below(entry.path, home) or "").startswith("evals/"):
            evals.setdefault(home, []).append(entry)
    homes = {skill: _innermost(f"{skill}/SKILL.md", roots) for skill in skills}
    found: dict[str, Plugin] = {}
    for root, entries in evals.items():
        inside = tuple(sorted(skill for skill, home in homes.items() if home == root and skill != root))
        plugin = Plugin(root, inside, tuple(entries))
        found |= dict.fromkeys(inside, plugin)
    return found


def _innermost(path: str, roots: frozenset[str]) -> str | None:
    return max((root for root in roots if below(path, root) is not None), key=len, default=None)
