"""How skills are installed."""

import pytest

from skilleval.execution.skill_files import skill_files, skill_folder
from tests.builders_execution import a_bundle


def test_native_layout_without_evals() -> None:
    """Each file lies below `.claude/skills/<name>/` with its mode; evals do not go along."""
    files = {
        "scripts/run.sh": b"echo",
        "references/a.md": b"a",
        "evals/evals.json": b"{}",
        "my-evals.md": b"m",
    }

    installed = {file.path: file.executable for file in skill_files([a_bundle(files=files)])}

    assert installed == {
        ".claude/skills/pdf-forms/SKILL.md": False,
        ".claude/skills/pdf-forms/scripts/run.sh": True,
        ".claude/skills/pdf-forms/references/a.md": False,
        ".claude/skills/pdf-forms/my-evals.md": False,
    }


@pytest.mark.parametrize("name", ["../../up", "a/b", "..", ".", ""])
def test_name_that_is_no_folder(name: str) -> None:
    """A name that would lead elsewhere gives way to the name of the skill's own folder."""
    bundle = a_bundle().model_copy(update={"name": name})

    assert skill_folder(bundle) == ".claude/skills/pdf-forms"
