"""A long review says how far it is: to a person who waits, not to one who does not."""

from skilleval.review import review_bundles
from skilleval.review.told import EVERY_S, unhurried
from tests.builders_review import a_bundle


def test_two_seconds_pass_in_silence_and_then_a_line_comes_now_and_then() -> None:
    said: list[str] = []
    times = iter([0.0, 1.9, 2.0, 2.0, 2.1, 3.9, 4.5, 4.5])
    tell = unhurried(said.append, clock=lambda: next(times))

    for text in ("early", "first", "too soon", "still", "second"):
        tell(text)

    assert EVERY_S == 2.0
    assert said == ["first", "second"]


def test_each_skill_is_told_once_it_is_read() -> None:
    said: list[str] = []
    review_bundles([a_bundle(), a_bundle(), a_bundle()], (), tell=said.append)

    assert said == [
        "3 skills scanned by no scanner",
        "1/3 skills read by the rules",
        "2/3 skills read by the rules",
        "3/3 skills read by the rules",
    ]
