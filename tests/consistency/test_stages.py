"""The stages say which of the nine they are."""

import importlib

import pytest

STAGES = ("event", "changes", "review", "plan", "execution", "grading", "stats", "gate", "report")


@pytest.mark.parametrize(("number", "stage"), list(enumerate(STAGES, start=1)))
def test_stage_names_its_place(number: int, stage: str) -> None:
    """Each stage's docstring opens with its number of nine."""
    module = importlib.import_module(f"skilleval.{stage}")

    assert (module.__doc__ or "").startswith(f"Stage {number} of 9: ")
