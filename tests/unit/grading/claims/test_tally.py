"""Counts of what a document holds."""

import pytest

from skilleval.grading.claims.grids import rows_of, singular_of, steps_of
from skilleval.grading.claims.scene import Document
from skilleval.grading.claims.tally import counts_of, occurrences

CSV = Document("q3.csv", "region,revenue\nAPAC,1\nEMEA,2\nEMEA,3\ntotal,6\n", given=True)
GUIDE = Document("guide.md", "# Guide\n\n## A\n1. One\n2. Two\n\n## B\n- x\n- y\n- z\n", given=True)
PACKAGE = Document("package.json", '{"scripts": {"a": 1, "b": 2}, "files": ["x"]}', given=True)
CODE = Document("t.py", "def f(): ...\n\nclass A:\n    def test_x(self): ...\n", given=True)


@pytest.mark.parametrize(("noun", "document", "counts"), [
    ("rows", CSV, {5, 4, 3}), ("columns", CSV, {2}), ("regions", CSV, {4, 3, 2}), ("steps", GUIDE, {2}),
    ("headings", GUIDE, {3, 2, 1}), ("bullets", GUIDE, {5, 3, 2}), ("scripts", PACKAGE, {2}),
    ("files", PACKAGE, {1}), ("keys", PACKAGE, {2}), ("functions", CODE, {2}), ("classes", CODE, {1}),
    ("tests", CODE, {1}), ("apples", GUIDE, set()), ("columns", GUIDE, set()),
])  # fmt: skip
def test_every_honest_count(noun: str, document: Document, counts: set[int]) -> None:
    """With and without headings and totals; nothing where there is nothing of the kind."""
    assert counts_of(noun, document) == counts


@pytest.mark.parametrize(("plural", "singular"), [
    ("entries", "entry"), ("classes", "class"), ("boxes", "box"), ("rows", "row"), ("class", "class"),
])  # fmt: skip
def test_singulars(plural: str, singular: str) -> None:
    """As far as endings tell."""
    assert singular_of(plural) == singular


def test_occurrences_are_counted_in_every_honest_way() -> None:
    """Exactly, in any case, as a word, by lines."""
    assert occurrences("a", "a A ab\na") == {3, 4, 2}


def test_steps_by_their_labels() -> None:
    """Numbers, letters, with what belongs to them."""
    document = Document("x.txt", "Step 1: Go\n   and stay\nB. Rest\n## 3. End\n", given=True)

    assert steps_of(document) == {"1": "Go\nand stay", "b": "Rest", "3": "End"}


def test_broken_tables_have_no_rows() -> None:
    """And break nothing."""
    assert rows_of(Document("x.csv", '"' + "a" * 200_000, given=True)) == []
    assert rows_of(GUIDE) == []
