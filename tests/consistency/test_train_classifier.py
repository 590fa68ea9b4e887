"""The training of the classifier: what it learns from a few sentences, and the limit that it sets."""

import importlib
from types import ModuleType

import pytest

from tests.unit.review.test_classifier import DULL, ORDER, PROBES


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the script as a module."""
    monkeypatch.syspath_prepend(str(PROBES.parents[2] / "scripts"))
    return importlib.import_module("train_classifier")


def test_it_learns_to_tell_attacks_from_honest_sentences(script: ModuleType) -> None:
    """Sentences that no training saw: an attack scores as one, an honest step does not."""
    lines = script.read_probe(PROBES / "training" / "direct.jsonl")
    benign = script.Benign("one", tuple((tuple(script.words_in(DULL)),) for _ in range(3)))

    learned = script.train(lines, [benign])

    assert script.score(script.words_in(ORDER), learned) > 0 > script.score(script.words_in(DULL), learned)


def test_the_limit_is_what_a_share_of_honest_paragraphs_exceeds(script: ModuleType) -> None:
    """One in ten of a hundred scores lies above."""
    limit = script.threshold([float(number) for number in range(100)], 0.1)

    assert sum(number > limit for number in range(100)) == 10
