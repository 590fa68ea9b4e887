"""The answer's shape."""

from skilleval.testing.offline.instructions import read_instructions
from skilleval.testing.offline.shape import shape_answer


def shaped(body: str, *lines: str) -> list[str]:
    """Return the lines after what `body` says of their shape."""
    middle = [("", line) for line in lines]
    return shape_answer(read_instructions(body), opening=["Dear all,"], middle=middle, closing=["Bye"])


def test_order_and_doubles() -> None:
    """Opening, middle, closing; a line that is asked for twice comes once."""
    assert shaped("", "a", "b", "a") == ["Dear all,", "a", "b", "Bye"]


def test_headings_gather_their_lines() -> None:
    """Lines of one heading stand together below it."""
    middle = [("X", "1"), ("", "2"), ("X", "3")]

    assert shape_answer([], opening=[], middle=middle, closing=[]) == ["## X", "1", "3", "2"]


def test_limits_leave_opening_and_closing() -> None:
    """A limit cuts the middle."""
    assert shaped("Keep it to two lines.", "a", "b", "c") == ["Dear all,", "a", "b", "Bye"]
    assert shaped("Use at most three words.", "a b", "c d", "e") == ["Dear all,", "a b", "c", "Bye"]


def test_avoided_words_drop_lines() -> None:
    """A line goes when it has all the words that are to be avoided, in any form."""
    assert shaped("Do not mention the old prices.", "The price is old", "Old news") == [
        "Dear all,",
        "Old news",
        "Bye",
    ]


def test_measured_answer() -> None:
    """Words are guessed to the nearest ten, said at the end."""
    assert shaped("State how many words the answer has.", *"abcdefgh")[-1] == "The answer has 10 words."
