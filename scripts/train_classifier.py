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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from review_probe import ProbeLine, read_probe
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from skilleval.review.classifier import WEIGHTS_FILE, Weights, score, stretches
from skilleval.review.classifier.words import features_of, words_in
from skilleval.review.page import Page
from skilleval.stats.intervals import wilson

ROOT = Path(__file__).parents[1]
PROBES = ROOT / "tests" / "data" / "probes"
PAGE = ROOT / "docs" / "injection-classifier.md"
STRENGTH = 10.0
"""Inverse of the L2 penalty."""
SCALE = 5.0
BENIGN_WEIGHT = 0.3
"""A benign stretch of a public skill against a labelled sentence."""
MIN_COUNT = 2
LEAST = 0.1
"""Weights below are left out of the file."""
MOST_PARAGRAPHS = 4_000
"""Paragraphs of one folder that are looked at."""
RATE = 1 / 20_000
"""Honest paragraphs that may score as high as what counts as an attack."""
Floats = NDArray[np.float64]
Words = tuple[str, ...]


@dataclass(frozen=True)
class Benign:
    """The paragraphs of one folder of public skills, each as the words of its stretches."""

    name: str
    paragraphs: tuple[tuple[Words, ...], ...]


def read_authors(folder: Path, glob: str) -> dict[str, tuple[ProbeLine, ...]]:
    """Return the labelled sentences by author: by the file's name."""
    return {file.stem: read_probe(file) for file in sorted(folder.glob(glob))}


def read_benign(folder: Path) -> Benign:
    """Return paragraphs of a folder's Markdown files, each once: which ones follows from their words."""
    found: dict[str, tuple[Words, ...]] = {}
    for file in sorted(folder.glob("**/*.md")):
        for paragraph in _paragraphs(_page(file.read_text("utf-8", "replace"))):
            found[hashlib.sha256(" ".join(paragraph[0]).encode()).hexdigest()] = paragraph
    return Benign(folder.name, tuple(found[key] for key in sorted(found)[:MOST_PARAGRAPHS]))


def _paragraphs(page: Page) -> Iterator[tuple[Words, ...]]:
    groups: dict[int, list[Words]] = {}
    for one in stretches(page):
        groups.setdefault(page.text.rfind("\n", 0, one.spans[0][0]), []).append(one.words)
    yield from (tuple(paragraph) for paragraph in groups.values())


def stretches_of(line: ProbeLine) -> tuple[Words, ...]:
    """Return the words of the stretches of a labelled sentence, as the review would cut them."""
    return tuple(one.words for one in stretches(_page(line.text)))


def whole(line: ProbeLine) -> frozenset[str]:
    """Return the features of a labelled sentence as one stretch."""
    return frozenset(features_of(words_in(_page(line.text).text)))


def _page(text: str) -> Page:
    return Page(path="SKILL.md", kind="prose", language="markdown", raw=text)


def train(lines: Sequence[ProbeLine], benign: Sequence[Benign]) -> Weights:
    """Return a logistic regression over labelled sentences and benign stretches; the limit is not set."""
    labelled = [whole(line) for line in lines]
    honest = [
        frozenset(features_of(one))
        for folder in benign
        for paragraph in folder.paragraphs
        for one in paragraph[:5]
    ]
    counts = Counter(feature for one in labelled for feature in one)
    known = {
        feature: number
        for number, feature in enumerate(sorted(f for f, c in counts.items() if c >= MIN_COUNT))
    }
    matrix = _matrix([*labelled, *honest], known)
    is_attack = np.array([line.kind == "attack" for line in lines] + [False] * len(honest))
    weight = np.array([1.0] * len(labelled) + [BENIGN_WEIGHT] * len(honest))
    fitted = _fit(matrix, np.where(is_attack, 1.0, -1.0), weight)
    found = {feature: round(SCALE * fitted[number], 2) for feature, number in known.items()}
    kept = {feature: value for feature, value in found.items() if abs(value) >= LEAST * SCALE}
    return Weights(bias=round(float(fitted[-1]), 3), limit=0.0, features=kept)


def _matrix(rows: Sequence[frozenset[str]], known: Mapping[str, int]) -> csr_matrix:
    columns = [[known[feature] for feature in row if feature in known] for row in rows]
    values = [SCALE / max(1, len(row)) ** 0.5 for row in rows]
    ends = np.cumsum([0, *(len(column) for column in columns)])
    data = np.repeat(values, [len(column) for column in columns])
    flat = np.array([number for column in columns for number in column], dtype=np.int64)
    return csr_matrix((data, flat, ends), shape=(len(rows), len(known)))


def _fit(matrix: csr_matrix, sign: Floats, weight: Floats) -> Floats:
    """Return coefficients and bias that minimise the weighted logistic loss with an L2 penalty."""

    def loss(point: Floats) -> tuple[float, Floats]:
        margin = sign * (matrix @ point[:-1] + point[-1])
        slope = -sign * weight / (1.0 + np.exp(np.clip(margin, -500, 500)))
        value = float(weight @ np.logaddexp(0.0, -margin) + point[:-1] @ point[:-1] / (2 * STRENGTH))
        return value, np.concatenate([matrix.T @ slope + point[:-1] / STRENGTH, [slope.sum()]])

    start = np.zeros(matrix.shape[1] + 1)
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x)


def best(learned: Weights, paragraph: Sequence[Words]) -> float:
    """Return the highest score of a paragraph's stretches."""
    return max((score(one, learned) for one in paragraph), default=-99.0)


def threshold(scores: Sequence[float], rate: float) -> float:
    """Return the score that this share of honest paragraphs exceeds."""
    return round(float(np.quantile(np.array(scores), 1 - rate)), 2)


def with_limit(lines: Sequence[ProbeLine], benign: Sequence[Benign]) -> Weights:
    """Return a model of these sentences and every second folder, with the limit from the other folders."""
    learned = train(lines, benign[::2])
    scores = [best(learned, paragraph) for folder in benign[1::2] for paragraph in folder.paragraphs]
    return learned.model_copy(update={"limit": threshold(scores, RATE)})


def final(lines: Sequence[ProbeLine], benign: Sequence[Benign]) -> Weights:
    """Return the model of everything, with the stricter limit of two that left out half of the folders."""
    halves = [with_limit(lines, order) for order in (benign, [*benign[1:], benign[0]])]
    return train(lines, benign).model_copy(update={"limit": max(half.limit for half in halves)})


def row(name: str, lines: Sequence[ProbeLine], learned: Weights) -> str:
    """Return a line of the page's table: what a model says of sentences."""
    cells = [name]
    for kind in ("attack", "honest"):
        scores = [best(learned, stretches_of(line)) for line in lines if line.kind == kind]
        hits = sum(value >= learned.limit for value in scores)
        span = wilson(hits, len(scores))
        cells.append(f"{hits} of {len(scores)} ({span.lo:.0%}–{span.hi:.0%})" if span else "–")
    return f"| {' | '.join(cells)} |"


def page(rows: Mapping[str, Sequence[str]], learned: Weights, benign: Sequence[Benign], lines: int) -> str:
    """Return the page about the classifier."""
    paragraphs = sum(len(folder.paragraphs) for folder in benign)
    head = "| sentences | attacks found | honest ones flagged |\n|---|--:|--:|"
    return TEMPLATE.format(
        lines=f"{lines:,}",
        folders=len(benign),
        paragraphs=f"{paragraphs:,}",
        features=f"{len(learned.features):,}",
        left_out="\n".join([head, *rows["left out"]]),
        held_out="\n".join([head, *rows["held out"]]),
    )


TEMPLATE = """# The classifier of sentences

Generated by `scripts/train_classifier.py`; the rule is [injection-classifier](rules/injection-classifier.md).

Rules know wordings. An order to an agent can be worded in more ways than rules can list, so one rule is
learned: a logistic regression over the words of a sentence, the classes that they belong to ("forward" and
"upload" both send), and which of them stand near which. It looks at each sentence and at two and three
neighbours of one paragraph, in prose alone. {lines} labelled sentences taught it what attacks and honest
sentences look like, and {paragraphs} paragraphs from {folders} folders of public skills what skills say
otherwise. It holds {features} weights, calls no model, and its findings name the words that weighed most.

A score counts where one in 20,000 honest paragraphs of folders that it had not seen scores as high.

## Sentences of authors that the model had not seen

Each row is one file of `tests/data/probes`, judged by a model that was trained on the others and on half of
the folders; the limit comes from the other half. 95 % Wilson intervals.

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
    authors = read_authors(PROBES, "*.jsonl") | read_authors(PROBES / "training", "*.jsonl")
    held_out = read_authors(PROBES / "held-out", "*.jsonl")
    benign = [read_benign(folder) for folder in arguments.benign]
    every = [line for lines in authors.values() for line in lines]
    rows: dict[str, list[str]] = {"left out": [], "held out": []}
    for name, lines in authors.items():
        rest = [line for other in authors if other != name for line in authors[other]]
        rows["left out"].append(row(name, lines, with_limit(rest, benign)))
        sys.stderr.write(rows["left out"][-1] + "\n")
    blind = with_limit(every, benign)
    rows["held out"] = [row(name, lines, blind) for name, lines in held_out.items()]
    learned = final(every, benign)
    text = page(rows, learned, benign, len(every))
    if arguments.write:
        WEIGHTS_FILE.write_text(json.dumps(learned.model_dump(), indent=0, sort_keys=True) + "\n")
        PAGE.write_text(text)
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
