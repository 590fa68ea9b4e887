"""Lint of eval files."""

import json

import pytest

from tests.builders_lint import a_subject, lint_of, rules_of


def with_statements(*statements: str) -> list[str]:
    """Return the rules for one task with these statements."""
    evals = [{"id": 1, "prompt": "Check bill.txt for me.", "assertions": list(statements)}]
    return rules_of(a_subject({"evals/evals.json": json.dumps(evals)}))


def test_readers_problems_come_through() -> None:
    """What a reader objects to is a remark on that file, at its line."""
    report = lint_of(a_subject({"evals/evals.json": "{\n\n  oops"}))
    (remark,) = [one for one in report.remarks if one.rule == "evals-error"]

    assert (remark.path, remark.line, remark.level) == ("skills/invoice-check/evals/evals.json", 3, "error")
    assert report.exit_code == 1


@pytest.mark.parametrize(
    "statement",
    [
        "The answer is good.",
        "Handles errors properly.",
        "Output is well formatted",
        "Follows best practices.",
    ],
)
def test_vague(statement: str) -> None:
    """Statements that leave open what is meant are named."""
    assert "evals-vague-statement" in with_statements(statement, "Does not claim a tax rate.")


@pytest.mark.parametrize(
    "statement",
    ["Names the 12.00 difference", "Writes report.md", 'Says "off by 12"', "Total is correct: 112.40"],
)
def test_not_vague(statement: str) -> None:
    """A number, a file or a quote makes a statement checkable."""
    assert "evals-vague-statement" not in with_statements(statement, "Does not claim a tax rate.")


def test_no_clean_case() -> None:
    """A suite in which nothing must not happen lets a skill pass that finds faults everywhere."""
    assert with_statements("Names the 12.00 difference") == ["evals-no-clean-case"]
    assert with_statements("Does not claim a tax rate that is not on the bill") == []


def test_doubles() -> None:
    """The same statement and the same prompt twice are named."""
    one = {"prompt": "Check bill.txt.", "assertions": ["No tax rate is named", "no tax rate  is named"]}
    rules = rules_of(a_subject({"evals/evals.json": json.dumps([{**one, "id": 1}, {**one, "id": 2}])}))

    assert rules == ["evals-duplicate"] * 3


def test_without_evals() -> None:
    """No evals at all is said."""
    assert "evals-missing" in [remark.rule for remark in lint_of(a_subject()).remarks]
