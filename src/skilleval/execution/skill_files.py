"""Where skills lie in a room: natively, as project skills of Claude Code, for every agent alike."""

from collections.abc import Sequence

from skilleval.domain.bundle import Bundle
from skilleval.ports import SandboxFile

SKILLS_FOLDER = ".claude/skills"
"""Relative to the work folder. Source: the Claude Code documentation on project skills."""


def skill_folder(name: str) -> str:
    """Return the folder of a skill, relative to the work folder."""
    return f"{SKILLS_FOLDER}/{name}"


def skill_files(bundles: Sequence[Bundle]) -> tuple[SandboxFile, ...]:
    """Return the files that install these bundles. Evals never go into a room."""
    return tuple(
        SandboxFile(
            path=f"{skill_folder(bundle.name)}/{file.path}",
            content=file.content,
            executable=file.is_executable,
        )
        for bundle in bundles
        for file in bundle.files
        if not file.path.startswith("evals/")
    )
