"""Stated results of arithmetic and of columns."""

import pytest

from skilleval.grading.claims.sums import find
from tests.builders_grading import a_scene, states

GIVEN = {"q.csv": "region,revenue,cost\nA,1200,700\nB,900.5,650\ntotal,2100.5,1350\n"}


@pytest.mark.parametrize(("answer", "found"), [
    ("4 × 3.50 = 14.00", ["verified"]), ("10 * 1.2 = 14", ["contradicted"]),
    ("2 + 3 + 4 = 9", ["verified"]), ("1,438 - 143.80 = 1,294.20", ["verified"]),
    ("10 / 4 = 2.5", ["verified"]), ("1 / 3 = 0.33", ["verified"]), ("5/10 = 50%", ["verified"]),
    ("2 + 3 × 4 = 20", []), ("5 / 0 = 0", []), ("a = 5", []),
    ("The sum of the revenue column is 2,100.50.", ["verified"]),
    ("The total cost is 1,340.", ["contradicted"]), ("The average revenue is 1,050.25.", ["verified"]),
    ("The highest revenue is 1,200.", ["verified"]), ("The lowest cost is 600.", ["contradicted"]),
    ("Total revenue without B is 1,200.", []), ("The total weight is 5.", []),
    ("Row with the maximum revenue: 1, A, 1200", []),
])  # fmt: skip
def test_figures_are_worked_out_again(answer: str, found: list[str]) -> None:
    """Equations, and figures of a column that is named; what narrows a figure leaves it alone."""
    assert states(find(a_scene(answer, given=GIVEN))) == found
