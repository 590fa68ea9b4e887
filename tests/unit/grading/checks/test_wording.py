"""Checks in words."""

from skilleval.domain.suite import BudgetCheck, CommandCheck, TextMatch
from skilleval.grading.checks.wording import wording


def test_wording_says_kind_and_parameters() -> None:
    """A check without a text of its own is told by what it asks for."""
    assert (
        wording(TextMatch(id="C", kind="must_match", pattern="ok")) == "must match: pattern ok, target answer"
    )
    assert wording(BudgetCheck(id="C", kind="budget", measure="tokens", at_most=9)) == (
        "budget: measure tokens, at_most 9.0"
    )


def test_long_parameters_are_cut() -> None:
    """A command line of a page is not a heading."""
    long = CommandCheck(id="C", kind="command", argv=("x" * 300,))

    assert len(wording(long)) < 200
