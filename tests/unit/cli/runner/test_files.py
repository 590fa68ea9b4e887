"""Files between us and the runner."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skilleval.cli.runner import files
from skilleval.cli.runner.masks import Redactor
from skilleval.cli.runner.surroundings import Surroundings
from tests.github_double.runner import parse_values


def around(tmp_path: Path) -> Surroundings:
    """Return a runner whose folders lie below `tmp_path`."""
    (tmp_path / "temp").mkdir(exist_ok=True)
    return Surroundings(
        inputs={},
        event_name="pull_request",
        event={},
        repository="maint/skills",
        api_url="https://api.test",
        server_url="https://github.test",
        run_id=7,
        attempt=2,
        job="evaluate.",
        workspace=tmp_path / "workspace",
        temp=tmp_path / "temp",
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.text(st.characters(exclude_characters="\r", codec="utf-8")))
def test_a_value_cannot_end_itself(tmp_path: Path, value: str) -> None:
    """Whatever a value holds, the runner reads it as that value and no other."""
    file = tmp_path / "output"
    file.write_text("")
    files.append_values(file, {"verdict": value, "last": "x"})

    assert parse_values(file.read_text(encoding="utf-8")) == {"verdict": value, "last": "x"}


def test_without_a_file_nothing_is_written() -> None:
    """An old runner, or none, has no such file."""
    files.append_values(None, {"verdict": "pass"})


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        ("/github/workspace/.skilleval/runs/1/results.json", ".skilleval/runs/1/results.json"),
        (
            "/github/runner_temp/skilleval/runs/1/results.json",
            "/home/runner/work/_temp/skilleval/runs/1/results.json",
        ),
        ("/somewhere/results.json", "/somewhere/results.json"),
    ],
)
def test_paths_are_those_of_later_steps(tmp_path: Path, inside: str, outside: str) -> None:
    """A path in the container is no path on the runner."""
    runner = replace(around(tmp_path), host_workspace="/home/runner/work/skills")

    assert files.path_outside(Path(inside), runner) == outside


def test_runs_go_below_the_runners_temp(tmp_path: Path) -> None:
    """Outside of a container RUNNER_TEMP is as good as any; without it the workspace is there."""
    runner = around(tmp_path)

    assert files.runs_folder(runner) == tmp_path / "temp" / "skilleval" / "runs"
    assert files.runs_folder(replace(runner, temp=None)) == tmp_path / "workspace" / ".skilleval" / "runs"


def test_the_head_is_remembered_by_state_and_by_file(tmp_path: Path) -> None:
    """The post step finds the head even where the runner passes no state on."""
    runner = replace(around(tmp_path), state_file=tmp_path / "state")
    (tmp_path / "state").touch()
    files.remember_head(runner, "a" * 40)

    assert parse_values((tmp_path / "state").read_text()) == {"head": "a" * 40}
    assert files.remembered_heads(runner) == ("a" * 40,)
    assert files.remembered_heads(replace(runner, state={"head": "b" * 40})) == ("b" * 40, "a" * 40)
    assert files.remembered_heads(replace(runner, run_id=8)) == ()


def test_a_sweep_blackens_every_file(tmp_path: Path) -> None:
    """A secret that got into a file all the same does not leave the runner in it."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.bin").write_bytes(b"\xff t0ken-that-is-secret")
    (tmp_path / "b.txt").write_text("fine")
    (tmp_path / "link").symlink_to("b.txt")

    assert files.sweep(tmp_path, Redactor(["t0ken-that-is-secret"])) == 1
    assert (tmp_path / "deep" / "a.bin").read_bytes() == b"\xff ***"


def test_names_are_one_line_of_json() -> None:
    """Later steps read the list with fromJSON."""
    assert files.json_list(["a", 'b"\n']) == '["a", "b\\"\\n"]'
