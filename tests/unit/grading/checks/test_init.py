"""The table of check kinds, and items made from checks."""

from pathlib import Path
from typing import get_args

import pytest

from skilleval.domain.suite import Check, TextMatch
from skilleval.domain.trial import Evidence
from skilleval.grading.checks import CHECKS, grade_check
from skilleval.grading.exhibit import Exhibit


def test_every_kind_of_the_domain_has_its_file() -> None:
    """No kind can be parsed that nothing grades."""
    models = get_args(get_args(Check)[0])
    kinds = {kind for model in models for kind in get_args(model.model_fields["kind"].annotation)}

    assert kinds == set(CHECKS)


@pytest.mark.parametrize(("pattern", "score"), [("yes", 1.0), ("no", 0.0), ("(", None)])
def test_item_carries_score_or_reason(pattern: str, score: float | None) -> None:
    """What cannot be told has no score and says why in its note."""
    item = grade_check(
        TextMatch(id="C", kind="must_match", pattern=pattern, soft=True), Exhibit(Evidence(answer="yes"))
    )

    assert (item.score, item.by, item.soft) == (score, "code", True)
    assert bool(item.note) == (score is None)
    assert bool(item.evidence) == (score is not None)


def test_every_kind_is_in_the_documentation() -> None:
    """A reader of docs/checks.md finds all that a suite may ask for."""
    page = (Path(__file__).parents[4] / "docs" / "checks.md").read_text("utf-8")

    assert [kind for kind in CHECKS if f"`{kind}`" not in page] == []
