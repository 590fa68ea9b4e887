"""What every grader keeps to: the one that asks a model, and its fake."""

import asyncio
from collections.abc import Callable

import pytest

from skilleval.domain.suite import RubricItem
from skilleval.errors import GraderError
from skilleval.grading.graders.model import ModelGrader
from skilleval.ports import Grader, GraderClaim, GradingSheet, Models, ReadingQuestion, TextBlock
from skilleval.testing.grader import ScriptedGrader, refuses
from tests.builders_grading import CannedModels, offline_models
from tests.contract.chat_server import BridgedModels

SHEET = GradingSheet(
    blind_id="b1",
    prompt="Is the total right?",
    answer="The total of 62.00 is right. The file has 9 rows.",
    given_files=(("bill.csv", "item,amount\npaper,62.00\n"),),
    rubric=(
        RubricItem(id="R1", text="Says that the total is right"),
        RubricItem(id="R2", text="Names the total of 62.00", scale="halves"),
    ),
)
CLAIM = GraderClaim(claim="rows", quote="The file has 9 rows.", state="contradicted")

Make = Callable[[], tuple[Grader, Models]]
GRADERS: dict[str, Make] = {
    "model": lambda: (ModelGrader("offline"), offline_models()),
    "other vendor": lambda: (ModelGrader("offline"), BridgedModels(offline_models())),
    "scripted": lambda: (ScriptedGrader(), offline_models()),
}
DEAF: dict[str, Make] = {
    "model": lambda: (ModelGrader("mute"), CannedModels(lambda call: [TextBlock(text="no")])),
    "scripted": lambda: (ScriptedGrader(script=refuses), offline_models()),
}


@pytest.mark.parametrize("name", GRADERS)
def test_every_item_is_graded_once_in_the_order_of_the_rubric(name: str) -> None:
    """By its id, on its scale, with a passage of the answer where it is met."""
    grader, models = GRADERS[name]()

    async def grade() -> list[tuple[str, float, str]]:
        async with models.open() as model:
            reply = await grader.grade(SHEET, model)
        return [(item.id, item.score, item.evidence) for item in reply.items]

    graded = asyncio.run(grade())

    assert [item_id for item_id, _, _ in graded] == ["R1", "R2"]
    assert all(score in {0.0, 0.5, 1.0} for _, score, _ in graded)
    assert all(evidence in SHEET.answer for _, score, evidence in graded if score)


@pytest.mark.parametrize("name", GRADERS)
def test_sheet_without_rubric_has_no_items(name: str) -> None:
    """Claims alone may be asked for."""
    grader, models = GRADERS[name]()

    async def grade() -> int:
        async with models.open() as model:
            return len((await grader.grade(SHEET.model_copy(update={"rubric": ()}), model)).items)

    assert asyncio.run(grade()) == 0


@pytest.mark.parametrize("name", GRADERS)
def test_second_look_is_yes_or_no(name: str) -> None:
    """And agrees on a claim that the material contradicts."""
    grader, models = GRADERS[name]()

    async def confirm() -> bool:
        async with models.open() as model:
            return await grader.confirm(SHEET, CLAIM, model)

    assert asyncio.run(confirm()) is True


@pytest.mark.parametrize("name", GRADERS)
def test_every_passage_is_read_once_in_order(name: str) -> None:
    """Yes where it plainly states what it was read to state."""
    grader, models = GRADERS[name]()
    reading = "how many of what it counts bill.csv has; the number it states for it is 9"
    asked = [ReadingQuestion(id=f"P{n}", quote="The file has 9 rows.", reading=reading) for n in range(7)]

    async def read() -> list[tuple[str, bool]]:
        async with models.open() as model:
            return [(one.id, one.states) for one in await grader.read(SHEET, asked, model)]

    assert asyncio.run(read()) == [(f"P{n}", True) for n in range(7)]


@pytest.mark.parametrize("name", DEAF)
def test_no_usable_reply_is_a_grader_error(name: str) -> None:
    """Never a grade."""
    grader, models = DEAF[name]()

    async def grade() -> None:
        async with models.open() as model:
            await grader.grade(SHEET, model)

    with pytest.raises(GraderError):
        asyncio.run(grade())


@pytest.mark.parametrize("name", GRADERS)
def test_grader_has_a_name_for_the_provenance(name: str) -> None:
    """So that a report says who graded."""
    assert GRADERS[name]()[0].name
