"""SKILL.md as hosts read it."""

import pytest

from skilleval.changes.skill_md import read_skill_md
from skilleval.errors import SkillError


def test_parts() -> None:
    """Name, description, body with its first line, and all other keys as text."""
    text = "---\nname: a\ndescription: b c\nversion: 1.10\ndisable-model-invocation: true\n---\n\n# Title\n"
    skill = read_skill_md(text.encode(), folder="x").text

    assert (skill.name, skill.description, skill.body, skill.body_line) == ("a", "b c", "\n# Title\n", 7)
    assert skill.frontmatter["version"] == "1.10"
    assert skill.frontmatter["disable-model-invocation"] is True


def test_line_ends_and_mark_change_nothing() -> None:
    """CRLF and a byte order mark give the same skill."""
    text = "---\nname: a\ndescription: b\n---\nbody\n"
    plain = read_skill_md(text.encode(), folder="x")

    assert read_skill_md(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), folder="x") == plain


@pytest.mark.parametrize(
    "front",
    [
        "description: Use when: the user asks",
        "description: a\ndescription: b",
        "description: 'it's'",
        "x: [\ndescription: b",
    ],
)
def test_what_is_no_yaml_is_read_line_by_line(front: str) -> None:
    """Hosts are forgiving: such a skill is measured, and the reader's objection is kept."""
    reading = read_skill_md(f"---\nname: a\n{front}\n---\n".encode(), folder="x")

    assert reading.text.description
    assert "not every host" in reading.remarks[0].message


def test_without_a_name_the_folder_counts() -> None:
    """Claude Code does the same; it is said."""
    reading = read_skill_md(b"---\ndescription: b\n---\n", folder="the-folder")

    assert reading.text.name == "the-folder"
    assert "the-folder" in reading.remarks[0].message


def test_a_rule_in_the_body_closes_nothing() -> None:
    """Only the first line of three dashes ends the frontmatter; a --- inside a value does not."""
    text = "---\nname: a\ndescription: b --- c\n---\nbody\n---\nmore\n"

    skill = read_skill_md(text.encode(), folder="x").text

    assert (skill.description, skill.body) == ("b --- c", "body\n---\nmore\n")


@pytest.mark.parametrize(
    "raw", [b"", b"---", b"---\n---\n", b"text", b"\xff", b"---\nname: [a]\n---\n", b"x" * 1_000_001]
)
def test_what_no_host_could_load(raw: bytes) -> None:
    """The error names the file and the reason."""
    with pytest.raises(SkillError, match=r"^SKILL\.md: "):
        read_skill_md(raw, folder="x")
