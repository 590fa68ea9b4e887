"""What the review reads outside of skills."""

import pytest

from skilleval.domain.outside import is_review_file, outside_paths
from tests.builders_review import a_bundle


@pytest.mark.parametrize(
    "path",
    [".mcp.json", ".claude/settings.json", "plugin/hooks/hooks.json", "CLAUDE.md", ".husky/pre-commit"],
)
def test_agent_configuration_is_read(path: str) -> None:
    """Files that configure an agent or run by themselves are read wherever they are."""
    assert is_review_file(path)


@pytest.mark.parametrize("path", ["", "README.md", "src/app.py", "docs/hooks.md"])
def test_other_files_are_not(path: str) -> None:
    """Ordinary files of the repository are none of the review's business."""
    assert not is_review_file(path)


def test_what_a_skill_points_to_is_found() -> None:
    """Relative paths that leave the folder and stay in the repository are resolved; others are dropped."""
    body = "Run `python ../shared/fix.py`, see [x](../../docs/a.md), "
    body += "[y](../../../etc/passwd), [z](../tidy/a.md)\n"

    assert outside_paths(a_bundle(body=body)) == ("docs/a.md", "skills/shared/fix.py")
