"""Statements of the evals over all trials: which ones tell the arms apart, which never, which by chance."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from skilleval.domain.grade import GradedTrial, ItemGrade
from skilleval.domain.value import Arm

MANY = 3
"""Trials an arm must have before "always" or "flips" is said of it."""
SHOWN = 6
"""Statements that a note names; the rest is counted."""
_PATTERNS = {
    "hurt": "met only without the change: it may hurt here",
    "never": "met in no trial of either arm: broken, or beyond the model",
    "gain": "met only with the candidate",
    "always": "met in every trial of both arms, telling nothing apart",
}
"""In the order in which they are told."""


@dataclass(frozen=True)
class Statement:
    """One statement of one task, over all trials of both arms."""

    task: str
    item: ItemGrade
    scores: Mapping[Arm, tuple[float, ...]]

    @property
    def name(self) -> str:
        """Return the statement as a reader finds it."""
        return f"{self.task}/{self.item.id} “{short(self.item.text, 60)}”"

    @property
    def pattern(self) -> str:
        """Return the pattern of its scores, empty for none."""
        candidate = self.scores.get("candidate", ())
        baseline = self.scores.get("baseline") or self.scores.get("control", ())
        if min(len(candidate), len(baseline)) < MANY:
            return ""
        return _pattern(set(candidate), set(baseline))


def statement_notes(graded: Sequence[GradedTrial]) -> Iterator[str]:
    """Yield a note for each pattern that some statements show, then one for each that flips."""
    statements = list(_statements(graded))
    for pattern, words in _PATTERNS.items():
        names = [statement.name for statement in statements if statement.pattern == pattern]
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield f"{words}: {len(names)} of {len(statements)} statements: {'; '.join(names[:SHOWN])}{more}"
    for statement in statements:
        if not statement.pattern:
            yield from _flips(statement)


def short(text: str, limit: int = 100) -> str:
    """Return `text` on one line of at most `limit` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _pattern(candidate: set[float], baseline: set[float]) -> str:
    if candidate == baseline == {1.0}:
        return "always"
    if candidate == baseline == {0.0}:
        return "never"
    if (candidate, baseline) == ({1.0}, {0.0}):
        return "gain"
    return "hurt" if (candidate, baseline) == ({0.0}, {1.0}) else ""


def _statements(graded: Sequence[GradedTrial]) -> Iterator[Statement]:
    """Yield the outcome statements that are scored, in the order of the trials."""
    scores: dict[tuple[str, str], dict[Arm, list[float]]] = defaultdict(lambda: defaultdict(list))
    items: dict[tuple[str, str], ItemGrade] = {}
    for trial in graded:
        for item in trial.items:
            if item.score is not None and not item.soft and not item.adherence:
                key = (trial.cell.item, item.id)
                items.setdefault(key, item)
                scores[key][trial.cell.arm].append(item.score)
    for key, item in items.items():
        yield Statement(key[0], item, {arm: tuple(values) for arm, values in scores[key].items()})


def _flips(statement: Statement) -> Iterator[str]:
    """Yield an arm in which a statement is met about as often as not."""
    for arm, scores in statement.scores.items():
        rate = fmean(scores)
        if len(scores) >= MANY and 0.3 <= rate <= 0.7 and len(set(scores)) > 1:
            met = sum(score == 1.0 for score in scores)
            yield f"{statement.name} flips: met in {met} of {len(scores)} {arm} trials"
