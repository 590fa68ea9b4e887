"""`must_match` and `must_not_match`."""

import pytest

from skilleval.domain.suite import TextMatch
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.text_match import mark
from skilleval.grading.exhibit import Exhibit
from tests.builders_grading import a_file, a_fixture


def check(kind: str, pattern: str, target: str = "answer") -> TextMatch:
    """Return a check of that kind."""
    return TextMatch.model_validate({"id": "C", "kind": kind, "pattern": pattern, "target": target})


@pytest.mark.parametrize(("kind", "pattern", "passed"), [
    ("must_match", "STOP", True), ("must_match", "stop to opt[- ]?out", True), ("must_match", "sent", False),
    ("must_not_match", "sent", True), ("must_not_match", "stop", False),
])  # fmt: skip
def test_answer_is_searched_in_any_case(kind: str, pattern: str, passed: bool) -> None:
    """The pattern is, or is not, in the answer."""
    assert mark(check(kind, pattern), Exhibit(Evidence(answer="Reply STOP to opt out."))).passed is passed


def test_evidence_names_line_and_text() -> None:
    """A hit is shown with its place."""
    found = mark(check("must_match", "STOP"), Exhibit(Evidence(answer="Hi!\nReply STOP.")))

    assert found.evidence == "answer, line 2: “Reply STOP.”"


def test_variable_look_behind_of_the_article_works() -> None:
    """A pattern that Python's own `re` refuses is searched all the same."""
    pattern = r"(?<!(nothing|not|never) )\b(was|were) sent\b"

    assert mark(check("must_not_match", pattern), Exhibit(Evidence(answer="nothing was sent"))).passed is True
    assert (
        mark(check("must_not_match", pattern), Exhibit(Evidence(answer="The mail was sent"))).passed is False
    )


@pytest.mark.parametrize("kind", ["must_match", "must_not_match"])
def test_missing_file_fails_both(kind: str) -> None:
    """A statement about a file that is not there does not hold: nothing goes green by absence."""
    assert mark(check(kind, "x", "out.md"), Exhibit(Evidence())).passed is False


def test_fixture_left_alone_is_read() -> None:
    """A given file that the agent did not change still lies there."""
    exhibit = Exhibit(Evidence(), (a_fixture("a.cfg", "secret=1"),))

    assert mark(check("must_not_match", "secret", "a.cfg"), exhibit).passed is False


@pytest.mark.parametrize("kind", ["must_match", "must_not_match"])
def test_binary_file_says_nothing(kind: str) -> None:
    """What is in a binary file is left open."""
    exhibit = Exhibit(Evidence(files=(a_file("out.bin", None, content=b"\x89PNG\0\xff"),)))

    found = mark(check(kind, "x", "out.bin"), exhibit)

    assert found.passed is None
    assert "binary" in found.evidence


def test_hostile_pattern_says_nothing() -> None:
    """A pattern that runs for ever is cut off, and is neither pass nor fail."""
    found = mark(check("must_match", r"(a+)+$"), Exhibit(Evidence(answer="a" * 5000 + "b")))

    assert found.passed is None
    assert "longer than" in found.evidence


def test_broken_pattern_says_nothing() -> None:
    """A pattern that cannot be read is the suite's fault, and is said."""
    assert mark(check("must_match", "("), Exhibit(Evidence(answer="x"))).passed is None
