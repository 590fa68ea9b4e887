"""Which statements fell: the graded items of each task, old arm against candidate."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from skilleval.domain.grade import GradedTrial, ItemGrade
from skilleval.domain.value import Arm

_Graded = list[tuple[GradedTrial, ItemGrade]]


@dataclass(frozen=True)
class ItemRow:
    """One check or rubric item of a task: its mean score and n in both arms.

    `evidence` and `trial` are those of the candidate trial that met it least.
    """

    task: str
    text: str
    old: float | None
    new: float | None
    n: tuple[int, int]
    kind: str
    """Empty for what is scored; else why it is not."""
    evidence: str
    trial: str

    @property
    def change(self) -> float:
        """Return the candidate's mean minus the old arm's, 0 where one has none."""
        return 0.0 if self.old is None or self.new is None else self.new - self.old


def item_rows(graded: Sequence[GradedTrial], *, against: Arm) -> tuple[ItemRow, ...]:
    """Return a row for each item, those that fell most first; trials that do not count are left out."""
    by_item: dict[tuple[str, str], dict[str, _Graded]] = defaultdict(lambda: defaultdict(list))
    for trial in graded:
        for item in trial.items if not trial.void else ():
            if item.score is not None:
                by_item[trial.cell.item, item.id][trial.cell.arm].append((trial, item))
    rows = [
        _row(task, old=arms.get(against, []), new=arms.get("candidate", []))
        for (task, _), arms in by_item.items()
    ]
    return tuple(sorted(rows, key=lambda row: row.change))


def _row(task: str, *, old: _Graded, new: _Graded) -> ItemRow:
    trial, item = min(new or old, key=lambda pair: pair[1].score or 0.0)
    return ItemRow(
        task=task,
        text=item.text or item.id,
        old=_mean(old),
        new=_mean(new),
        n=(len(old), len(new)),
        kind="adherence" if item.adherence else "soft" if item.soft else "",
        evidence=item.evidence or item.note,
        trial=trial.trial,
    )


def _mean(graded: _Graded) -> float | None:
    scores = [item.score for _, item in graded if item.score is not None]
    return sum(scores) / len(scores) if scores else None
