"""A lab that cannot be trusted gives no number: verdict `error`, exit code 3, and no trial is paid for."""

import json
from pathlib import Path

import pytest

from skilleval.cli import main
from skilleval.testing.demo_repository import build_demo_repository, examples_folder

EVENTS = (
    {"type": "system", "subtype": "init", "skills": [], "claude_code_version": "2.1.332"},
    {"type": "result", "subtype": "success", "is_error": False, "result": "I load nothing.", "num_turns": 1},
)


def test_an_agent_that_never_loads_a_skill_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Such a CLI would give recall 0 and lift 0 for every skill, and call that the skills' fault."""
    demo = build_demo_repository(tmp_path / "demo", examples_folder())
    program = tmp_path / "claude"
    lines = "\n".join(json.dumps(event) for event in EVENTS)
    program.write_text(f"#!/bin/sh\ncat >/dev/null\ncat <<'END'\n{lines}\nEND\n")
    program.chmod(0o755)
    monkeypatch.setenv("SKILLEVAL_CLAUDE", str(program))
    refs = ["--repo", str(demo.path), "--base", demo.base_ref, "--head", demo.head_ref]
    lab = ["--model", "offline", "--agent", "claude-code", "--sandbox", "process"]
    code = main(["run", *refs, *lab, "--json", "--out", str(tmp_path / "run"), "--only=first-reply"])
    found = json.loads(capfd.readouterr().out)

    assert (code, found["verdict"], found["conclusion"]) == (3, "error", "failure")
    assert "positive control did not fire" in json.dumps(found)
    assert sum(found["health"].values()) == 0

    again = main(["grade", str(tmp_path / "run"), "--json"])
    regraded = json.loads(capfd.readouterr().out)

    assert (again, regraded["verdict"], regraded["conclusion"]) == (3, "error", "failure")
    assert "positive control did not fire" in json.dumps(regraded)
