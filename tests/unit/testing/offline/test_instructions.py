"""Sentences become instructions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.testing.offline.instructions import PATH, read_instructions


def kinds(text: str) -> list[str]:
    """Return the kinds of what is understood."""
    return [found.kind for found in read_instructions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Read `references/a.md`.", ["read"]),
        ("See [the style](references/style.md) for details.", ["read"]),
        ("Run `make`.", ["run"]),
        ("Save the result as `out.md`.", ["write"]),
        ("Write a first answer to this question: tides.txt.", []),
        ('Begin with "X".', ["begin"]),
        ('Start the answer with "X".', ["begin"]),
        ('Close with "X".', ["end"]),
        ('Say "X".', ["include"]),
        ('List each line that starts with "x".', ["quote_lines"]),
        ("State the due date.", ["state"]),
        ("Report the sum of the weights.", ["compute"]),
        ("Report the difference between the stated total and the sum of the prices.", ["difference"]),
        ("State how many words the answer has.", ["measure"]),
        ("Give the number of characters of the subject line.", ["measure"]),
        ("Keep it to three sentences.", ["limit"]),
        ("Use no more than 40 words.", ["limit"]),
        ("Round to the nearest hundred.", ["round"]),
        ("Give the sum of the prices to the cent.", ["exact", "compute"]),
        ("Do not mention the weather.", ["avoid"]),
        ("Never run `make`.", ["avoid"]),
        ("Be kind and thorough.", []),
        ("The sky is blue.", []),
    ],
)
def test_kinds(text: str, expected: list[str]) -> None:
    """A sentence is understood as what it says, or not at all."""
    assert kinds(text) == expected


def test_alternatives() -> None:
    """Of texts joined by "or" the writer picks one; joined by "and", both are meant."""
    either, both = read_instructions('Say "X" or "Y".\n\nSay "X" and "Y".')

    assert either.texts == ("X",)
    assert both.texts == ("X", "Y")


def test_condition_and_otherwise() -> None:
    """What follows "otherwise" holds on the opposite of the condition before it."""
    first, second = read_instructions('If they differ, say "X"; otherwise, say "Y".')

    assert first.condition is not None
    assert second.condition == first.condition.opposite()


def test_unknown_condition_never_holds() -> None:
    """What depends on something that no rule can tell is not done."""
    (found,) = read_instructions('If the moon is full, say "X".')

    assert found.condition is not None
    assert found.condition.kind == "unknown"


def test_forbidding_half_of_a_sentence() -> None:
    """What is forbidden after a comma does not undo what is asked before it."""
    first, second = read_instructions("State the due date, but do not mention the weather or rain.")

    assert (first.kind, second.kind) == ("state", "avoid")
    assert second.texts == ("the weather", "rain")


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("look at bill.txt.", ["bill.txt"]),
        ("in data/2026/a.csv, b.md and /tmp/c.json", ["data/2026/a.csv", "b.md", "/tmp/c.json"]),
        ("e.g. i.e. v1.9 2.4 3.14 U.S. a@example.com https://example.com/x.html", []),
        ("call os.path() or a.py", ["a.py"]),
    ],
)
def test_paths(text: str, paths: list[str]) -> None:
    """File names are found in running text; abbreviations, numbers and addresses are none."""
    assert PATH.findall(text) == paths


_VOCABULARY = """
If Read run write to in begin with "a" `b.md` list lines that contain under heading the sum of amounts
difference between and stated total , . ; otherwise, do not never state how many words at most two
sentences for each region
"""
WORDS = st.sampled_from(_VOCABULARY.split())


@given(st.lists(WORDS, max_size=25).map(" ".join) | st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """No text breaks the reader, and reading is repeatable."""
    assert read_instructions(text) == read_instructions(text)
