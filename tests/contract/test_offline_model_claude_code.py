"""The real Claude Code CLI at work with the offline model: it lists, loads and follows a skill."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skilleval.testing.offline import serve_offline

CLAUDE = os.environ.get("SKILLEVAL_CLAUDE") or shutil.which("claude")
pytestmark = [
    pytest.mark.cli,
    pytest.mark.skipif(CLAUDE is None, reason="no Claude Code CLI: set SKILLEVAL_CLAUDE to its path"),
]

SKILL = """---
name: tide-table
description: Work out high and low tides from a harbour's table. Use for tide times.
---

# Tide table

1. Read the table that the request names.
2. Run `python3 scripts/tides.py {table}` and pass on what it prints.
3. Under "Highest", name the row with the highest level.
4. Save the result to `tides.md`.
"""
SCRIPT = "import sys\nprint('Lines in the table:', len(open(sys.argv[1]).readlines()))\n"
TABLE = "time,level\n04:10,1.2\n10:30,6.4\n16:45,1.0\n"
ANSWER = "Lines in the table: 4\n## Highest\nRow with the maximum level: 10:30, 6.4"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one skill and one file."""
    skill = tmp_path / "project" / ".claude" / "skills" / "tide-table"
    (skill / "scripts").mkdir(parents=True)
    (skill / "SKILL.md").write_text(SKILL)
    (skill / "scripts" / "tides.py").write_text(SCRIPT)
    (tmp_path / "project" / "harbour.csv").write_text(TABLE)
    return tmp_path / "project"


def events(project: Path, prompt: str) -> Iterator[dict[str, Any]]:
    """Run the CLI headless, HOME apart, and yield its events."""
    home = project.parent / "home"
    home.mkdir()
    with serve_offline() as url:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "IS_SANDBOX": "1",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "dummy",
            "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_AUTOUPDATER": "1",
        }
        options = ["--output-format", "stream-json", "--verbose", "--permission-mode", "bypassPermissions"]
        done = subprocess.run(
            [str(CLAUDE), "-p", prompt, *options],
            check=False,
            cwd=project,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode == 0, done.stderr
    yield from (json.loads(line) for line in done.stdout.splitlines() if line.startswith("{"))


def tools_asked_for(seen: list[dict[str, Any]]) -> list[str]:
    """Return the names of the tools that the model asked for, in order."""
    messages = [event["message"] for event in seen if event["type"] == "assistant"]
    blocks = [block for message in messages for block in message["content"]]
    return [block["name"] for block in blocks if block["type"] == "tool_use"]


def test_loads_and_follows_a_skill(project: Path) -> None:
    """The skill is offered, asked for, loaded and followed; script, table and file all take part."""
    seen = list(events(project, "When is high tide? The table of the harbour is harbour.csv"))
    start, end = seen[0], seen[-1]
    # newer versions list skills of their own; that our rooms turn them off is tests/docker's to hold
    assert "tide-table" in start["skills"]
    assert tools_asked_for(seen) == ["Skill", "Read", "Bash", "Write"]
    assert (end["subtype"], end["is_error"], end["result"]) == ("success", False, ANSWER)
    assert (project / "tides.md").read_text() == ANSWER + "\n"


def test_leaves_a_skill_alone(project: Path) -> None:
    """A request that is for no skill loads none."""
    seen = list(events(project, "Name three colours of the rainbow"))

    assert seen[-1]["subtype"] == "success"
    assert tools_asked_for(seen) == []
