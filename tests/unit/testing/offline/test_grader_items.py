"""Rules for one rubric statement."""

import pytest

from skilleval.testing.offline.grader_items import rule_item
from skilleval.testing.offline.grader_sheet import Section, Sheet


def sheet(answer: str, **files: str) -> Sheet:
    """Return a sheet with an answer and files."""
    made = tuple(Section("file", text, {"path": path.replace("_", ".")}) for path, text in files.items())
    return Sheet((Section("answer", answer, {}), *made))


@pytest.mark.parametrize(("text", "answer", "score"), [
    ("Names the difference of 12.00", "It is off by 12.00.", 1),
    ("Names the difference of 12.00", "It is off by 13.00.", 0),
    ('Contains "Reply STOP"', "Please reply STOP to end.", 1), ('Contains "Reply STOP"', "Reply END.", 0),
    ("Says that the total is right", "The total is right.", 1),
    ("Says that the total is right", "The total is not right.", 0),
    ("Does not mention a `tax rate`", "No extra cost.", 1),
    ("Does not mention a `tax rate`", "A tax rate of 5 applies.", 0),
    ("Does not promise a refund", "We promise a refund.", 0),
    ("Does not promise a refund", "We cannot promise a refund.", 1),
    ("Names the ports 22 and 443", "Ports 22 and 80.", 0), ("Says 1,200 or 1.200", "It is 1200.", 1),
])  # fmt: skip
def test_statements_are_ruled_by_what_stands_there(text: str, answer: str, score: float) -> None:
    """Numbers, quoted texts, key words, and what must not be said."""
    assert rule_item(text, "pass-fail", sheet(answer)).score == score


def test_evidence_is_a_passage_of_the_work() -> None:
    """The sentence with the most of what is demanded."""
    ruling = rule_item(
        "Names the total of 62.00", "pass-fail", sheet("All read. The total of 62.00 is right. Bye.")
    )

    assert ruling.quote == "The total of 62.00 is right."


def test_files_count_like_the_answer() -> None:
    """By their text and by their name."""
    work = sheet("Done.", out_md="The total is 62.00")

    assert rule_item("Names the total of 62.00", "pass-fail", work).score == 1
    assert rule_item("Writes `out.md`", "pass-fail", work).score == 1
    assert rule_item("Writes `none.md`", "pass-fail", work).score == 0


def test_halves_are_given_for_a_part() -> None:
    """Where the scale knows them."""
    text, answer = (
        "Compares price, weight, battery life and warranty of all models",
        "The price and weight of all models.",
    )

    assert rule_item(text, "halves", sheet(answer)).score == 0.5
    assert rule_item(text, "pass-fail", sheet(answer)).score == 0


def test_absence_needs_no_passage() -> None:
    """And says so."""
    ruling = rule_item("Does not mention a `tax rate`", "pass-fail", sheet("Fine."))

    assert (ruling.quote, ruling.absence) == ("", True)
