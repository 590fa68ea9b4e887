"""Which skills say much the same of themselves: they will take each other's requests.

`lexical` is the cosine of two descriptions as sets of telling words (name, description, when_to_use; common
words cut, plurals and endings too), each word weighted by ln((1 + N) / (1 + n)) + 1, where n of the N
descriptions hold it (the smoothed inverse document frequency of Salton & Buckley 1988). `embedding` is the
cosine of sentence embeddings, where a model is at hand: it finds pairs that say the same in other words.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from skilleval.changes.lint.words import telling_words, words_of
from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet
from skilleval.domain.collision import Collision
from skilleval.domain.routes import ROUTE_ARMS, installed, new_names
from skilleval.ports import Embedder

LEXICAL: Final = 0.15
"""From here on two descriptions collide: a first filter, so rather one pair too many."""
EMBEDDING: Final = 0.5
"""The same for sentence embeddings (all-MiniLM-L6-v2; unrelated descriptions lie at 0.0 to 0.3)."""
_SHOWN_WORDS: Final = 8

Vector = Mapping[str, float]


def with_collisions(changes: ChangeSet, embedder: Embedder | None = None) -> ChangeSet:
    """Return the change set with the pairs that collide, on the base side or at the head."""
    renamed = new_names(changes)
    closest: dict[tuple[str, str], Collision] = {}
    for arm in ROUTE_ARMS:
        for pair in colliding(find_similar(installed(changes, arm), embedder, near=_changed(changes))):
            one, other = sorted(renamed.get(name, name) for name in (pair.one, pair.other))
            before = closest.get((one, other))
            if one != other and (before is None or pair.closeness > before.closeness):
                closest[one, other] = pair.model_copy(update={"one": one, "other": other})
    return changes.model_copy(update={"collisions": _sorted(closest.values())})


def colliding(pairs: Iterable[Collision]) -> tuple[Collision, ...]:
    """Return the pairs at or above either threshold."""
    return tuple(pair for pair in pairs if pair.lexical >= LEXICAL or (pair.embedding or 0.0) >= EMBEDDING)


def find_similar(
    bundles: Sequence[Bundle], embedder: Embedder | None = None, *, near: frozenset[str] | None = None
) -> tuple[Collision, ...]:
    """Return every pair of skills that models may choose, with its similarities; the closest first.

    `near` keeps the pairs in which one of these skills is.
    """
    offered = sorted((bundle for bundle in bundles if not bundle.is_hidden), key=lambda one: one.name)
    texts = [text_of(bundle) for bundle in offered]
    vectors = _vectors([telling_words(text) for text in texts])
    spelt = _spellings(texts)
    embedded = embedder.embed(texts) if embedder and offered else ()
    return _sorted(
        Collision(
            one=offered[i].name,
            other=offered[j].name,
            lexical=round(_cosine(vectors[i], vectors[j]), 4),
            embedding=round(_dot_cosine(embedded[i], embedded[j]), 4) if embedded else None,
            words=tuple(spelt[stem] for stem in _heaviest(vectors[i], vectors[j])),
        )
        for i, j in combinations(range(len(offered)), 2)
        if near is None or {offered[i].name, offered[j].name} & near
    )


def _changed(changes: ChangeSet) -> frozenset[str]:
    sides = [bundle for one in changes.changes for bundle in (one.candidate, one.baseline.bundle) if bundle]
    return frozenset(bundle.name for bundle in sides)


def text_of(bundle: Bundle) -> str:
    """Return what a model reads of a skill before it chooses."""
    when = str(bundle.skill.frontmatter.get("when_to_use", "") or "")
    return " ".join(f"{bundle.name.replace('-', ' ')} {bundle.skill.description} {when}".split())


def _sorted(pairs: Iterable[Collision]) -> tuple[Collision, ...]:
    return tuple(sorted(pairs, key=lambda pair: (-pair.closeness, pair.one, pair.other)))


def _vectors(texts: Sequence[frozenset[str]]) -> list[Vector]:
    counts = Counter(word for words in texts for word in words)
    weights = {word: math.log((1 + len(texts)) / (1 + n)) + 1 for word, n in counts.items()}
    return [{word: weights[word] for word in sorted(words)} for words in texts]


def _spellings(texts: Iterable[str]) -> dict[str, str]:
    """Return for each stem the shortest word that stands for it."""
    spelt: dict[str, str] = {}
    for word in sorted({word for text in texts for word in words_of(text)}, key=lambda one: (-len(one), one)):
        for stem in telling_words(word):
            spelt[stem] = word
    return spelt


def _cosine(one: Vector, other: Vector) -> float:
    shared = math.fsum(one[word] * other[word] for word in one.keys() & other.keys())
    lengths = math.sqrt(math.fsum(x * x for x in one.values()) * math.fsum(x * x for x in other.values()))
    return min(1.0, shared / lengths) if lengths else 0.0


def _dot_cosine(one: Sequence[float], other: Sequence[float]) -> float:
    shared = math.fsum(x * y for x, y in zip(one, other, strict=True))
    lengths = math.sqrt(math.fsum(x * x for x in one) * math.fsum(y * y for y in other))
    return max(0.0, min(1.0, shared / lengths)) if lengths else 0.0


def _heaviest(one: Vector, other: Vector) -> tuple[str, ...]:
    shared = sorted(one.keys() & other.keys(), key=lambda word: (-one[word], word))
    return tuple(shared[:_SHOWN_WORDS])
