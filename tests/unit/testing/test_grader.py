"""The scripted grader."""

import asyncio

import pytest

from skilleval.domain.suite import RubricItem
from skilleval.errors import GraderError
from skilleval.ports import GraderClaim, GradingSheet
from skilleval.testing.grader import ScriptedGrader, refuses
from tests.builders_grading import CannedModels

SHEET = GradingSheet(blind_id="b", prompt="p", answer="a", rubric=(RubricItem(id="R1", text="x"),))
NO_MODEL = CannedModels(lambda call: [])


def test_it_says_what_the_script_says_and_remembers_the_sheets() -> None:
    """By default everything is met, with the answer as evidence."""
    grader = ScriptedGrader()
    reply = asyncio.run(grader.grade(SHEET, NO_MODEL))

    assert (reply.items[0].score, reply.items[0].evidence) == (1.0, "a")
    assert grader.sheets == [SHEET]
    assert NO_MODEL.calls == []


@pytest.mark.parametrize("confirms", [True, False])
def test_it_confirms_or_not(confirms: bool) -> None:
    """As told, and remembers what it was asked."""
    grader = ScriptedGrader(confirms=confirms)
    claim = GraderClaim(claim="c", quote="q", state="contradicted")

    assert asyncio.run(grader.confirm(SHEET, claim, NO_MODEL)) is confirms
    assert grader.asked_to_confirm == [claim]


def test_it_can_refuse() -> None:
    """As a grader that twice gave nothing usable."""
    with pytest.raises(GraderError):
        asyncio.run(ScriptedGrader(script=refuses).grade(SHEET, NO_MODEL))
