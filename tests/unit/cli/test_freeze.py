"""`skilleval freeze`, as it is typed."""

import json
from pathlib import Path

import pytest

from skilleval.cli.main import main


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """A folder of frozen tasks."""
    folder = tmp_path / "skill" / "evals" / "frozen"
    folder.mkdir(parents=True)
    (folder / "tasks.json").write_text("[]")
    return folder


def test_freeze_check_and_again(tasks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Frozen once, checked, changed, refused, frozen again on purpose; each step says the next."""
    skill = str(tasks.parents[1])

    assert main(["freeze", skill, "--check"]) == 1
    assert f"run skilleval freeze {tasks}" in capsys.readouterr().err
    assert main(["freeze", skill]) == 0
    assert main(["freeze", skill, "--check"]) == 0
    capsys.readouterr()

    (tasks / "tasks.json").write_text("[1]")
    assert main(["freeze", skill, "--check", "--json"]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["state"] == "changed"
    assert "put the tasks back" in shown.err
    assert main(["freeze", skill]) == 2
    assert "--again" in capsys.readouterr().err
    assert main(["freeze", skill, "--again"]) == 0
    assert main(["freeze", skill, "--check"]) == 0
