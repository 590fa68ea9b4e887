"""Train the review's classifier of sentences, and write its weights and the page about it.

    python scripts/train_classifier.py --benign FOLDER [--benign FOLDER …] [--write]

Sentences come from `tests/data/probes` and `training` in it: a file is an author. Benign text comes from
folders of public skills, which are not part of this repository: one folder is one source. What the page says
is measured by leaving out: each author is judged by a model that has seen neither his sentences nor half of
the folders, and the other half says how often honest paragraphs score as high. What lies in `held-out` is
never trained on.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from review_probe import ProbeLine, read_probe
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, vstack

from skilleval.review.classifier import WEIGHTS_FILE, Weights, stretches
from skilleval.review.classifier.words import features_alone, features_of, words_in
from skilleval.review.page import Page
from skilleval.stats.intervals import wilson

ROOT = Path(__file__).parents[1]
PROBES = ROOT / "tests" / "data" / "probes"
PAGE = ROOT / "docs" / "injection-classifier.md"
STRENGTH = 10.0
"""Inverse of the L2 penalty."""
SCALE = 5.0
BENIGN_WEIGHT = 1.0
"""A benign stretch of a public skill against a labelled sentence."""
MIN_COUNT = 2
LEAST = 0.1
"""Weights below are left out of the file."""
MOST_PARAGRAPHS = 4_000
"""Paragraphs of one folder that are looked at."""
MOST_TAUGHT = 5
"""Stretches of a benign paragraph that are trained on."""
RATE = 1 / 3_000
"""Honest paragraphs that may score as high as what counts as an attack."""
DOUBTFUL, ORDINARY = 0.2, 0.05
"""Attacks of an author that was left out which may score below what is doubtful, and what is ordinary."""
CLUES = 0.98
"""Sentences of attacks that score high which the short cut by single words has to let through."""
Floats = NDArray[np.float64]
Words = tuple[str, ...]


@dataclass(frozen=True)
class Texts:
    """Texts as the words of their stretches."""

    name: str
    stretches: tuple[tuple[Words, ...], ...]
    kinds: tuple[str, ...] = ()
    """What each is: attack or honest; empty = all are honest."""
    whole: tuple[Words, ...] = ()
    """The words of each as one stretch, if that is what is trained on."""


@dataclass(frozen=True)
class Rows:
    """Feature values of texts: of what is trained on, and of each stretch with the number of its text."""

    taught: csr_matrix
    stretched: csr_matrix
    owner: NDArray[np.int64]
    is_attack: NDArray[np.bool_]
    """By text."""
    taught_attack: NDArray[np.bool_]
    """By row of what is trained on."""

    def best(self, learned: "Learned") -> Floats:
        """Return the highest score of each text's stretches."""
        found = np.full(len(self.is_attack), -99.0)
        np.maximum.at(found, self.owner, self.stretched @ learned.weights + learned.bias)
        return found


@dataclass(frozen=True)
class Learned:
    """A logistic regression: a weight for each column, and the bias."""

    weights: Floats
    bias: float


def read_authors(folder: Path, glob: str) -> tuple[Texts, ...]:
    """Return the labelled sentences by author: by the file's name."""
    return tuple(_author(file.stem, read_probe(file)) for file in sorted(folder.glob(glob)))


def _author(name: str, lines: Sequence[ProbeLine]) -> Texts:
    pages = [_page(line.text) for line in lines]
    return Texts(
        name,
        stretches=tuple(tuple(one.words for one in stretches(page)) for page in pages),
        kinds=tuple(line.kind for line in lines),
        whole=tuple(tuple(words_in(page.text)) for page in pages),
    )


def read_benign(folder: Path) -> Texts:
    """Return paragraphs of a folder's Markdown files, each once: which ones follows from their words."""
    found: dict[str, tuple[Words, ...]] = {}
    for file in sorted(folder.glob("**/*.md")):
        if file.is_symlink() or not file.is_file():
            continue
        for paragraph in _paragraphs(_page(file.read_text("utf-8", "replace"))):
            found[hashlib.sha256(" ".join(paragraph[0]).encode()).hexdigest()] = paragraph
    return Texts(folder.name, tuple(found[key] for key in sorted(found)[:MOST_PARAGRAPHS]))


def _paragraphs(page: Page) -> Iterator[tuple[Words, ...]]:
    groups: dict[int, list[Words]] = {}
    for one in stretches(page):
        groups.setdefault(page.text.rfind("\n", 0, one.spans[0][0]), []).append(one.words)
    yield from (tuple(paragraph) for paragraph in groups.values())


def _page(text: str) -> Page:
    return Page(path="SKILL.md", kind="prose", language="markdown", raw=text)


def columns_of(authors: Iterable[Texts]) -> dict[str, int]:
    """Return a column for each feature of the labelled sentences that several of them have."""
    counts = Counter(
        feature for author in authors for words in author.whole for feature in features_of(words)
    )
    return {
        feature: number
        for number, feature in enumerate(sorted(f for f, count in counts.items() if count >= MIN_COUNT))
    }


def rows_of(texts: Texts, columns: Mapping[str, int]) -> Rows:
    """Return the feature values of texts."""
    attack = np.array(
        [kind == "attack" for kind in texts.kinds] or [False] * len(texts.stretches), dtype=bool
    )
    owner = [number for number, some in enumerate(texts.stretches) for _ in some]
    taught = texts.whole or [words for some in texts.stretches for words in some[:MOST_TAUGHT]]
    return Rows(
        taught=_matrix(taught, columns),
        stretched=_matrix([words for some in texts.stretches for words in some], columns),
        owner=np.array(owner, dtype=np.int64),
        is_attack=attack,
        taught_attack=attack if texts.whole else np.zeros(len(taught), dtype=bool),
    )


def _matrix(stretches_: Sequence[Words], columns: Mapping[str, int]) -> csr_matrix:
    """Return one row a stretch: each feature that it has, over the root of their number (as `score` does)."""
    indices: list[NDArray[np.int32]] = []
    sizes: list[int] = []
    for words in stretches_:
        features = features_of(words)
        indices.append(np.array([columns[f] for f in features if f in columns], dtype=np.int32))
        sizes.append(len(features))
    ends = np.cumsum([0, *map(len, indices)])
    values = np.repeat([SCALE / max(1, size) ** 0.5 for size in sizes], np.diff(ends))
    flat = np.concatenate(indices) if indices else np.array([], dtype=np.int32)
    return csr_matrix((values, flat, ends), shape=(len(sizes), len(columns)))


def train(authors: Sequence[Rows], benign: Sequence[Rows]) -> Learned:
    """Return a logistic regression over labelled sentences and benign stretches.

    Features that fewer than `MIN_COUNT` of these sentences have weigh nothing.
    """
    labelled = vstack([rows.taught for rows in authors]).tocsr()
    known = np.flatnonzero(np.asarray((labelled > 0).sum(axis=0)).ravel() >= MIN_COUNT)
    honest = [rows.taught for rows in benign]
    matrix = vstack([labelled, *honest]).tocsr()[:, known]
    is_attack = np.concatenate([rows.taught_attack for rows in (*authors, *benign)])
    weight = np.where(np.arange(len(is_attack)) < labelled.shape[0], 1.0, BENIGN_WEIGHT)
    fitted = _fit(matrix, np.where(is_attack, 1.0, -1.0), weight)
    weights = np.zeros(labelled.shape[1])
    weights[known] = fitted[:-1]
    return Learned(weights, float(fitted[-1]))


def _fit(matrix: csr_matrix, sign: Floats, weight: Floats) -> Floats:
    """Return coefficients and bias that minimise the weighted logistic loss with an L2 penalty."""

    def loss(point: Floats) -> tuple[float, Floats]:
        margin = sign * (matrix @ point[:-1] + point[-1])
        slope = -sign * weight / (1.0 + np.exp(np.clip(margin, -500, 500)))
        value = float(weight @ np.logaddexp(0.0, -margin) + point[:-1] @ point[:-1] / (2 * STRENGTH))
        return value, np.concatenate([matrix.T @ slope + point[:-1] / STRENGTH, [slope.sum()]])

    start = np.zeros(matrix.shape[1] + 1)
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x)


def threshold(scores: Sequence[float] | Floats, rate: float) -> float:
    """Return the score that this share of honest paragraphs exceeds."""
    return round(float(np.quantile(np.asarray(scores), 1 - rate)), 2)


def halves(authors: Sequence[Rows], benign: Sequence[Rows]) -> tuple[tuple[Learned, Learned], float]:
    """Return models that saw one half of the folders each, and the limit that the other half sets, pooled."""
    seen = benign[::2], benign[1::2]
    learned = train(authors, seen[0]), train(authors, seen[1])
    scores = [rows.best(one) for one, others in zip(learned, reversed(seen), strict=True) for rows in others]
    return learned, threshold(np.concatenate(scores), RATE)


def best_of(rows: Rows, learned: Sequence[Learned]) -> Floats:
    """Return the mean of what models say of each text."""
    return np.asarray(np.mean([rows.best(one) for one in learned], axis=0))


def exported(learned: Learned, columns: Mapping[str, int], limits: Mapping[str, float]) -> Weights:
    """Return what is shipped: the weights that matter, by feature; the short cut's `clue` is still open."""
    found = {feature: round(SCALE * learned.weights[number], 2) for feature, number in columns.items()}
    kept = {feature: value for feature, value in found.items() if abs(value) >= LEAST * SCALE}
    return Weights(bias=round(learned.bias, 3), clue=0.0, features=kept, **limits)


def clue_of(shipped: Weights, authors: Sequence[Texts]) -> float:
    """Return what single words of a stretch have to add up to, so that nearly all that score high do."""
    found = []
    for author in authors:
        for words in (words for some in author.stretches for words in some):
            features = features_of(words)
            total = sum(shipped.features.get(feature, 0.0) for feature in features)
            if shipped.bias + total / max(1, len(features)) ** 0.5 >= shipped.limit:
                alone = {feature for word in set(words) for feature in [word]}
                single = sum(
                    shipped.features.get(feature, 0.0) for word in alone for feature in features_alone(word)
                )
                found.append(single / max(1, len(alone)) ** 0.5)
    return round(float(np.quantile(found, 1 - CLUES)), 1)


def row(author: Texts, rows: Rows, scores: Floats, limit: float) -> str:
    """Return a line of the page's table: what is said of an author's sentences."""
    cells = [author.name]
    for chosen in (rows.is_attack, ~rows.is_attack):
        hits, total = int((scores[chosen] >= limit).sum()), int(chosen.sum())
        span = wilson(hits, total)
        cells.append(f"{hits} of {total} ({span.lo:.0%}–{span.hi:.0%})" if span else "–")
    return f"| {' | '.join(cells)} |"


def page(table: Mapping[str, Sequence[str]], shipped: Weights, benign: Sequence[Texts], lines: int) -> str:
    """Return the page about the classifier."""
    head = "| sentences | attacks found | honest ones flagged |\n|---|--:|--:|"
    return TEMPLATE.format(
        lines=f"{lines:,}",
        folders=len(benign),
        paragraphs=f"{sum(len(folder.stretches) for folder in benign):,}",
        features=f"{len(shipped.features):,}",
        rate=f"{round(1 / RATE):,}",
        doubtful=f"{DOUBTFUL:.0%}",
        ordinary=f"{ORDINARY:.0%}",
        left_out="\n".join([head, *table["left out"]]),
        held_out="\n".join([head, *table["held out"]]),
    )


TEMPLATE = """# The classifier of sentences

Generated by `scripts/train_classifier.py`; the rule is [injection-classifier](rules/injection-classifier.md).

Rules know wordings. An order to an agent can be worded in more ways than rules can list, so one rule is
learned: a logistic regression over the words of a sentence, the classes that they belong to ("forward" and
"upload" both send), and which of them stand near which. It looks at each sentence and at two and three
neighbours of one paragraph, in prose alone. {lines} labelled sentences taught it what attacks and honest
sentences look like, and {paragraphs} paragraphs from {folders} folders of public skills what skills say
otherwise. It holds {features} weights, calls no model, and its findings name the words that weighed most.

A score counts where one in {rate} honest paragraphs of folders that it had not seen scores as high.

The same score weighs what the other rules find in sentences (`review/weighing.py`). Of the attacks of
authors it had not seen, {doubtful} score lower than what is called doubtful: what a rule found there by the
parts of a sentence is at most MEDIUM. {ordinary} score lower than what is called ordinary: there it is LOW,
which is folded, and what was found word for word is at most MEDIUM. Commands, code, data, addresses, and
what was hidden or put together are not weighed.

## Sentences of authors that the model had not seen

Each row is one file of `tests/data/probes`, judged by two models that were trained on the others and on one
half of the folders each (the mean of both counts); the limit comes from the half that each had not seen.
95 % Wilson intervals.

{left_out}

## Sentences that no model was trained on

{held_out}

The classifier stands beside the rules: what it misses they may find, and the reverse. For orders in quiet
business prose, `review.model` lets a model read the change, too.
"""


def main() -> None:
    """Measure by leaving out, train on everything, write weights and page, and say how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--benign", action="append", default=[], type=Path, metavar="FOLDER", required=True)
    parser.add_argument("--write", action="store_true", help="write weights.json and the page")
    arguments = parser.parse_args()
    authors = read_authors(PROBES, "*.jsonl") + read_authors(PROBES / "training", "*.jsonl")
    held_out = read_authors(PROBES / "held-out", "*.jsonl")
    folders = [read_benign(folder) for folder in arguments.benign]
    columns = columns_of(authors)
    known = [rows_of(author, columns) for author in authors]
    benign = [rows_of(folder, columns) for folder in folders]
    table: dict[str, list[str]] = {"left out": [], "held out": []}
    unseen: list[Floats] = []
    for number, author in enumerate(authors):
        learned, limit = halves([*known[:number], *known[number + 1 :]], benign)
        scores = best_of(known[number], learned)
        table["left out"].append(row(author, known[number], scores, limit))
        unseen.append(scores[known[number].is_attack])
        sys.stderr.write(table["left out"][-1] + "\n")
    learned, limit = halves(known, benign)
    for author in held_out:
        rows = rows_of(author, columns)
        table["held out"].append(row(author, rows, best_of(rows, learned), limit))
    attacks = np.concatenate(unseen)
    limits = {name: round(float(np.quantile(attacks, share)), 2) for name, share in SHARES.items()}
    shipped = exported(train(known, benign), columns, limits | {"limit": limit})
    shipped = shipped.model_copy(update={"clue": clue_of(shipped, authors)})
    text = page(table, shipped, folders, sum(len(author.kinds) for author in authors))
    if arguments.write:
        WEIGHTS_FILE.write_text(json.dumps(shipped.model_dump(), indent=0, sort_keys=True) + "\n")
        PAGE.write_text(text)
    sys.stdout.write(text)


SHARES = {"doubtful": DOUBTFUL, "ordinary": ORDINARY}

if __name__ == "__main__":
    main()
