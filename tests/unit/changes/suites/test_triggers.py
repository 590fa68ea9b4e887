"""Trigger lists under all their names."""

import json

import pytest

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import Suite

ITEMS = [
    {"query": "Check my bill", "should_trigger": True},
    {"query": "Write a bill", "should_trigger": False},
]
WAZA = """
skill: alpha
should_trigger_prompts:
  - {prompt: Check my bill, reason: explicit, confidence: high}
should_not_trigger_prompts:
  - prompt: Write a bill
"""


def suite_of(path: str, value: object) -> Suite:
    """Return the suite of one file."""
    text = value if isinstance(value, str) else json.dumps(value)
    return read_suite({path: bundle_file(path, text.encode())})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("trigger-eval.json", ITEMS),
        ("trigger_eval.json", ITEMS),
        ("evals/eval_set.json", ITEMS),
        ("evals/eval_queries.json", {"queries": ITEMS}),
        ("evals/triggers.json", {"skill_name": "a", "evals": ITEMS}),
        ("evals/train_queries.json", ITEMS),
        ("evals/any-name.json", ITEMS),
        ("evals/any-name.jsonl", "\n".join(json.dumps(item) for item in ITEMS)),
        ("evals/trigger_tests.yaml", WAZA),
        ("trigger_tests.yaml", WAZA),
    ],
)
def test_names_and_shapes(path: str, value: object) -> None:
    """Each gives the same two queries."""
    suite = suite_of(path, value)

    assert [(query.query, query.should_trigger) for query in suite.queries] == [
        ("Check my bill", True),
        ("Write a bill", False),
    ]
    assert [problem for problem in suite.problems if problem.level == "error"] == []
    assert len({query.id for query in suite.queries}) == 2


def test_ids_do_not_depend_on_the_place() -> None:
    """Base and head are compared by id: a list that is re-ordered has the same ids."""
    there = suite_of("triggers.json", ITEMS).queries
    back = suite_of("triggers.json", ITEMS[::-1]).queries

    assert {query.id: query.query for query in there} == {query.id: query.query for query in back}


def test_the_same_query_twice() -> None:
    """Twice the same request, even in other letters, is an error; the first stays."""
    suite = suite_of("triggers.json", [*ITEMS, {"query": "check  my BILL", "should_trigger": False}])

    assert len(suite.queries) == 2
    assert "stands twice" in suite.problems[0].message


@pytest.mark.parametrize(
    ("item", "where"),
    [
        ("text", "/0"),
        ({"should_trigger": True}, "/0/query"),
        ({"query": " ", "should_trigger": True}, "/0/query"),
        ({"query": "q"}, "/0/should_trigger"),
        ({"query": "q", "should_trigger": "yes"}, "/0/should_trigger"),
    ],
)
def test_what_is_no_query(item: object, where: str) -> None:
    """Each fault has its place, and the other queries are still read."""
    suite = suite_of("triggers.json", [item, *ITEMS])

    assert [problem.where for problem in suite.problems] == [where]
    assert len(suite.queries) == 2
