"""Which folders of a tree are skills, and which files belong to each."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Final

from skilleval.changes.paths import below, matches
from skilleval.changes.plugins import Plugin, is_case_file, plugin_roots, plugins_of
from skilleval.changes.skill_md import FILE_NAMES
from skilleval.domain.policy import Scope
from skilleval.ports import TreeEntry

EVALS_FOLDER: Final = "evals"
TRIGGER_FILES: Final = frozenset(
    f"{name.replace('-', dash)}.{ending}"
    for name in (
        "trigger-eval",
        "trigger-evals",
        "trigger-tests",
        "trigger-queries",
        "triggers",
        "eval-set",
        "eval-queries",
        "train-queries",
        "validation-queries",
    )
    for dash in ("-", "_")
    for ending in ("json", "jsonl", "yaml", "yml")
)
"""Names under which trigger lists are known (peers.md B3)."""
EVAL_FILES: Final = TRIGGER_FILES | {"evals.json", "evals.jsonl", "evals.yaml", "evals.yml", "routing.json"}
"""Names of eval files at the top of a skill's folder."""


@dataclass(frozen=True)
class SkillFolder:
    """A folder with SKILL.md at one commit, and the entries of the tree that are its own."""

    path: str
    """Relative to the repository's root; "" where the repository is the skill."""
    entries: tuple[TreeEntry, ...]
    plugin: Plugin | None = None
    """The plugin that it lies in, where that has evals of its own."""

    @property
    def skill_md(self) -> TreeEntry:
        """Return the entry of SKILL.md, or else of skill.md."""
        by_name = {below(entry.path, self.path): entry for entry in self.entries}
        return next(by_name[name] for name in FILE_NAMES if name in by_name)

    def relative(self) -> Mapping[str, TreeEntry]:
        """Return the entries by their path relative to the folder."""
        return {below(entry.path, self.path) or entry.path: entry for entry in self.entries}


def is_evals(path: str) -> bool:
    """Return whether a skill-relative path is evals: never installed, hidden from the agent."""
    top, _, rest = path.partition("/")
    return (top.casefold() == EVALS_FOLDER and bool(rest)) or path.casefold() in EVAL_FILES


def find_skills(
    entries: Iterable[TreeEntry], scope: Scope, *, elsewhere: frozenset[str] = frozenset()
) -> dict[str, SkillFolder]:
    """Return the skills of a tree by path. A nested skill owns its files; SKILL.md in evals is a fixture.

    `elsewhere` are the skill folders of another tree: what lies in their evals is a fixture here, too, also
    where the skill itself is gone.
    """
    entries = tuple(entries)
    roots = skill_roots(entries, elsewhere=elsewhere)
    owned: dict[str, list[TreeEntry]] = {root: [] for root in roots}
    free: list[TreeEntry] = []
    for entry in entries:
        owner = _owner(entry.path, roots)
        (free if owner is None else owned[owner]).append(entry)
    plugins = plugins_of(roots, free, plugin_roots(entries))
    wanted = sorted(root for root in roots if is_in_scope(root, scope))
    return {root: SkillFolder(root, tuple(owned[root]), plugins.get(root)) for root in wanted}


def is_in_scope(path: str, scope: Scope) -> bool:
    """Return whether the settings want the skill at `path`."""
    wanted = not scope.include or any(matches(path, pattern) for pattern in scope.include)
    return wanted and not any(matches(path, pattern) for pattern in scope.exclude)


def skill_roots(entries: Iterable[TreeEntry], *, elsewhere: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the folders of a tree that are skills."""
    entries = tuple(entries)
    plugins = plugin_roots(entries)
    files = (entry.path for entry in entries if entry.path.rpartition("/")[2] in FILE_NAMES)
    folders = {path.rpartition("/")[0] for path in files if not is_case_file(path, plugins)}
    roots: set[str] = set()
    for root in sorted(folders, key=_depth):
        outer = _owner(f"{root}/SKILL.md", (roots | elsewhere) - {root})
        relative = below(root, outer) if outer is not None else None
        if relative is None or not is_evals(f"{relative}/SKILL.md"):
            roots.add(root)
    return frozenset(roots)


def _depth(path: str) -> int:
    return path.count("/") if path else -1


def _owner(path: str, roots: Set[str]) -> str | None:
    folder = path.rpartition("/")[0]
    while True:
        if folder in roots:
            return folder
        if not folder:
            return None
        folder = folder.rpartition("/")[0]
