"""Formulas are there for every clause."""

from typing import get_args

from skilleval.domain.verdict import ClauseName
from skilleval.gate.formulas import FORMULAS


def test_every_clause_has_its_formula() -> None:
    """No clause is explained without saying what it rests on."""
    assert set(FORMULAS) == set(get_args(ClauseName))
    assert all(lines and all(lines) for lines in FORMULAS.values())
