"""Claims that the model found: held against the answer, and against what code has settled already."""

from collections.abc import Iterable

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import kind_of
from skilleval.grading.quote import is_quoted_from, plain
from skilleval.ports import GraderClaim, GradingSheet


def claim_from(said: GraderClaim, sheet: GradingSheet) -> Claim:
    """Return the claim; one whose words are not in the answer is left unchecked."""
    is_said = is_quoted_from(said.quote, (sheet.answer, *(text for _, text in sheet.files)))
    return Claim(
        text=said.claim,
        type=said.type,
        kind=kind_of(said.kind or said.claim),
        state=said.state if is_said else "unchecked",
        evidence=said.evidence if is_said else "the grader's quote is not in the answer",
        quote=said.quote,
        by="model",
    )


def is_known(claim: Claim, known: Iterable[Claim]) -> bool:
    """Return whether one of `known` speaks of the same passage."""
    mine = plain(claim.quote)
    return any(mine and _overlap(mine, plain(other.quote)) for other in known)


def _overlap(mine: str, theirs: str) -> bool:
    return bool(theirs) and (mine in theirs or theirs in mine)
