"""Lint of tasks and queries that give the skill away."""

import json

import pytest

from skilleval.changes.lint.subject import Subject
from tests.builders_lint import a_subject, rules_of

SECRET = "Add up every line of the bill and compare the sum with the printed total before anything else."


def with_eval(prompt: str, *statements: str, name: str = "invoice-check") -> Subject:
    """Return a skill with one task."""
    evals = [{"id": 1, "prompt": prompt, "assertions": [*statements, "Does not claim a tax rate"]}]
    text = f"---\nname: {name}\ndescription: Checks bills. Use when asked.\n---\n\n{SECRET}\n"
    files = {"SKILL.md": text, "evals/evals.json": json.dumps(evals), "scripts/add_up.py": "x"}
    return a_subject(files, name=name)


@pytest.mark.parametrize(
    ("prompt", "name", "leaks"),
    [
        ("Use invoice-check on bill.txt", "invoice-check", True),
        ("Run an Invoice Check on bill.txt", "invoice-check", True),
        ("Please use the pdf skill", "pdf", True),
        ("Run /pdf now", "pdf", True),
        ("Read bill.pdf for me", "pdf", False),
        ("Is the invoice right? Check it.", "invoice-check", False),
    ],
)
def test_names(prompt: str, name: str, leaks: bool) -> None:
    """A prompt that names the skill is a leak; a common word that is also a name is not."""
    assert ("leak-name" in rules_of(with_eval(prompt, name=name))) == leaks


def test_quotes() -> None:
    """Eight words in a row out of SKILL.md are no chance."""
    quoting = with_eval("Please add up every line of the bill and compare the sum with mine.")
    other = with_eval("Please add up the bill and see whether the sum is right.")

    assert "leak-quote" in rules_of(quoting)
    assert "leak-quote" not in rules_of(other)


@pytest.mark.parametrize(
    ("statement", "is_adherence"),
    [
        ("Uses the invoice-check skill", True),
        ("Runs scripts/add_up.py", True),
        ("Follows the steps of SKILL.md", True),
        ("Says that the total is off by 12.00", False),
        ("Names invoice-check.txt", False),
        ("Writes its own add_up.py", False),
        ("Writes my-scripts/add_up.py", False),
        ("Calls .claude/skills/invoice-check/scripts/add_up.py", True),
    ],
)
def test_adherence(statement: str, is_adherence: bool) -> None:
    """What only an agent with the skill could meet is marked in the suite and said by the lint."""
    subject = with_eval("Is bill.txt right?", statement)

    assert subject.suite.tasks[0].rubric[0].adherence == is_adherence
    assert ("leak-adherence" in rules_of(subject)) == is_adherence


def test_authors_may_mark_it() -> None:
    """A statement can say itself that it is adherence."""
    evals = [{"id": 1, "prompt": "p", "assertions": [{"text": "Shows a table.", "adherence": True}]}]
    subject = a_subject({"evals/evals.json": json.dumps(evals)})

    assert subject.suite.tasks[0].rubric[0].adherence
    assert not subject.suite.tasks[0].is_gradable


def test_queries() -> None:
    """A query that quotes the description tests its own words; one that names the skill tests its name."""
    queries = [
        {"query": "can you verify a bill, a PDF invoice or what", "should_trigger": True},
        {"query": "run invoice-check on this thing here please", "should_trigger": True},
        {"query": "write me an invoice-check routine in C", "should_trigger": False},
    ]
    rules = rules_of(a_subject({"evals/triggers.json": json.dumps(queries)}))

    assert rules.count("leak-quote") == 1
    assert rules.count("leak-name") == 1
