"""A classifier of sentences: how much a sentence reads like the orders of known attacks.

A linear model (logistic regression) over the features of `words.py`, trained by
`scripts/train_classifier.py` on sentences written for it and on those of public skills; `weights.json`
holds what it learned.
"""

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from skilleval.domain.value import Value
from skilleval.review.classifier.words import features_alone, features_of, words_in
from skilleval.review.meaning import told_sentences
from skilleval.review.page import Page
from skilleval.review.probe import Sentence

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
MOST = 3
"""Sentences of one stretch: an attack's reason often stands beside its order."""
FEWEST = 6
"""Words and stops of a stretch: of fewer, what one of them weighs is chance."""


class Weights(Value):
    """What was learned: a score is `bias` plus the sum of the features' weights over their number's root.

    `limit` is the score that one in 3,000 paragraphs of public skills that the model had not seen reaches.
    Of attacks that it had not seen one in five scores below `doubtful`, one in twenty below `ordinary`.
    `clue` is what single words have to add up to before it is looked at how they stand together.
    """

    bias: float
    limit: float
    doubtful: float
    ordinary: float
    clue: float
    features: Mapping[str, float]


@dataclass(frozen=True)
class Stretch:
    """One to three neighbouring sentences of a paragraph: where they stand, and the words of each."""

    spans: tuple[tuple[int, int], ...]
    said: tuple[tuple[str, ...], ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words of all its sentences."""
        return tuple(word for sentence in self.said for word in sentence)

    def overlaps(self, other: "Stretch") -> bool:
        """Return whether a sentence is in both."""
        return not set(self.spans).isdisjoint(other.spans)


@lru_cache(maxsize=1)
def weights() -> Weights:
    """Return the weights that are shipped."""
    return Weights.model_validate_json(WEIGHTS_FILE.read_text())


def stretches(page: Page, *, with_clue: bool = False) -> Iterator[Stretch]:
    """Yield each sentence of a page that can be an order, alone and with its next neighbours.

    With `with_clue`, only those whose words are a clue (`has_clue`).
    """
    sentences = told_sentences(page).sentences
    words = [tuple(words_in(sentence.text)) for sentence in sentences]
    for number in range(len(sentences)):
        distinct: set[str] = set()
        for last in range(number, min(number + MOST, len(sentences))):
            if last > number and not _follows(page, *sentences[last - 1 : last + 1]):
                break
            distinct.update(words[last])
            if with_clue and not _is_clue(distinct):
                continue
            group = slice(number, last + 1)
            if sum(map(len, words[group])) < FEWEST:
                continue
            spans = tuple((sentence.start, sentence.end) for sentence in sentences[group])
            yield Stretch(spans, tuple(words[group]))


def has_clue(words: Sequence[str]) -> bool:
    """Return whether the single words of a stretch speak enough for an attack to look at it closely."""
    return _is_clue(set(words))


def _is_clue(distinct: Set[str]) -> bool:
    return sum(map(_alone, distinct)) >= weights().clue * math.sqrt(len(distinct))


def score(words: Sequence[str], learned: Weights | None = None) -> float:
    """Return how much a stretch reads like an order of an attack: log-odds, not calibrated.

    By the weights that are shipped, unless others are given.
    """
    learned = learned or weights()
    features = features_of(words)
    total = math.fsum(learned.features.get(feature, 0.0) for feature in features)
    return learned.bias + total / math.sqrt(max(1, len(features)))


def worst(stretch: Stretch) -> tuple[int, int]:
    """Return where the sentence of a stretch stands that scores highest by itself."""
    return max(zip(stretch.spans, stretch.said, strict=True), key=lambda pair: score(pair[1]))[0]


def telling(words: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the words of a stretch that alone speak most for an attack, the weightiest first."""
    speaking = {word for word in words if word.isalpha() and _alone(word) > 0}
    return tuple(sorted(speaking, key=lambda word: (-_alone(word), word))[:count])


@lru_cache(maxsize=20_000)
def _alone(word: str) -> float:
    """Return what a word adds by itself: its own weight and that of its class."""
    return math.fsum(weights().features.get(feature, 0.0) for feature in features_alone(word))


def _follows(page: Page, before: Sentence, after: Sentence) -> bool:
    """Return whether a sentence stands right behind another one, in the same paragraph."""
    return before.end + 2 >= after.start and "\n" not in page.text[before.end : after.start]
