"""Live progress on stderr: what runs, what is left, the money so far."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from skilleval.domain.printed import one_line
from skilleval.domain.trial import Trial
from skilleval.ports import Progress as ProgressPort


class SilentProgress:
    """Says nothing."""

    def stage(self, number: int, text: str) -> None:
        """Ignore it."""

    def planned(self, trials: int, estimated_cost_usd: float | None) -> None:
        """Ignore it."""

    def finished(self, trial: Trial, *, spent_usd: float | None) -> None:
        """Ignore it."""

    def graded(self, done: int, total: int) -> None:
        """Ignore it."""

    def note(self, text: str) -> None:
        """Ignore it."""


class LineProgress:
    """One line a stage, and one every tenth of the trials: for logs."""

    def __init__(self, console: Console) -> None:
        """Write to `console`."""
        self._console = console
        self._total = 0
        self._done = 0

    def stage(self, number: int, text: str) -> None:
        """Say which stage begins."""
        self._say(f"[{number}/9] {text}")

    def planned(self, trials: int, estimated_cost_usd: float | None) -> None:
        """Say how much is to do."""
        self._total += trials
        self._say(f"      {trials} trials to run{_price(', about ', estimated_cost_usd)}")

    def finished(self, trial: Trial, *, spent_usd: float | None) -> None:
        """Say so at every tenth, and always for what went wrong on our side."""
        self._done += 1
        if trial.outcome.state == "errored":
            self._say(f"      errored: {trial.cell.key}: {trial.outcome.reason}")
        if self._done == self._total or self._done % max(1, self._total // 10) == 0:
            self._say(f"      {self._done}/{self._total} trials{_price(', spent ', spent_usd)}")

    def graded(self, done: int, total: int) -> None:
        """Say when all answers are graded."""
        if done == total:
            self._say(f"      {total} answers graded")

    def note(self, text: str) -> None:
        """Say it."""
        self._say(f"      {text}")

    def _say(self, text: str) -> None:
        self._console.print(escape(one_line(text)), highlight=False, soft_wrap=True)


class LiveProgress:
    """A bar that moves: for terminals."""

    def __init__(self, bars: Progress) -> None:
        """Draw on `bars`."""
        self._bars = bars
        self._trials: TaskID | None = None
        self._grades: TaskID | None = None

    def stage(self, number: int, text: str) -> None:
        """Say which stage begins."""
        self._bars.console.print(f"[dim]\\[{number}/9][/dim] {escape(one_line(text))}", highlight=False)

    def planned(self, trials: int, estimated_cost_usd: float | None) -> None:
        """Open the bar of trials, or make it longer."""
        if self._trials is None:
            self._trials = self._bars.add_task("trials", total=0, detail="")
        total = (self._bars.tasks[self._trials].total or 0) + trials
        self._bars.update(self._trials, total=total, detail=_price("about ", estimated_cost_usd))

    def finished(self, trial: Trial, *, spent_usd: float | None) -> None:
        """Move the bar by one."""
        if trial.outcome.state == "errored":
            self.note(f"errored: {trial.cell.key}: {trial.outcome.reason}")
        if self._trials is not None:
            detail = f"{escape(one_line(trial.cell.skill))}{_price('  spent ', spent_usd)}"
            self._bars.update(self._trials, advance=1, detail=detail)

    def graded(self, done: int, total: int) -> None:
        """Move the bar of grades."""
        if self._grades is None:
            self._grades = self._bars.add_task("grades", total=total, detail="")
        self._bars.update(self._grades, completed=done, total=total)

    def note(self, text: str) -> None:
        """Say it above the bars."""
        self._bars.console.print(f"      {escape(one_line(text))}", highlight=False, soft_wrap=True)


@contextmanager
def open_progress(*, quiet: bool = False) -> Iterator[ProgressPort]:
    """Yield a progress that suits where stderr goes: a bar on a terminal, lines elsewhere."""
    console = Console(stderr=True)
    if quiet:
        yield SilentProgress()
        return
    if not console.is_terminal:
        yield LineProgress(console)
        return
    columns = (
        TextColumn("      {task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[detail]}"),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        yield LiveProgress(bars)


def _price(before: str, usd: float | None) -> str:
    return "" if usd is None else f"{before}${usd:.2f}"
