"""Outcomes as text: a table whose rows carry a small bar each."""

from collections.abc import Sequence
from dataclasses import dataclass

from skilleval.simulation.scenario import Outcome, Scenario

WIDTH = 20
"""Characters of a bar: pass, inconclusive, fail from left to right."""
MARKS = ("█", "░", "▚")


@dataclass(frozen=True)
class Line:
    """What was assumed, in words too, and what came of it."""

    label: str
    scenario: Scenario
    outcome: Outcome


def render_simulation(scenario: Scenario, outcome: Outcome) -> str:
    """Return one scenario as text for a terminal: what is assumed, a bar a verdict, and the other figures."""
    shares = (
        ("pass", outcome.passed),
        ("inconclusive", outcome.inconclusive),
        ("fail", outcome.fail),
        ("literal bar met", outcome.literal_pass),
        ("red check", outcome.red),
    )
    lines = [describe(scenario), f"truth: {truth_of(scenario)}", ""]
    lines += [f"  {name:<16}{_bar(share, 2 * WIDTH)} {_percent(share)}" for name, share in shares]
    of = f"{scenario.draws} imagined runs, seed {scenario.seed}"
    lines += ["", f"  {outcome.mean_runs:.0f} trials on average, both arms; {of}"]
    return "\n".join(lines) + "\n"


def render_table(lines: Sequence[Line]) -> str:
    """Return lines as a Markdown table."""
    head = (
        "| truth | pass | inconclusive | fail | literal bar met | red check | mean trials | |",
        "|---|--:|--:|--:|--:|--:|--:|---|",
    )
    return "\n".join([*head, *[_row(line) for line in lines]]) + "\n"


def describe(scenario: Scenario) -> str:
    """Return suite and bar in one line."""
    tasks = "1 task" if scenario.tasks == 1 else f"{scenario.tasks} tasks"
    looks = ", ".join(str(look) for look in scenario.looks)
    when = f"looks at {looks} repeats" if len(scenario.looks) > 1 else f"{looks} repeats"
    bar = scenario.bar
    words = [bar.mode, *(["bar.shrinkage strict"] if bar.shrinkage == "strict" else [])]
    return f"{tasks}, spread of a trial {scenario.sd:.2f}, {when} per arm, bar {', '.join(words)}"


def truth_of(scenario: Scenario) -> str:
    """Return the truth in words."""
    coins = f", {scenario.flaky} flaky" if scenario.flaky else ""
    rest = "unchanged" if scenario.lift == 0 else f"{scenario.lift:+.2f}"
    if scenario.broken_task is None:
        return ("no change" if scenario.lift == 0 else f"every task {rest}") + coins
    return f"one task {scenario.broken_task:+.2f}, the rest {rest}{coins}"


def _row(line: Line) -> str:
    outcome = line.outcome
    shares = (outcome.passed, outcome.inconclusive, outcome.fail, outcome.literal_pass, outcome.red)
    cells = [
        line.label,
        *[_percent(share) for share in shares],
        f"{outcome.mean_runs:.0f}",
        _stacked(outcome),
    ]
    return "| " + " | ".join(cells) + " |"


def _stacked(outcome: Outcome) -> str:
    """Return one bar of WIDTH characters in three parts."""
    passed = round(outcome.passed * WIDTH)
    failed = min(WIDTH - passed, round(outcome.fail * WIDTH))
    parts = (passed, WIDTH - passed - failed, failed)
    return "`" + "".join(mark * count for mark, count in zip(MARKS, parts, strict=True)) + "`"


def _bar(share: float, width: int) -> str:
    return (MARKS[0] * round(share * width)).ljust(width, MARKS[1])


def _percent(share: float) -> str:
    """Return a share in percent; a digit more where it is small, so that 0.4 % is not 0."""
    return f"{share:.1%}" if 0 < share < 0.1 else f"{share:.0%}"
