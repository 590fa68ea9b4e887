"""Which parts of a skill a change touches, and so what has to be measured."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final, get_args

from skilleval.changes.folders import is_evals
from skilleval.changes.skill_md import FILE_NAMES
from skilleval.changes.snapshot import Snapshot
from skilleval.domain.bundle import BundleFile, SkillText
from skilleval.domain.change import Part

_LISTED: Final = ("description", "when_to_use")
"""What the host puts into the listing, from which the model chooses."""
_FOLDERS: Final[Mapping[str, Part]] = {
    "scripts": "scripts",
    "bin": "scripts",
    "hooks": "scripts",
    "references": "references",
    "reference": "references",
    "docs": "references",
    "assets": "assets",
    "templates": "assets",
    ".github": "other",
    ".claude-plugin": "other",
}
_UPKEEP: Final = re.compile(
    r"(readme|licen[cs]e|notice|copying|changelog|contributing|code_of_conduct|security|authors|codeowners)"
    r"([.\-_].*)?|\.git(ignore|attributes)|\.editorconfig|\.ds_store|skilleval\.(yml|lock)",
    re.IGNORECASE,
)
# fmt: off
_CODE: Final = frozenset((
    ".awk", ".bash", ".bat", ".c", ".cc", ".cjs", ".cmd", ".cpp", ".cs", ".fish", ".go", ".h", ".ipynb",
    ".java", ".jl", ".js", ".jsx", ".kt", ".lua", ".mjs", ".php", ".pl", ".ps1", ".py", ".r", ".rb", ".rs",
    ".scala", ".sh", ".sql", ".swift", ".ts", ".tsx", ".zsh",
))
_PROSE: Final = frozenset((
    ".adoc", ".csv", ".json", ".jsonl", ".md", ".mdx", ".rst", ".toml", ".tsv", ".txt", ".xml", ".yaml",
    ".yml",
))
# fmt: on


def changed_parts(old: Snapshot, new: Snapshot) -> tuple[Part, ...]:
    """Return the parts that differ, in the order of `Part`; empty where the bytes are the same."""
    found: set[Part] = set()
    for path in old.files.keys() | new.files.keys():
        before, after = old.files.get(path), new.files.get(path)
        if before and after and (before.sha256, before.mode) == (after.sha256, after.mode):
            continue
        if path not in FILE_NAMES:
            found.add(_part_of(path, after or before, new))
    if _skill_md(old) != _skill_md(new):
        found |= _text_parts(old.bundle.skill, new.bundle.skill) or {"other"}
    return tuple(part for part in get_args(Part) if part in found)


def _skill_md(snapshot: Snapshot) -> list[tuple[str, str, str]]:
    files = (snapshot.files.get(name) for name in FILE_NAMES)
    return [(file.path, file.mode, file.sha256) for file in files if file]


def _text_parts(old: SkillText, new: SkillText) -> set[Part]:
    found: set[Part] = set()
    if old.name != new.name:
        found.add("name")
    before, after = old.frontmatter, new.frontmatter
    if old.description != new.description or before.get("when_to_use") != after.get("when_to_use"):
        found.add("description")
    left_out = {"name", *_LISTED}
    if {k: v for k, v in before.items() if k not in left_out} != {
        k: v for k, v in after.items() if k not in left_out
    }:
        found.add("frontmatter")
    if old.body.strip("\n") != new.body.strip("\n"):
        found.add("body")
    return found


def _part_of(path: str, file: BundleFile | None, new: Snapshot) -> Part:
    if is_evals(path):
        return "evals"
    pure = PurePosixPath(path)
    known = _FOLDERS.get(pure.parts[0].casefold()) if len(pure.parts) > 1 else None
    if known == "other" or _UPKEEP.fullmatch(pure.name):
        return "references" if _is_mentioned(pure.name, new) else "other"
    return known or _by_kind(pure, file)


def _by_kind(path: PurePosixPath, file: BundleFile | None) -> Part:
    content = file.content if file else b""
    if path.suffix.casefold() in _CODE or (file and file.is_executable) or content.startswith(b"#!"):
        return "scripts"
    return "references" if path.suffix.casefold() in _PROSE else "assets"


def _is_mentioned(name: str, skill: Snapshot) -> bool:
    """Return whether the skill's texts send the agent to a file of that name."""
    if name in skill.bundle.skill.body:
        return True
    others = (
        file for file in skill.bundle.files if file.path not in FILE_NAMES and not file.path.endswith(name)
    )
    return any(name.encode() in file.content for file in others if b"\0" not in file.content)
