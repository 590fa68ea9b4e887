"""The training of the classifier: what it learns from a few sentences, and the limits that it sets."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from skilleval.review.classifier import Weights, score
from skilleval.review.classifier.words import words_in
from tests.unit.review.test_classifier import DULL, ORDER, PROBES

LIMITS = {"limit": 1.0, "doubtful": -1.0, "ordinary": -3.0}


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script as a module."""
    monkeypatch.syspath_prepend(str(PROBES.parents[2] / "scripts"))
    return importlib.import_module("train_classifier")


@pytest.fixture
def shipped(script: ModuleType) -> Weights:
    """Return what is learned from one author and three dull paragraphs."""
    (author,) = script.read_authors(PROBES / "training", "direct.jsonl")
    benign = script.Texts("one", tuple((tuple(words_in(DULL)),) for _ in range(3)))
    columns = script.columns_of([author])
    learned = script.train([script.rows_of(author, columns)], [script.rows_of(benign, columns)])
    found: Weights = script.exported(learned, columns, LIMITS)
    return found.model_copy(update={"clue": script.clue_of(found, [author])})


def test_it_learns_to_tell_attacks_from_honest_sentences(shipped: Weights) -> None:
    """Sentences that no training saw: an attack scores as one, an honest step does not."""
    assert score(words_in(ORDER), shipped) > 0 > score(words_in(DULL), shipped)


def test_scores_in_training_are_those_in_review(script: ModuleType, shipped: Weights) -> None:
    """The matrix says of a sentence what the review says of it, but for rounding."""
    (author,) = script.read_authors(PROBES / "training", "direct.jsonl")
    columns = script.columns_of([author])
    rows = script.rows_of(author, columns)
    learned = script.train([rows], [])
    whole = script.exported(learned, columns, LIMITS)

    for words, at in zip(author.whole[:40], rows.taught[:40] @ learned.weights + learned.bias, strict=True):
        assert score(words, whole) == pytest.approx(at, abs=0.5)


def test_what_is_trained_on_is_one_row_a_sentence(script: ModuleType) -> None:
    """Of an author each sentence is one row, and each of its stretches knows whose it is."""
    (author,) = script.read_authors(PROBES / "training", "direct.jsonl")
    rows = script.rows_of(author, script.columns_of([author]))

    assert rows.taught.shape[0] == len(author.kinds) == len(rows.is_attack)
    assert set(rows.owner) <= set(range(len(author.kinds)))
    assert rows.stretched.shape[0] == len(rows.owner)


def test_links_in_a_folder_are_passed_over(script: ModuleType, tmp_path: Path) -> None:
    """A link of a public repository may point nowhere."""
    (tmp_path / "a.md").write_text(f"{DULL}\n")
    (tmp_path / "b.md").symlink_to(tmp_path / "gone.md")

    assert len(script.read_benign(tmp_path).stretches) == 1


def test_the_limit_is_what_a_share_of_honest_paragraphs_exceeds(script: ModuleType) -> None:
    """One in ten of a hundred scores lies above."""
    limit = script.threshold([float(number) for number in range(100)], 0.1)

    assert sum(number > limit for number in range(100)) == 10
