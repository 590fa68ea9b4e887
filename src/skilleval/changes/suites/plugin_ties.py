"""Which cases of a plugin's `evals/` measure which of its skills.

The declared rule: of a plugin with one skill all cases are that skill's. Of one with more, a case belongs
to each skill that it names: in a `tool_used: Skill` grader, in its tags, or by its folder (`evals/<skill>/…`
or `evals/<skill>-…`). A case that names none is run for none, and said.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from skilleval.changes.folders import SkillFolder
from skilleval.changes.limits import check_size
from skilleval.changes.paths import below, is_utf8, shown
from skilleval.changes.plugins import Plugin
from skilleval.changes.snapshot import SUBMODULE, SYMLINK, Side, bundle_file
from skilleval.changes.suites.plugin_cases import case_folders
from skilleval.changes.suites.plugin_eval import named_skills
from skilleval.changes.suites.sheet import Files
from skilleval.domain.bundle import BundleFile
from skilleval.domain.value import Digest
from skilleval.errors import SkillError
from skilleval.ports import TreeEntry

_ODD: Final = frozenset({SYMLINK, SUBMODULE})


@dataclass(frozen=True)
class Ties:
    """The files of a plugin's evals that are one skill's, by path relative to that skill's folder."""

    files: Mapping[str, BundleFile] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def digests(self) -> Mapping[str, Digest]:
        """Return the digest of each file by its path below the plugin, wherever the skill lies."""
        return {path.replace("../", ""): file.sha256 for path, file in self.files.items()}


NONE: Final = Ties()


def read_ties(folder: SkillFolder, side: Side, *, name: str) -> Ties:
    """Return what the evals of a skill's plugin hold for it, at one commit, with what is left out."""
    if folder.plugin is None:
        return NONE
    try:
        wanted = readable_evals(folder.plugin)
    except SkillError as exc:
        return Ties(notes=(f"the evals of the plugin are not read: {exc}",))
    blobs = side.read([entry.oid for entry in wanted.values()])
    files = {path: bundle_file(path, blobs[entry.oid]) for path, entry in wanted.items()}
    return tie(folder.plugin, files, skill=folder.path, name=name)


def readable_evals(plugin: Plugin) -> Mapping[str, TreeEntry]:
    """Return the plain files of its evals by path below the plugin; raises SkillError past the limits."""
    place = f"{plugin.path}/evals" if plugin.path else "evals"
    check_size(place, plugin.evals)
    paths = {below(entry.path, plugin.path) or entry.path: entry for entry in plugin.evals}
    return {path: entry for path, entry in paths.items() if entry.mode not in _ODD and is_utf8(path)}


def tie(plugin: Plugin, files: Files, *, skill: str, name: str) -> Ties:
    """Return the files of the cases that are this skill's; `name` is what its frontmatter says."""
    cases = case_folders(files)
    if not cases:
        return NONE
    own = {name, skill.rpartition("/")[2]}
    others = {path.rpartition("/")[2] for path in plugin.skills} - own
    named = {case: _named(case, files, own | others) for case in cases}
    if not others:
        mine, why = cases, "its only skill"
    else:
        mine, why = [case for case in cases if named[case] & own], "by grader, tag or folder"
    up = "../" * ((below(skill, plugin.path) or skill).count("/") + 1)
    kept = {up + path: file for path, file in files.items() if any(path.startswith(f"{c}/") for c in mine)}
    place = shown(f"{plugin.path}/evals" if plugin.path else "evals")
    notes = [f"{len(mine)} of {len(cases)} cases of {place} are this skill's: {why}"] if mine else []
    nobodys = [case.removeprefix("evals/") for case in cases if others and not named[case]]
    if nobodys:
        notes.append(f"{place}: {_listed(nobodys)} name none of the plugin's skills and are not run")
    return Ties({path: file.model_copy(update={"path": path}) for path, file in kept.items()}, tuple(notes))


def _named(case: str, files: Files, names: Iterable[str]) -> set[str]:
    """Return the skills that a case names; of names that begin alike only the longest."""
    said = named_skills(case, files)
    first = case.split("/")[1]
    by_folder = [name for name in names if re.match(rf"{re.escape(name)}(?![A-Za-z0-9])", first)]
    longest = {max(by_folder, key=len)} if by_folder else set()
    return longest | {name for name in names if any(_holds(text, name) for text in said)}


def _holds(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(shown(name) for name in names[:5]) + more
