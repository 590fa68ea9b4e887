"""action.yml, settings, documentation and workflows say the same, and pass the linters of the trade."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.action_docs import action, fresh_page
from skilleval.cli.runner.surroundings import DOTTED
from tests.github_double.fixtures import need

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "github.md").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
INPUTS = (
    "anthropic-api-key", "grader-api-key", "github-token", "agent", "model", "grader-model", "sandbox",
    "sandbox-image", "repeats", "max-cost-usd", "max-minutes", "bar-mode", "blocking", "on-missing-evals",
)  # fmt: skip
"""The inputs that are public (NAMES: settings with a star). One more or less is a change for users."""


def test_the_inputs_are_settings() -> None:
    """Each input is a setting under its dashed name, and there are no others."""
    assert tuple(action()["inputs"]) == INPUTS
    assert set(INPUTS) <= set(DOTTED)


def test_an_input_that_is_not_given_says_nothing() -> None:
    """Empty defaults let the base side's file speak; only the token has one."""
    defaults = {name: row["default"] for name, row in action()["inputs"].items() if row["default"]}

    assert defaults == {"github-token": "${{ github.token }}"}


def test_the_page_is_fresh() -> None:
    """Workflow and tables on the page are those of the files; `python scripts/action_docs.py` renews them."""
    assert fresh_page(PAGE) == PAGE


def test_outputs_are_those_that_the_action_sets() -> None:
    """What action.yml promises is what the code writes."""
    code = (ROOT / "src/skilleval/cli/action.py").read_text(encoding="utf-8")
    body = code[code.index("def _outputs") :]

    assert set(re.findall(r'^        "([a-z-]+)":', body, re.MULTILINE)) == set(action()["outputs"])


def test_errors_point_to_sections_that_exist() -> None:
    """Each `docs/github.md#section` in a message is a heading of the page."""
    code = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src").rglob("*.py"))
    anchors = set(re.findall(r"docs/github\.md#([a-z-]+)", code))
    headings = {line[3:].lower().replace(" ", "-") for line in PAGE.splitlines() if line.startswith("## ")}

    assert anchors <= headings
    assert anchors


def test_everything_is_pinned_by_commit() -> None:
    """Actions are used by their full sha, ours too."""
    for workflow in WORKFLOWS:
        uses = re.findall(r"uses: (\S+)", workflow.read_text(encoding="utf-8"))
        assert uses
        assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name) for name in uses), workflow.name


def test_the_post_step_is_in_the_image() -> None:
    """action.yml names a program that the image has."""
    program = action()["runs"]["post-entrypoint"]

    assert f"COPY docker/{Path(program).name} {program}" in (ROOT / "Dockerfile").read_text()
    assert (ROOT / "docker" / Path(program).name).stat().st_mode & 0o111


@pytest.mark.parametrize(
    "command",
    [
        ["zizmor", "--offline", "--no-progress", ".github/workflows", "action.yml"],
        ["actionlint", *(str(path) for path in WORKFLOWS)],
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *(str(p) for p in WORKFLOWS)],
        ["check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
    ],
    ids=["zizmor", "actionlint", "workflow-schema", "action-schema"],
)
def test_linters_find_nothing(command: list[str]) -> None:
    """Workflows and action are clean under the linters that others will run on them."""
    beside = Path(sys.executable).with_name(command[0])
    program = str(beside) if beside.is_file() else shutil.which(command[0])
    need("" if program else f"needs {command[0]}: pip install -r requirements/ci.txt")
    done = subprocess.run([str(program), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
