"""Grading one sheet by the model grader: votes, evidence looked up by code, claims confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from skilleval.domain.grade import Claim, ItemGrade
from skilleval.domain.trial import Usage
from skilleval.grading.claims.judged import claim_from, is_known
from skilleval.grading.readings import after_reading, questions_for
from skilleval.grading.support import FAULTS, fault_of
from skilleval.grading.votes import Vote, tally
from skilleval.ports import Grader, GraderReply, GradingSheet, Model, ModelCall, ModelReply

Ballot = tuple[GraderReply, dict[str, Vote]]


@dataclass(frozen=True)
class ModelMarks:
    """What the grader says of one answer: rubric items, claims, feedback on the evals."""

    items: tuple[ItemGrade, ...]
    claims: tuple[Claim, ...]
    feedback: tuple[str, ...]


@dataclass
class MeteredModel:
    """A model whose usage is summed, also that of replies which could not be used."""

    inner: Model
    usage: Usage = field(default_factory=Usage)

    async def reply(self, call: ModelCall) -> ModelReply:
        """Return the inner model's reply, and keep what it cost."""
        reply = await self.inner.reply(call)
        self.usage = self.usage + reply.usage
        return reply


@dataclass(frozen=True)
class Bench:
    """The grader, the model it asks, and how many votes an answer gets."""

    grader: Grader
    model: Model
    votes: int = 1


async def mark_by_model(sheet: GradingSheet, known: Sequence[Claim], bench: Bench) -> ModelMarks:
    """Return the marks of one sheet; `known` are claims that code has settled already.

    Raises GraderError and ModelError.
    """
    ballots = [await _ballot(_for_vote(sheet, vote), bench) for vote in range(1, bench.votes + 1)]
    replies = [reply for reply, _ in ballots]
    items = tuple(tally(item, [votes[item.id] for _, votes in ballots]) for item in sheet.rubric)
    claims = await _claims(replies, sheet, known, bench)
    feedback = tuple(dict.fromkeys(line for reply in replies for line in reply.feedback))
    return ModelMarks(items, claims, feedback)


async def read_again(
    sheet: GradingSheet, claims: Sequence[Claim], shown: Sequence[Claim], bench: Bench
) -> tuple[Claim, ...]:
    """Return the claims that code settled, the false ones read by a second reader; `shown` are redacted.

    Without a false claim nothing is asked. Raises GraderError and ModelError.
    """
    questions = questions_for(claims, shown)
    if not questions:
        return tuple(claims)
    return after_reading(claims, await bench.grader.read(sheet, questions, bench.model))


def _for_vote(sheet: GradingSheet, vote: int) -> GradingSheet:
    """Return the sheet of one vote: its id differs, so that no cache answers for another vote."""
    return sheet if vote == 1 else sheet.model_copy(update={"blind_id": f"{sheet.blind_id}-{vote}"})


async def _ballot(sheet: GradingSheet, bench: Bench) -> Ballot:
    """Return one vote on every item; items whose evidence does not stand are graded once more."""
    reply = await bench.grader.grade(sheet, bench.model)
    votes = _votes(reply, sheet)
    faults = {item_id: vote.fault for item_id, vote in votes.items() if vote.fault is not None}
    if faults:
        said = "; ".join(f"{item_id}: {FAULTS[fault]}" for item_id, fault in faults.items())
        again = sheet.model_copy(
            update={
                "rubric": tuple(item for item in sheet.rubric if item.id in faults),
                "remark": f"An earlier grading did not stand. {said}.",
                "wants_claims": False,
            }
        )
        votes |= _votes(await bench.grader.grade(again, bench.model), again)
    return reply, votes


def _votes(reply: GraderReply, sheet: GradingSheet) -> dict[str, Vote]:
    given = {item.id: item for item in reply.items}
    return {
        rubric.id: Vote(given[rubric.id], fault_of(given[rubric.id], rubric, sheet))
        for rubric in sheet.rubric
    }


async def _claims(
    replies: Sequence[GraderReply], sheet: GradingSheet, known: Sequence[Claim], bench: Bench
) -> tuple[Claim, ...]:
    """Return the claims that code had not settled, each contradicted one looked at a second time."""
    found: list[Claim] = []
    for said in (claim for reply in replies for claim in reply.claims):
        claim = claim_from(said, sheet)
        if is_known(claim, (*known, *found)):
            continue
        if claim.state == "contradicted":
            confirmed = await bench.grader.confirm(sheet, said, bench.model)
            second = "agrees" if confirmed else "disagrees"
            claim = claim.model_copy(update={"confirmed": confirmed, "second": second})
        found.append(claim)
    return tuple(found)
