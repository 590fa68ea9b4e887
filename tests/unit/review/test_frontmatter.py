"""The frontmatter, inside bounds."""

import pytest

from skilleval.review.frontmatter import frontmatter_problem, listed_values, split_frontmatter


@pytest.mark.parametrize("raw", ["no head\n", "---\nname: a\n---\nbody\n", "---\n# only a comment\n---\n"])
def test_what_can_be_read_has_no_problem(raw: str) -> None:
    """A file without a head, and one with a mapping, are fine."""
    assert frontmatter_problem(raw, limit=1000) == ""


@pytest.mark.parametrize(
    "raw",
    [
        "---\nname: a\n",
        "---\n- a\n---\n",
        "---\na: [\n---\n",
        "---\na: " + "[" * 40 + "\n---\n",
        "---\na: b: c\n---\n",
    ],
)
def test_what_cannot_be_read_has_one(raw: str) -> None:
    """No end, no mapping, broken or deep YAML are problems."""
    assert frontmatter_problem(raw, limit=1000)


def test_the_head_is_found() -> None:
    """The text between the lines of dashes comes back."""
    assert split_frontmatter("---\na: 1\nb: 2\n---\nbody") == "a: 1\nb: 2"


@pytest.mark.parametrize(
    "line", ["allowed-tools: Read, Bash(git diff:*)", "allowed-tools: [Read, Bash(git diff:*)]",
             "allowed-tools:\n  - Read\n  - Bash(git diff:*)", "allowed-tools: Read Bash(git diff:*)"]
)  # fmt: skip
def test_lists_in_any_form(line: str) -> None:
    """One line, a flow list, a block list, and blanks instead of commas."""
    assert listed_values(f"---\n{line}\nname: x\n---\n", "allowed-tools") == ("Read", "Bash(git diff:*)")
