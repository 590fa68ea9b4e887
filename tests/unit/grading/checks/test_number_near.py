"""`number`."""

import pytest

from skilleval.domain.suite import NumberCheck
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.number_near import mark, numbers_in
from skilleval.grading.exhibit import Exhibit

ANSWER = "Total: 1,204.5 EUR\nTax: -12 %\nVersion v2.1, sku A77"


@pytest.mark.parametrize(("value", "tolerance", "near", "passed"), [
    (1204.5, 0, "", True), (1204, 0.5, "", True), (1204, 0.4, "", False), (-12, 0, "tax", True),
    (1204.5, 0, "tax", False), (77, 0, "", False), (1, 0, "absent", False),
])  # fmt: skip
def test_number_within_tolerance(value: float, tolerance: float, near: str, passed: bool) -> None:
    """Anywhere, or in a line that names it; digits inside words are no numbers."""
    check = NumberCheck(id="C", kind="number", value=value, tolerance=tolerance, near=near)

    assert mark(check, Exhibit(Evidence(answer=ANSWER))).passed is passed


def test_nearest_number_is_the_evidence_of_a_miss() -> None:
    """A reader sees how far off it was."""
    check = NumberCheck(id="C", kind="number", value=1200)

    assert "1204.5" in mark(check, Exhibit(Evidence(answer=ANSWER))).evidence


def test_numbers_with_separators_and_signs() -> None:
    """Separators of thousands and the minus sign of typography are read."""
    assert numbers_in("−3 and 1 000 and 2,500") == [-3.0, 1.0, 0.0, 2500.0]
