"""What code took a passage to state, as a second reader is asked."""

import pytest
import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims import kinds
from skilleval.grading.readings import LONGEST, MOST, after_reading, questions_for, reading_of
from skilleval.ports import ReadingReply


def a_claim(
    kind: str, quote: str, evidence: str, state: str = "contradicted", *, confirmed: bool = True
) -> Claim:
    """Return a claim that code has settled."""
    return Claim.model_validate(
        {
            "text": quote, "kind": kind, "state": state, "quote": quote, "evidence": evidence,
            "by": "code", "confirmed": confirmed,
        }
    )  # fmt: skip


READ = [
    (kinds.COUNT, "has four keys", "counted 3 in en.json", "en.json"),
    (kinds.COUNT, "Here are five ideas:", "4 follow", "directly follows"),
    (kinds.WORDS, "(8 words)", "Tagline has 7 words", "length in words of Tagline"),
    (kinds.CHARACTERS, "84 of 90", "Text has 83 characters; Body has 64 characters", "of Text and of Body"),
    (kinds.POSITION, "see line 4", "it is on line 3 of nginx.conf", "nginx.conf"),
    (kinds.TOTAL, "Total: 380", "worked out from q1.csv: 360", "q1.csv"),
    (kinds.TOTAL, "150 + 75 = 235", "150 + 75 = 225", "the result of 150 + 75"),
    (kinds.QUOTATION, 'it says "no fees"', "“no fees” is not in terms.txt", "“no fees” stands in terms.txt"),
    (kinds.ABSENCE, "no mention of pets", "rules.md, line 3: “3. Pets are fine.”", "nowhere in rules.md"),
    (kinds.COMMAND, "I ran `make`", "`make` was not run", "ran `make`"),
    (kinds.COMMAND, "all 8 tests passed", "no test was run", "tests were run"),
    (kinds.CHANGE, "I updated a.md", "a.md was not changed", "a.md"),
    (kinds.FILE, "saved as b.pdf", "there is no b.pdf", "a file b.pdf"),
    (kinds.RESULT, "all pass", "the last run said: 4 passed, 1 failed", "a run of tests"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "quote", "evidence", "names"), READ)
def test_reading_names_the_object(kind: str, quote: str, evidence: str, names: str) -> None:
    """A reader can only say no to an object that is named."""
    assert names in reading_of(a_claim(kind, quote, evidence))


@pytest.mark.parametrize(("kind", "quote", "evidence", "names"), READ)
def test_reading_is_blind_to_what_was_found(kind: str, quote: str, evidence: str, names: str) -> None:
    """With another count, line or output found, the question is the same."""
    if kind == kinds.TOTAL and "=" in evidence:
        other = evidence.replace("225", "999")
    else:
        other = regex.sub(r"(?<=^|counted |has |line |: |said: )\d+", "999", evidence)

    assert reading_of(a_claim(kind, quote, other)) == reading_of(a_claim(kind, quote, evidence))


def test_the_number_is_said_only_where_there_is_one() -> None:
    """Of two numbers in a passage nobody says which is meant."""
    one = reading_of(a_claim(kinds.COUNT, "The file has five rows", "counted 4 in a.csv"))
    two = reading_of(a_claim(kinds.COUNT, "five rows and 3 columns", "counted 4 in a.csv"))

    assert one.endswith("the number it states for it is 5")
    assert "the number it states" not in two


@pytest.mark.parametrize("kind", [*kinds.KINDS, "a kind that is new"])
def test_evidence_in_new_words_is_asked_by_its_kind(kind: str) -> None:
    """A finder that says it otherwise leaves no question without words."""
    assert reading_of(a_claim(kind, "So it is", "seen"))


def test_only_false_claims_are_asked_about() -> None:
    """In the words of the blind sheet."""
    claims = [a_claim("k", "true", "", "verified"), a_claim("k", "of my-skill", "4 follow")]
    shown = [claims[0], claims[1].model_copy(update={"quote": "of [redacted]"})]

    (asked,) = questions_for(claims, shown)

    assert (asked.id, asked.quote) == ("P2", "of [redacted]")


def test_passage_that_is_read_otherwise_does_not_count() -> None:
    """It stays a charge, with the reader's reason; the other one is twice confirmed."""
    claims = [
        a_claim("k", "one", "4 follow"),
        a_claim("k", "two", "4 follow"),
        a_claim("k", "x", "", "verified"),
    ]
    said = [ReadingReply(id="P1", states=True), ReadingReply(id="P2", states=False, reason="a plan")]

    first, second, third = after_reading(claims, said)

    assert (first.confirmed, first.second) == (True, "agrees")
    assert (second.state, second.confirmed, second.second) == ("contradicted", False, "disagrees")
    assert second.second_said == "a plan"
    assert "what directly follows" in second.reading
    assert third == claims[2]


def test_an_answer_full_of_false_claims_costs_one_question() -> None:
    """Every kind is asked about; what is left over does not count, and says why."""
    many = [a_claim("k", str(number), "4 follow") for number in range(3 * MOST)]
    claims = [*many, a_claim("rare", "one", "4 follow")]

    asked = questions_for(claims, claims)
    after = after_reading(claims, [ReadingReply(id=one.id, states=True) for one in asked])

    assert len(asked) == MOST
    assert asked[-1].quote == "one"
    assert sum(claim.confirmed for claim in after) == MOST
    assert {claim.second for claim in after if not claim.confirmed} == {"none"}
    assert "more than 30" in after[-2].second_said


def test_a_passage_without_end_is_shown_in_part() -> None:
    """The question stays a question, whatever somebody writes on one line."""
    endless = a_claim(kinds.QUOTATION, "x" * 10**6, f"“{'x' * 10**6}” is not in a.txt")

    (asked,) = questions_for([endless], [endless])

    assert len(asked.quote) + len(asked.reading) < 2 * LONGEST + 50
