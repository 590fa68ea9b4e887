"""What a command that we offer would run and cost: all its trials, by what this run's own trials cost."""

from collections import defaultdict
from dataclasses import dataclass
from math import fsum
from statistics import fmean

from skilleval.domain.plan import Cell, CellKind
from skilleval.domain.report import Report
from skilleval.report import words

_Sort = tuple[CellKind, str]


@dataclass(frozen=True)
class Price:
    """So many trials at so much; `n` trials of this run say what one costs, 0 = the price table does."""

    trials: int
    cost_usd: float | None
    n: int

    def __str__(self) -> str:
        """Return `54 trials, about $2.92 (by what 18 trials of this run cost)`."""
        trials = words.count(self.trials, "trial")
        if self.cost_usd is None:
            return f"{trials}, price unknown"
        told_by = (
            f"by what {words.count(self.n, 'trial')} of this run cost" if self.n else "by the price table"
        )
        return f"{trials}, about {words.money(self.cost_usd)} ({told_by})"


def price_of(report: Report, *, skill: str | None = None, repeats: int | None = None) -> Price | None:
    """Return what running a skill's cells again costs (None: all skills), with so many repeats of each.

    Without `repeats`, as many as the plan has. None where the plan holds no such cell.
    """
    cells = [cell for cell in (report.plan.cells if report.plan else ()) if skill in {None, cell.skill}]
    if repeats is not None:
        once = {(cell.skill, cell.kind, cell.item, cell.arm): cell for cell in cells}
        cells = [cell for cell in once.values() for _ in range(repeats)]
    if not cells:
        return None
    seen = _costs(report)
    if any(None in seen[_sort(cell)] for cell in cells):
        return Price(len(cells), None, 0)
    known = {sort: [cost for cost in costs if cost is not None] for sort, costs in seen.items() if costs}
    if not all(_sort(cell) in known for cell in cells):
        return _by_table(report, len(cells))
    means = {sort: fmean(costs) for sort, costs in known.items()}
    n = sum(len(known[sort]) for sort in {_sort(cell) for cell in cells})
    return Price(len(cells), fsum(means[_sort(cell)] for cell in cells), n)


def _costs(report: Report) -> defaultdict[_Sort, list[float | None]]:
    """Return what the trials of each kind and arm cost, grading included; errored ones are no measure."""
    costs: defaultdict[_Sort, list[float | None]] = defaultdict(list)
    for trial in report.graded:
        if trial.state != "errored":
            costs[_sort(trial.cell)].append((trial.usage + trial.grader_usage).cost_usd)
    return costs


def _sort(cell: Cell) -> _Sort:
    return (cell.kind, cell.arm)


def _by_table(report: Report, trials: int) -> Price:
    """Return the price by what the plan was expected to cost before its first trial."""
    plan = report.plan
    if report.graded or plan is None or plan.estimated_cost_usd is None:
        return Price(trials, None, 0)
    return Price(trials, plan.estimated_cost_usd / len(plan.cells) * trials, 0)
