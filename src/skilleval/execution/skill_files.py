"""Where skills lie in a room: natively, as project skills of Claude Code, for every agent alike."""

import posixpath
from collections.abc import Sequence

from skilleval.domain.bundle import Bundle
from skilleval.ports import SandboxFile

SKILLS_FOLDER = ".claude/skills"
"""Relative to the work folder. Source: the Claude Code documentation on project skills."""


def skill_folder(bundle: Bundle) -> str:
    """Return the folder of a skill, relative to the work folder: called as the skill where that can be."""
    name = bundle.name
    is_usable = name not in {"", ".", ".."} and not set(name) & {"/", "\0"}
    return f"{SKILLS_FOLDER}/{name if is_usable else posixpath.basename(bundle.path)}"


def skill_files(bundles: Sequence[Bundle]) -> tuple[SandboxFile, ...]:
    """Return the files that install these bundles. Evals never go into a room."""
    return tuple(
        SandboxFile(
            path=f"{skill_folder(bundle)}/{file.path}",
            content=file.content,
            executable=file.is_executable,
        )
        for bundle in bundles
        for file in bundle.files
        if not file.path.startswith("evals/")
    )
