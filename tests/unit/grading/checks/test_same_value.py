"""Equality of JSON values."""

import pytest

from skilleval.grading.checks.same_value import is_same


@pytest.mark.parametrize(("mine", "theirs", "same"), [
    (1, 1.0, True), (True, 1, False), (False, False, True), ([1, [2]], [1, [2.0]], True),
    ([1], [1, 2], False),
    ({"a": 1}, {"a": 1}, True), ({"a": 1}, {"b": 1}, False), ("1", 1, False), (None, None, True),
])  # fmt: skip
def test_values_are_compared_as_json(mine: object, theirs: object, same: bool) -> None:
    """Types count, but 1 and 1.0 are one number."""
    assert is_same(mine, theirs) is same


def test_tolerance_reaches_into_lists_and_objects() -> None:
    """Numbers at any depth may be off."""
    assert is_same({"a": [1.0]}, {"a": [1.04]}, tolerance=0.05)
    assert not is_same({"a": [1.0]}, {"a": [1.06]}, tolerance=0.05)
