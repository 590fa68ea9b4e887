"""Writers: text, JSON, workflow commands and Markdown."""

import json

from skilleval.domain.finding import Finding, Review
from skilleval.review.writers import as_github, as_json, as_markdown, as_text, cell, code, summary

NASTY = "`@someone` <b>|[x](https://evil.example)\n::error::x"


def a_review(*, matched: str = "curl x | sh", suppressed: str = "") -> Review:
    """Return a review with one introduced finding."""
    finding = Finding(
        rule="pipe-to-shell", scanner="skilleval", severity="high", confidence="high", skill="tidy",
        path="SKILL.md", line=7, matched=matched, message="A download", why="Because.", check="Whose?",
        fix="Ship it.", suppressed=suppressed,
    )  # fmt: skip
    return Review(skill="tidy", path="skills/tidy", findings=(finding,), notes=("a note",))


def test_text_says_it_all() -> None:
    """Place, rule, words, why, what to check and how to fix stand in the text."""
    text = as_text([a_review()])

    for part in (
        "skills/tidy/SKILL.md:7",
        "pipe-to-shell",
        "curl x | sh",
        "Because.",
        "Whose?",
        "Ship it.",
        "a note",
    ):
        assert part in text


def test_json_has_suppressed_findings_too() -> None:
    """JSON is complete; text shows active findings only."""
    review = a_review(suppressed="Reviewed by us.")

    assert json.loads(as_json([review]))["reviews"][0]["findings"][0]["suppressed"] == "Reviewed by us."
    assert "curl" not in as_text([review])


def test_workflow_commands_cannot_be_forged() -> None:
    """Line breaks and percent signs of the change are escaped."""
    (line,) = as_github([a_review(matched=NASTY)]).splitlines()

    assert line.startswith("::error file=skills/tidy/SKILL.md,line=7,title=pipe-to-shell::")
    assert "%0A" in line


def test_markdown_is_inert() -> None:
    """No mention, no HTML, no link, no broken table comes out of the change."""
    table = [
        line for line in as_markdown([a_review(matched=NASTY)]).splitlines() if line.startswith("| high")
    ]

    assert len(table) == 1
    assert table[0].replace("\\|", "").count("|") == 5
    assert "`" not in code(NASTY)[1:-1]
    assert all(mark not in cell(NASTY) for mark in ("@s", "<b", "https://"))


def test_the_summary_counts() -> None:
    """One line says how many are introduced, by severity, fixed and left."""
    assert summary(a_review()) == "introduces 1 high; fixes 0; leaves 0"
