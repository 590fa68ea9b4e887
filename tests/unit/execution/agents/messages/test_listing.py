"""The skills that the model sees, and how."""

import pytest

from skilleval.execution.agents.messages.listing import DESCRIPTION_LIMIT, HEADING, is_offered, listing_of
from tests.builders_execution import a_bundle


def test_each_skill_is_one_line() -> None:
    """Names are sorted, descriptions lose their line breaks."""
    listing = listing_of(
        [a_bundle("zip", description="Packs\nfiles."), a_bundle("csv", description="Reads CSV.")]
    )

    assert listing.offered == ("csv", "zip")
    assert listing.system.endswith(f"{HEADING}\n\n- csv: Reads CSV.\n- zip: Packs files.")


def test_no_skill_no_listing() -> None:
    """Without skills there is no heading over nothing."""
    assert HEADING not in listing_of([]).system


@pytest.mark.parametrize(("value", "offered"), [(True, False), ("true", False), (False, True), ("", True)])
def test_hidden_skill_is_not_listed(value: object, offered: bool) -> None:
    """`disable-model-invocation` keeps a skill from the model."""
    bundle = a_bundle(frontmatter={"disable-model-invocation": value})

    assert is_offered(bundle) is offered
    assert bool(listing_of([bundle]).offered) is offered


@pytest.mark.parametrize(("length", "cut"), [(DESCRIPTION_LIMIT, False), (DESCRIPTION_LIMIT + 1, True)])
def test_long_description_is_cut_as_the_host_does(length: int, cut: bool) -> None:
    """Beyond 1,536 characters a description is cut, and the evidence says so."""
    listing = listing_of([a_bundle(description="x" * length)])

    shown = listing.system.rsplit("pdf-forms: ", 1)[1]
    assert len(shown) == DESCRIPTION_LIMIT
    assert shown.endswith("…") is cut
    assert bool(listing.notes) is cut


def test_when_to_use_is_part_of_the_description() -> None:
    """The host shows both, so both may make the skill fire."""
    listing = listing_of([a_bundle(description="Fills.", frontmatter={"when_to_use": "On forms."})])

    assert "- pdf-forms: Fills. - On forms." in listing.system
