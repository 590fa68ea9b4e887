"""docs/simulation.md, made from the outcomes."""

from collections.abc import Mapping, Sequence

from skilleval.simulation.grid import SD, Goal, Section
from skilleval.simulation.scenario import Outcome, Scenario
from skilleval.simulation.table import Line, describe, render_table, truth_of

HEAD = """# What a suite can see

Made by `make simulate`; do not edit. Each row is {draws} imagined runs (seed {seed}), judged by the very
code that judges real ones: a share is known to {error} at worst (two standard errors). Scores
are normal around 0.5, cut to [0, 1], equally noisy in all tasks; trials are independent; nothing errs;
claims and findings are quiet, and so are triggers but in the last part. `skilleval simulate` does the same
for your numbers.

*pass*, *inconclusive*, *fail* are verdicts (bar: █ ░ ▚); *literal bar met* is the rule as written, on all
repeats that were made; *red check* is the share of failing checks. How the figures come about:
[statistics](statistics.md).
"""

SMALL = """With {tasks} tasks, a gain of 0.20 on every task passes in {big_gain:.0%} of runs, one of 0.10 in
{gain:.0%}, one of 0.05 in {small_gain:.0%}; hardly any fails, the rest is open. A task that is worse by
0.30 gets through in {missed:.1%} and is shown in {shown:.0%}; one worse by 0.20 is shown in {half_shown:.0%}.
A change without effect fails in {false_alarm:.1%}.
"""

SMALL_END = """So a small suite catches what is broken and passes what is clearly better, and cannot tell
small changes from chance. What it shows is about these tasks: an interval for new tasks spans nearly
everything with two or three, and an exact sign test could never be significant with fewer than five. More
tasks beat more repeats.
"""
SMALL_SIZES = (2, 3)


def render_page(
    parts: Sequence[Section], outcomes: Mapping[Scenario, Outcome], promises: Sequence[Goal]
) -> str:
    """Return the page as Markdown."""
    first = parts[0].scenarios[0]
    error = f"{2 * (0.25 / first.draws) ** 0.5:.1%}"
    blocks = [
        HEAD.format(draws=first.draws, seed=first.seed, error=error),
        _promises(promises, outcomes),
        "## What two and three tasks can and cannot show\n",
        *[_small(outcomes, tasks) for tasks in SMALL_SIZES],
        SMALL_END,
    ]
    blocks += [_section(part, outcomes) for part in parts]
    return "\n".join(blocks)


def _small(outcomes: Mapping[Scenario, Outcome], tasks: int) -> str:
    """Return in words what suites of that size came to."""

    def of(lift: float, broken: float | None = None) -> Outcome:
        return next(
            outcome
            for scenario, outcome in outcomes.items()
            if (scenario.tasks, scenario.sd, scenario.lift, scenario.broken_task) == (tasks, SD, lift, broken)
            and len(scenario.looks) > 1
        )

    return SMALL.format(
        tasks=tasks,
        big_gain=of(0.20).passed,
        gain=of(0.10).passed,
        small_gain=of(0.05).passed,
        missed=of(0.10, -0.30).passed,
        shown=of(0.10, -0.30).fail,
        half_shown=of(0.10, -0.20).fail,
        false_alarm=of(0.0).fail,
    )


def _section(part: Section, outcomes: Mapping[Scenario, Outcome]) -> str:
    suites: dict[str, list[Line]] = {}
    for scenario in part.scenarios:
        line = Line(truth_of(scenario), scenario, outcomes[scenario])
        suites.setdefault(describe(scenario), []).append(line)
    blocks = [f"## {part.title}", *([part.remark] if part.remark else [])]
    blocks += [f"{suite}:\n\n{render_table(lines).rstrip()}" for suite, lines in suites.items()]
    return "\n\n".join(blocks) + "\n"


def _promises(promises: Sequence[Goal], outcomes: Mapping[Scenario, Outcome]) -> str:
    rows = ["## Promises", "", "| tasks | truth | bar | promise | measured | |", "|--:|---|---|---|--:|---|"]
    for goal in promises:
        outcome = outcomes[goal.scenario]
        limit = f"at least {goal.least:g}" if goal.least is not None else f"at most {goal.most:g}"
        rows.append(
            f"| {goal.scenario.tasks} | {truth_of(goal.scenario)} | {goal.scenario.bar.mode} |"
            f" {goal.figure} {limit} |"
            f" {outcome.as_json()[goal.figure]:.3g} | {'✓' if goal.is_met(outcome) else '✗'} |"
        )
    return "\n".join(rows) + "\n"
