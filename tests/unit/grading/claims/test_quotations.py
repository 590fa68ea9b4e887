"""Attributed quotations."""

import pytest

from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.quotations import find
from tests.builders_grading import a_scene, states

GIVEN = {"policy.md": "# Policy\nReturns within 30 days.\nSale items are final.\n"}


@pytest.mark.parametrize(("answer", "found"), [
    ('The policy says "Sale items are final".', ["verified"]),
    ('The policy says "no refunds at all".', ["contradicted"]),
    ('According to policy.md, "returns within 30 days".', ["verified"]),
    ('It states that you "can return within 60 days".', ["contradicted"]),
    ('policy.md contains "Sale items".', ["verified"]),
    ('policy.md contains "gift cards".', ["contradicted"]), ('The policy never says "gift cards".', []),
    ('The policy should say "no refunds at all".', []), ('I would write "no refunds at all".', []),
    ('Change "foo" to "bar".', []), ('Ask: "what now?"', []),
    ('The error message says "no such file".', []), ('My reply says "thanks a lot".', []),
    ('The law says "no refunds at all".', []),
    ("The policy says:\n\n> Sale items are final.", ["verified"]),
    ("The policy says:\n\n> All items are final.", ["contradicted"]),
    ('The policy says "Returns … 30 days".', ["verified"]),
    ('Line 3 reads "Sale items are final."', ["verified"]),
])  # fmt: skip
def test_quotations_are_looked_up(answer: str, found: list[str]) -> None:
    """Where it is certain whose words they are said to be."""
    assert states(find(a_scene(answer, given=GIVEN))) == found


def test_what_stands_in_another_known_text_is_not_an_invention() -> None:
    """A source that is only guessed is not held against the assistant."""
    call = ToolCall(name="Bash", result="All 3 checks were skipped today")
    scene = a_scene('It says "all 3 checks were skipped".', given=GIVEN, calls=[call])

    assert states(find(scene)) == []


def test_speakers_of_a_transcript_are_sources() -> None:
    """What Bo says is looked up where Bo speaks."""
    scene = a_scene(
        'Bo says "we ship on the 15th".', given={"raw.txt": "ana: late\nbo: we ship on the 14th\n"}
    )

    assert states(find(scene)) == ["contradicted"]


@pytest.mark.parametrize(("answer", "found"), [
    ("It is strict: in its own words, “Sale items are final”.", ["verified"]),
    ("It is strict, in its own words, “no returns at all”.", ["contradicted"]),
    ("As it puts it: “Returns within 60 days”.", ["contradicted"]),
    ("Wörtlich: „Sale items are final.“", ["verified"]),
    ("Wörtlich: „Sale items are cheap.“", ["contradicted"]),
    ("Verbatim: “Returns within 30 days.”", ["verified"]),
    ("Verbatim on returns: “Returns within 90 days.”", ["contradicted"]),
    ("Line 3 dice: «Sale items are final.»", ["verified"]),
    ("El punto 3 dice: «Sale items vary.»", ["contradicted"]),
    ("In its own words it should be “no returns at all”.", []),
    ("I would put it in these words: “no returns”.", []),
])  # fmt: skip
def test_words_given_to_the_text_without_a_verb(answer: str, found: list[str]) -> None:
    """Its own words, whoever says so; not those that are proposed."""
    assert states(find(a_scene(answer, given=GIVEN))) == found
