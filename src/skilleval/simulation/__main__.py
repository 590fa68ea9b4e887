"""`python -m skilleval.simulation`: all tables, the page, and whether the promises are kept."""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from skilleval.simulation.grid import goals, sections, unmet
from skilleval.simulation.page import render_page
from skilleval.simulation.play import simulate
from skilleval.simulation.queries import simulate_queries
from skilleval.simulation.query_page import false_alarms, query_scenarios, render_queries, words
from skilleval.simulation.scenario import Outcome, QueryScenario, Scenario
from skilleval.simulation.table import describe, truth_of


def main(argv: Sequence[str]) -> int:
    """Write the page; return 1 when a promise is not kept."""
    parser = argparse.ArgumentParser(prog="python -m skilleval.simulation", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/simulation.md"), help="where the page goes")
    parser.add_argument("--draws", type=int, default=4000, help="imagined runs per row")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(argv)
    parts = sections(draws=options.draws, seed=options.seed)
    promises = goals(draws=options.draws, seed=options.seed)
    wanted = {scenario for part in parts for scenario in part.scenarios} | {
        goal.scenario for goal in promises
    }
    outcomes = _run_all(sorted(wanted, key=str), options.workers)
    rows = query_scenarios(draws=options.draws, seed=options.seed)
    judged = _run_all_queries(rows, options.workers)
    page = render_page(parts, outcomes, promises) + "\n" + render_queries(rows, judged)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(page, encoding="utf-8")
    alarms = false_alarms(rows, judged)
    for row in alarms:
        sys.stderr.write(f"not kept: {words(row)}: loss shown in {judged[row].fail:.3f}\n")
    broken = unmet(promises, outcomes)
    for goal in broken:
        value = outcomes[goal.scenario].as_json()[goal.figure]
        sys.stderr.write(
            f"not kept: {describe(goal.scenario)}, {truth_of(goal.scenario)}: {goal.figure} = {value:.3f}\n"
        )
    sys.stdout.write(f"{options.out}: {len(promises) - len(broken)} of {len(promises)} promises kept\n")
    return 1 if broken or alarms else 0


def _run_all_queries(rows: Sequence[QueryScenario], workers: int) -> dict[QueryScenario, Outcome]:
    """Return the outcome of each row of clause 4, with a line of progress for each."""
    outcomes = {}
    with ProcessPoolExecutor(workers) as pool:
        for row, outcome in zip(rows, pool.map(simulate_queries, rows), strict=True):
            outcomes[row] = outcome
            sys.stderr.write(f"{words(row)}\n")
    return outcomes


def _run_all(scenarios: Sequence[Scenario], workers: int) -> dict[Scenario, Outcome]:
    """Return the outcome of each scenario, with a line of progress for each."""
    outcomes = {}
    with ProcessPoolExecutor(workers) as pool:
        for number, (scenario, outcome) in enumerate(
            zip(scenarios, pool.map(simulate, scenarios), strict=True), start=1
        ):
            outcomes[scenario] = outcome
            sys.stderr.write(f"{number}/{len(scenarios)} {describe(scenario)}; {truth_of(scenario)}\n")
    return outcomes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
