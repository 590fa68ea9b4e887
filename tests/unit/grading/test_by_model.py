"""Grading one sheet by a grader: what it says is looked up before it counts."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from skilleval.domain.grade import Claim
from skilleval.domain.suite import RubricItem
from skilleval.domain.trial import Usage
from skilleval.errors import GraderError
from skilleval.grading.by_model import Bench, MeteredModel, ModelMarks, mark_by_model, read_again
from skilleval.ports import GraderClaim, GraderItem, GraderReply, GradingSheet
from skilleval.testing.grader import ScriptedGrader
from tests.builders_grading import CannedModels, a_reply

SHEET = GradingSheet(
    blind_id="b1", prompt="Check", answer="The total is 62.00. It has a tax of 5.",
    rubric=(RubricItem(id="R1", text="Names the total"), RubricItem(id="R2", text="Names the rate")),
)  # fmt: skip


def said(*items: tuple[str, float, str], claims: Sequence[GraderClaim] = ()) -> GraderReply:
    """Return a reply with (id, score, quote) items."""
    return GraderReply(
        items=tuple(GraderItem(id=name, score=score, evidence=quote) for name, score, quote in items),
        claims=tuple(claims),
    )


def replies(*each: GraderReply) -> Callable[[GradingSheet], GraderReply]:
    """Return a script that gives these replies one after the other."""
    left = list(each)
    return lambda sheet: left.pop(0)


def marks(grader: ScriptedGrader, *, votes: int = 1, known: Sequence[Claim] = ()) -> ModelMarks:
    """Return the marks of the sheet."""
    model = MeteredModel(CannedModels(lambda call: []))
    return asyncio.run(mark_by_model(SHEET, known, Bench(grader, model, votes)))


def test_item_with_invented_evidence_is_graded_again() -> None:
    """Only that item, with the reason, and its second grade counts."""
    grader = ScriptedGrader(
        replies(said(("R1", 1, "total is 62.00"), ("R2", 1, "rate 7")), said(("R2", 0, "")))
    )

    found = marks(grader)

    assert [item.score for item in found.items] == [1.0, 0.0]
    assert [item.id for item in grader.sheets[1].rubric] == ["R2"]
    assert "R2: the quoted passage is not in" in grader.sheets[1].remark
    assert grader.sheets[1].wants_claims is False


def test_invented_twice_is_the_graders_failure() -> None:
    """It is raised: errored, never a 0."""
    grader = ScriptedGrader(lambda sheet: said(*((item.id, 1, "rate 7") for item in sheet.rubric)))

    with pytest.raises(GraderError, match="R1"):
        marks(grader)


def test_met_without_a_passage_twice_is_not_met() -> None:
    """The burden of proof lies on the statement."""
    grader = ScriptedGrader(lambda sheet: said(*((item.id, 1, "") for item in sheet.rubric)))

    found = marks(grader)

    assert [(item.score, item.unsupported) for item in found.items] == [(0.0, True), (0.0, True)]


def test_votes_are_asked_under_other_ids() -> None:
    """No cache may answer for another vote; the majority decides."""
    grader = ScriptedGrader(replies(
        said(("R1", 1, "total is 62.00"), ("R2", 0, "")), said(("R1", 1, "62.00"), ("R2", 1, "tax of 5")),
        said(("R1", 0, ""), ("R2", 0, "")),
    ))  # fmt: skip

    found = marks(grader, votes=3)

    assert [sheet.blind_id for sheet in grader.sheets] == ["b1", "b1-2", "b1-3"]
    assert [item.score for item in found.items] == [1.0, 0.0]
    assert found.items[0].note == "2 of 3 votes agree"


def claim(quote: str, state: str = "contradicted", kind: str = "") -> GraderClaim:
    """Return a claim of the grader."""
    return GraderClaim.model_validate(
        {"claim": quote, "quote": quote, "state": state, "kind": kind, "evidence": "e"}
    )


ALL_FAIL = (("R1", 0.0, ""), ("R2", 0.0, ""))


@pytest.mark.parametrize("confirms", [True, False])
def test_contradicted_claim_needs_a_second_look(confirms: bool) -> None:
    """It is confirmed, or it does not count."""
    grader = ScriptedGrader(
        lambda sheet: said(*ALL_FAIL, claims=[claim("It has a tax of 5")]), confirms=confirms
    )

    found = marks(grader).claims[0]

    assert (found.state, found.confirmed, found.by) == ("contradicted", confirms, "model")
    assert len(grader.asked_to_confirm) == 1


def test_claim_that_is_not_in_the_answer_is_left_unchecked() -> None:
    """A grader cannot put words into an answer."""
    grader = ScriptedGrader(lambda sheet: said(*ALL_FAIL, claims=[claim("It costs 99")]))

    found = marks(grader).claims[0]

    assert (found.state, found.confirmed) == ("unchecked", False)
    assert grader.asked_to_confirm == []


def test_claim_that_code_has_settled_is_not_asked_about() -> None:
    """Code's word stands, and nothing is counted twice."""
    known = Claim(text="x", kind="k", state="verified", quote="It has a tax of 5.", by="code")
    grader = ScriptedGrader(
        lambda sheet: said(*ALL_FAIL, claims=[claim("it has a tax of 5"), claim("It has a tax of 5")])
    )

    assert marks(grader, known=[known]).claims == ()


def test_the_same_claim_of_two_votes_counts_once() -> None:
    """Votes agree on claims, too."""
    grader = ScriptedGrader(lambda sheet: said(*ALL_FAIL, claims=[claim("It has a tax of 5", "verified")]))

    assert len(marks(grader, votes=2).claims) == 1


def test_feedback_is_kept_once() -> None:
    """What the grader says of the evals is passed on."""
    reply = said(*ALL_FAIL).model_copy(update={"feedback": ("R1 is weak",)})

    assert marks(ScriptedGrader(lambda sheet: reply), votes=2).feedback == ("R1 is weak",)


def test_metered_model_sums_every_reply() -> None:
    """Also that of a reply which could not be used."""
    from skilleval.ports import ModelCall

    model = MeteredModel(CannedModels(lambda call: a_reply([])))
    call = ModelCall(model="m", system="", messages=())

    asyncio.run(model.reply(call))
    asyncio.run(model.reply(call))

    assert model.usage == Usage(fresh_tokens=20, output_tokens=10, calls=2, cost_usd=0.02)


SETTLED = Claim(
    text="x", kind="k", state="contradicted", quote="It has a tax of 5.", evidence="4 follow", by="code",
    confirmed=True,
)  # fmt: skip


def reread(grader: ScriptedGrader, *claims: Claim) -> tuple[Claim, ...]:
    """Return the claims after the second reader."""
    bench = Bench(grader, MeteredModel(CannedModels(lambda call: [])))
    return asyncio.run(read_again(SHEET, claims, claims, bench))


@pytest.mark.parametrize("states", [True, False])
def test_false_claim_that_code_found_is_read_by_somebody_else(states: bool) -> None:
    """Code cannot miscount, and it can misread: who reads otherwise takes the claim out of the count."""
    grader = ScriptedGrader(reads=lambda asked: states)

    (found,) = reread(grader, SETTLED)

    assert (found.state, found.confirmed) == ("contradicted", states)
    assert len(grader.asked_to_read) == 1


def test_nothing_is_asked_without_a_false_claim() -> None:
    """A call costs money."""
    grader = ScriptedGrader()
    true = SETTLED.model_copy(update={"state": "verified", "confirmed": False})

    assert reread(grader, true) == (true,)
    assert grader.asked_to_read == []
