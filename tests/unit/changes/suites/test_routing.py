"""Routing sets."""

import json

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import Suite


def suite_of(value: object) -> Suite:
    """Return the suite of a routing file."""
    return read_suite({"evals/routing.json": bundle_file("evals/routing.json", json.dumps(value).encode())})


def test_routing() -> None:
    """One, several in order, or none may be expected."""
    suite = suite_of(
        [
            {"query": "a", "expected_skills": ["x"]},
            {"query": "b", "expected_skills": ["x", "y"], "id": 7},
            {"query": "c", "expected_skills": []},
        ]
    )

    assert [query.expected_skills for query in suite.routing] == [("x",), ("x", "y"), ()]
    assert suite.routing[1].id == "7"
    assert suite.problems == ()


def test_faults_have_a_place() -> None:
    """What cannot be used is named; the rest is read."""
    suite = suite_of([{"query": "a", "expected_skills": "x"}, {"query": "", "expected_skills": []}, 5])

    assert suite.routing == ()
    assert [problem.where for problem in suite.problems] == ["/0/expected_skills", "/1/query", "/2"]
