"""Lint reports as text, JSON and workflow commands."""

import json

from skilleval.changes.lint import LintReport, github_text, json_text, plain_text
from skilleval.domain.remark import Remark
from tests.builders_lint import a_subject, lint_of

HOSTILE = Remark(
    rule="spec-name",
    level="error",
    skill="a",
    path="a,b:c/SKILL.md",
    line=2,
    message="x\n::set-output name=y::z\x1b[31m",
)


def test_text() -> None:
    """By file, with counts and cost."""
    text = plain_text(lint_of(a_subject(front="discription: x\n")))

    assert "skills/invoice-check/SKILL.md\n" in text
    assert "unknown key 'discription'" in text
    assert "1 errors" in text
    assert "listed" in text


def test_text_is_inert() -> None:
    """No control character of a pull request reaches the terminal."""
    text = plain_text(LintReport(remarks=(HOSTILE,)))

    assert "\x1b" not in text
    assert "\n::set-output" not in text


def test_json() -> None:
    """The report as it is, and nothing else."""
    report = lint_of(a_subject())

    assert LintReport.model_validate(json.loads(json_text(report))) == report


def test_github() -> None:
    """One command a line; what a pull request says cannot start another one."""
    lines = github_text(LintReport(remarks=(HOSTILE,))).splitlines()

    assert len(lines) == 1
    assert lines[0].startswith("::error file=a%2Cb%3Ac/SKILL.md,line=2,title=spec-name::x%0A::set-output")
