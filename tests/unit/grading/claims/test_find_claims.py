"""All finders together, and the planted corpus."""

import pytest

from scripts.claims_corpus import BY_CODE, CORPUS, PAGE, code_page, measure_code, read_corpus
from skilleval.domain.trial import Evidence
from skilleval.grading.claims import find_claims
from tests.builders_grading import a_file, a_fixture, a_task

ANSWERS = read_corpus()
TABLE = measure_code(ANSWERS)


def test_corpus_is_large_and_of_every_kind() -> None:
    """At least 40 answers, with injections, and true and false claims of each kind."""
    assert len(ANSWERS) >= 40
    assert sum("injection" in answer.name for answer in ANSWERS) >= 2
    assert all(TABLE.kinds[kind].false >= 10 and TABLE.kinds[kind].true >= 10 for kind in BY_CODE)
    assert sum(1 for _ in CORPUS.glob("*/*.yaml")) == len(ANSWERS)


def test_code_alone_finds_ninety_five_of_a_hundred() -> None:
    """Of the countable, quotation, absence and done-or-not claims that are false."""
    assert TABLE.total.found / TABLE.total.false >= 0.95, TABLE.missed


def test_code_flags_at_most_one_true_claim_in_a_hundred() -> None:
    """And hardly anything that nobody planted."""
    assert TABLE.total.flagged / TABLE.total.true <= 0.01, TABLE.wrong
    assert len(TABLE.besides) / TABLE.total.false <= 0.01, TABLE.besides


def test_a_deleted_file_of_the_corpus_is_read() -> None:
    """It has no text, or an empty one."""
    gone = [file for answer in ANSWERS for file in answer.evidence.files if file.state == "deleted"]

    assert gone
    assert not any(file.text for file in gone)


def test_page_is_fresh() -> None:
    """docs/claims.md says what is measured: run scripts/claims_corpus.py after a change."""
    assert "\n".join(code_page(ANSWERS)) in PAGE.read_text("utf-8")


def test_the_same_passage_is_one_claim_of_a_kind() -> None:
    """Also when two finders see it."""
    claims = find_claims(
        a_task(), Evidence(answer="Subject: Hello (9 characters)\nSubject: Hello (9 characters)")
    )

    assert len(claims) == 1


def test_files_of_prose_are_read_for_claims() -> None:
    """A lie in the report counts like one in the answer; what a report tells of actions does not."""
    evidence = Evidence(
        answer="Done.", files=(a_file("r.md", "Subject: Hello (9 characters)\n\nI ran the tests."),)
    )

    assert [claim.kind for claim in find_claims(a_task(), evidence)] == ["states a wrong character count"]


@pytest.mark.parametrize("answer", ["", "\n\n", "…", "ja, das stimmt", "🎉" * 50])
def test_answers_without_claims_have_none(answer: str) -> None:
    """Nothing is read into them."""
    assert find_claims(a_task(fixtures=[a_fixture("a.md", "x")]), Evidence(answer=answer)) == ()
