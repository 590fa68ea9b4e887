"""Claims of the model, held against the answer."""

from skilleval.domain.grade import Claim
from skilleval.grading.claims.judged import claim_from, is_known
from skilleval.ports import GraderClaim, GradingSheet

SHEET = GradingSheet(
    blind_id="b", prompt="p", answer="It has 52 characters.", files=(("r.md", "The fee is 9."),)
)


def said(quote: str, kind: str = "") -> GraderClaim:
    """Return a contradicted claim."""
    return GraderClaim(claim="c", quote=quote, state="contradicted", kind=kind)


def test_words_must_be_in_answer_or_files() -> None:
    """Else the claim is left unchecked."""
    assert claim_from(said("52 characters"), SHEET).state == "contradicted"
    assert claim_from(said("The fee is 9"), SHEET).state == "contradicted"
    assert claim_from(said("The fee is 10"), SHEET).state == "unchecked"


def test_kind_becomes_stable() -> None:
    """Whatever the model calls it."""
    assert (
        claim_from(said("52 characters", "Character count is off"), SHEET).kind
        == "states a wrong character count"
    )


def test_same_passage_is_known() -> None:
    """One inside the other is the same."""
    known = Claim(text="t", kind="k", state="verified", quote="It has 52 characters.", by="code")

    assert is_known(claim_from(said("52 characters"), SHEET), [known])
    assert not is_known(claim_from(said("The fee is 9"), SHEET), [known])
