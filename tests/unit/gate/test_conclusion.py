"""The table of DESIGN.md section 6: every row, and no other outcome."""

from typing import Literal, get_args

import pytest

from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Conclusion, VerdictWord
from skilleval.gate.conclusion import (
    ROW_WORDS,
    LiteralBar,
    Row,
    Standing,
    conclude,
    row_of,
    worst_conclusion,
    worst_verdict,
)

Mode = Literal["strict", "guard"]
LITERALS: tuple[LiteralBar, ...] = ("pass", "fail", None)
VERDICTS: tuple[VerdictWord, ...] = ("pass", "fail", "inconclusive", "error")
TABLE: tuple[tuple[LiteralBar, VerdictWord, bool, Conclusion, Conclusion], ...] = (
    # literal bar, verdict, both at 1.0, strict, guard
    ("pass", "pass", False, "success", "success"),
    ("pass", "inconclusive", False, "success", "success"),
    ("fail", "inconclusive", False, "failure", "neutral"),
    ("fail", "inconclusive", True, "success", "success"),
    ("pass", "fail", False, "failure", "failure"),
    ("fail", "fail", False, "failure", "failure"),
    (None, "fail", False, "failure", "failure"),
    (None, "pass", False, "success", "success"),
    ("pass", "error", False, "failure", "failure"),
    ("fail", "error", False, "failure", "failure"),
    (None, "error", False, "failure", "failure"),
)


@pytest.mark.parametrize(("literal", "verdict", "ceiling", "strict", "guard"), TABLE)
def test_row(
    literal: LiteralBar, verdict: VerdictWord, ceiling: bool, strict: Conclusion, guard: Conclusion
) -> None:
    """Each row of the table gives its two conclusions."""
    standing = Standing(literal, verdict, is_ceiling=ceiling)

    assert conclude(standing, Bar(mode="strict")) == strict
    assert conclude(standing, Bar(mode="guard")) == guard


@pytest.mark.parametrize("mode", ["strict", "guard"])
@pytest.mark.parametrize(
    ("wish", "conclusion"), [("neutral", "neutral"), ("fail", "failure"), ("pass", "success")]
)
def test_missing_evals_follow_the_setting(
    wish: Literal["neutral", "fail", "pass"], conclusion: Conclusion, mode: Mode
) -> None:
    """Without evals the check shows what `on-missing-evals` says, in both modes."""
    bar = Bar(mode=mode, on_missing_evals=wish)

    assert conclude(Standing(None, "inconclusive"), bar) == conclusion


@pytest.mark.parametrize(
    ("wish", "conclusion"), [("neutral", "neutral"), ("fail", "failure"), ("pass", "neutral")]
)
def test_broken_evals_are_never_green(
    wish: Literal["neutral", "fail", "pass"], conclusion: Conclusion
) -> None:
    """Whoever lets skills without evals pass has not said so of evals that cannot be used."""
    standing = Standing(None, "inconclusive", has_broken_evals=True)

    assert conclude(standing, Bar(on_missing_evals=wish)) == conclusion


def test_every_standing_has_a_row_and_every_row_a_standing() -> None:
    """Whatever comes together falls into one of the rows, and none of them is there in vain."""
    standings = [
        Standing(literal, verdict, is_ceiling=ceiling, is_waiting=waiting, has_broken_evals=broken)
        for literal in LITERALS
        for verdict in VERDICTS
        for ceiling in (False, True)
        for waiting in (False, True)
        for broken in (False, True)
    ]

    assert set(VERDICTS) == set(get_args(VerdictWord))
    assert {row_of(standing) for standing in standings} == set(get_args(Row)) == set(ROW_WORDS)


def test_error_and_harm_are_never_green() -> None:
    """No setting but `blocking: false` turns an error or shown harm into anything but failure."""
    bars = [
        Bar.model_validate({"mode": mode, "on_missing_evals": wish})
        for mode in ("strict", "guard")
        for wish in ("neutral", "fail", "pass")
    ]

    assert {
        conclude(Standing(literal, verdict, is_ceiling=ceiling), bar)
        for literal in LITERALS
        for verdict in VERDICTS[1::2]
        for ceiling in (False, True)
        for bar in bars
    } == {"failure"}


def test_a_trial_period_is_green() -> None:
    """With `blocking: false` the check is green whatever happened."""
    for literal in LITERALS:
        for verdict in VERDICTS:
            assert conclude(Standing(literal, verdict), Bar(blocking=False)) == "success"


def test_waiting_asks_for_somebody() -> None:
    """Where no trial was made for want of rights, the check asks for action."""
    assert conclude(Standing(None, "inconclusive", is_waiting=True), Bar()) == "action_required"


def test_the_worst_counts() -> None:
    """Over several skills the worst verdict and the worst conclusion count."""
    assert worst_verdict(["pass", "inconclusive", "error", "fail"]) == "error"
    assert worst_verdict(["pass", "inconclusive", "fail"]) == "fail"
    assert worst_conclusion(["success", "neutral", "action_required"]) == "action_required"
    assert worst_conclusion(["success", "failure", "action_required"]) == "failure"
    assert (worst_verdict([]), worst_conclusion([])) == ("pass", "success")
