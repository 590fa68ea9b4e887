"""Which statements fell."""

from skilleval.report.items import item_rows
from tests.builders_report import a_graded


def test_statements_that_fell_come_first_with_evidence() -> None:
    """Each statement has its mean and n in both arms, and the worst candidate trial's evidence."""
    graded = [
        *(a_graded("s", "totals", "baseline", n) for n in (1, 2, 3)),
        a_graded("s", "totals", "candidate", 1),
        a_graded("s", "totals", "candidate", 2, score=0.2),
    ]
    fell, held = item_rows(graded, against="baseline")

    assert (fell.text, fell.old, fell.new, fell.n) == ("The answer names the total 30.00", 1.0, 0.5, (3, 2))
    assert (fell.change, fell.evidence, fell.trial) == (-0.5, "Total: 25.00", graded[4].trial)
    assert (held.kind, held.change) == ("soft", 0.0)


def test_void_and_errored_trials_say_nothing() -> None:
    """A trial that does not count leaves no trace in the statements."""
    graded = [
        a_graded("s", "totals", "baseline", 1, score=None),
        a_graded("s", "totals", "candidate", 1).model_copy(update={"void": "leaked"}),
    ]

    assert item_rows(graded, against="baseline") == ()


def test_a_statement_of_one_arm_did_not_fall() -> None:
    """Where an arm has no score there is no change to speak of."""
    rows = item_rows([a_graded("s", "totals", "candidate", 1)], against="control")

    assert [(row.old, row.new, row.change) for row in rows] == [(None, 1.0, 0.0)] * 2
