"""Files outside of skills that the review reads."""

from pathlib import Path

from tests.builders_changes import Checkout, skill_md


def test_both_sides(tmp_path: Path) -> None:
    """Agent settings and files that a skill names come from each side; skills' own files do not."""
    checkout = Checkout(tmp_path)
    checkout.write(
        {
            "skills/a/SKILL.md": skill_md("a", body="See ../../shared/style.md for style.\n"),
            "skills/a/hooks/own.sh": "x",
            "shared/style.md": "old",
            "shared/other.md": "x",
            ".mcp.json": "{}",
            "src/main.py": "x",
        }
    ).commit()
    checkout.git("branch", "base")
    checkout.write(
        {"shared/style.md": "new", ".claude/settings.json": "{}", "skills/a/more.md": "x"}
    ).commit()

    found = checkout.changes("base", "main")

    assert {file.path: file.content for file in found.base_files} == {
        ".mcp.json": b"{}",
        "shared/style.md": b"old",
    }
    assert [file.path for file in found.head_files] == [
        ".claude/settings.json",
        ".mcp.json",
        "shared/style.md",
    ]


def test_what_is_too_large_is_said(tmp_path: Path) -> None:
    """A file that is not read is named: the review must not look clean by absence."""
    checkout = Checkout(tmp_path)
    checkout.write({"skills/a/SKILL.md": skill_md("a")}).commit()
    checkout.git("branch", "base")
    checkout.write({".mcp.json": "x" * 1_000_001, "skills/a/more.md": "x"}).commit()

    found = checkout.changes("base", "main")

    assert found.head_files == ()
    assert found.notes == ("not read by the review, too large or too many: .mcp.json",)
