"""The part of docs/simulation.md on clause 4: queries of triggers, and requests of routing."""

from collections.abc import Iterator, Mapping, Sequence

from skilleval.simulation.scenario import Outcome, QueryScenario

SMALL, LARGE = (8, 16), 20
LARGE_DRAWS = 300
"""From 20 queries on an interval is a bootstrap, which takes a third of a second: fewer runs are made."""
MOST = 0.05
"""The share of runs without a change in which a loss may be shown."""
RATES = ((0.9, 0.9), (0.5, 1.0))

HEAD = """## Triggers and routing

Clause 4 alone, by the code that judges real descriptions: 3 repeats per arm, further looks at 6, 9, 12
for queries that fell from always right to never. Each query is right with its own rate in the baseline, and
with the same in the candidate where nothing changed. From {large} queries on the interval is a bootstrap, and
a row has fewer runs. *Loss shown* is a red check; with no change it is a false alarm, promised in at most
{most:.0%} of runs (beside it two standard errors of the share).

| gate | queries | a query is right in | truth | runs | loss shown | mean trials | |
|---|--:|---|---|--:|--:|--:|---|
"""


def query_scenarios(*, draws: int, seed: int = 0) -> tuple[QueryScenario, ...]:
    """Return the rows: no change for all sizes, a loss for the small ones."""
    return tuple(_scenarios(draws, seed))


def _scenarios(draws: int, seed: int) -> Iterator[QueryScenario]:
    for gate in ("triggers", "routing"):
        for queries in (*SMALL, LARGE):
            made = draws if queries < LARGE else min(draws, LARGE_DRAWS)
            for low, high in RATES:
                yield QueryScenario(gate=gate, queries=queries, low=low, high=high, draws=made, seed=seed)
        for queries in SMALL:
            yield QueryScenario(gate=gate, queries=queries, change=-0.20, draws=draws, seed=seed)


def render_queries(rows: Sequence[QueryScenario], outcomes: Mapping[QueryScenario, Outcome]) -> str:
    """Return the section as Markdown."""
    head = HEAD.format(large=LARGE, most=MOST)
    return head + "\n".join(_row(row, outcomes[row]) for row in rows) + "\n"


def false_alarms(
    rows: Sequence[QueryScenario], outcomes: Mapping[QueryScenario, Outcome]
) -> tuple[QueryScenario, ...]:
    """Return the rows without a change that show a loss more often than promised, beyond chance."""
    return tuple(row for row in rows if not _is_kept(row, outcomes[row]))


def words(row: QueryScenario) -> str:
    """Return the row's assumptions in one line."""
    return f"{row.gate}, {row.queries} queries right in {_rate(row)}, {_truth(row)}"


def _row(row: QueryScenario, outcome: Outcome) -> str:
    kept = "" if row.change else "✓" if _is_kept(row, outcome) else "✗"
    shown = f"{outcome.fail:.1%} ± {_error(row, outcome):.1%}"
    runs = f"{outcome.mean_runs:.0f}"
    cells = (row.gate, str(row.queries), _rate(row), _truth(row), str(row.draws), shown, runs, kept)
    return f"| {' | '.join(cells)} |"


def _is_kept(row: QueryScenario, outcome: Outcome) -> bool:
    return bool(row.change) or outcome.fail <= MOST + _error(row, outcome)


def _error(row: QueryScenario, outcome: Outcome) -> float:
    return 2 * float((outcome.fail * (1 - outcome.fail) / row.draws) ** 0.5)


def _rate(row: QueryScenario) -> str:
    return f"{row.low:.0%}" if row.low == row.high else f"{row.low:.0%} to {row.high:.0%}"


def _truth(row: QueryScenario) -> str:
    return f"every query {row.change:+.2f}" if row.change else "no change"
