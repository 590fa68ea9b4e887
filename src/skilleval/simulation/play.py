"""Plays runs of an imagined suite through the statistics and the gate of the product itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from skilleval.domain.change import Baseline, SkillChange
from skilleval.domain.finding import Review
from skilleval.domain.lift import SkillTables
from skilleval.domain.verdict import SkillVerdict
from skilleval.gate import Health, SkillCase, judge_skill
from skilleval.simulation.scenario import Outcome, Scenario
from skilleval.stats import row_from_scores, table_from_rows

Scores = Sequence[tuple[Sequence[float], Sequence[float]]]
"""Per task: baseline and candidate scores of all repeats that could ever be asked for."""

CHUNK = 500
"""Draws made at a time; what fits in memory, and part of what a seed means."""
SKILL = "imagined"


@dataclass(frozen=True)
class Play:
    """One run: the verdict on which it stopped, and the trials it took."""

    verdict: SkillVerdict
    runs: int


def simulate(scenario: Scenario) -> Outcome:
    """Return how often each outcome comes. Same scenario, same numbers."""
    return summarise([play(scores, scenario) for scores in draw(scenario)])


def summarise(plays: Sequence[Play]) -> Outcome:
    """Return the shares over these runs."""
    verdicts = [play.verdict for play in plays]

    def share(wanted: Sequence[bool]) -> float:
        return sum(wanted) / len(wanted)

    return Outcome(
        passed=share([verdict.verdict == "pass" for verdict in verdicts]),
        fail=share([verdict.verdict == "fail" for verdict in verdicts]),
        inconclusive=share([verdict.verdict == "inconclusive" for verdict in verdicts]),
        literal_pass=share([verdict.literal_bar == "pass" for verdict in verdicts]),
        red=share([verdict.conclusion == "failure" for verdict in verdicts]),
        mean_runs=fmean(play.runs for play in plays),
    )


def draw(scenario: Scenario) -> Iterator[Scores]:
    """Yield the scores of each imagined run."""
    import numpy as np  # noqa: PLC0415  slow to import

    rng = np.random.default_rng(scenario.seed)
    centres = np.array([[scenario.base, scenario.base + lift] for lift in scenario.truth])
    shape = (scenario.tasks, 2, max(scenario.looks))
    steady = max(0, scenario.tasks - scenario.flaky)
    for start in range(0, scenario.draws, CHUNK):
        noise = rng.normal(0.0, scenario.sd, size=(min(CHUNK, scenario.draws - start), *shape))
        runs = np.clip(centres[None, :, :, None] + noise, 0.0, 1.0)
        runs[:, steady:] = rng.integers(0, 2, size=runs[:, steady:].shape)
        for run in runs.tolist():
            yield [(arms[0], arms[1]) for arms in run]


def play(scores: Scores, scenario: Scenario) -> Play:
    """Return what the product decides when trials come out like this, look after look."""
    case = _blank_case(scenario)
    have = {f"t{number}": min(scenario.looks) for number in range(len(scores))}
    while True:
        verdict = judge_skill(_with_scores(case, scores, have))
        look = verdict.next_look
        if look is None or look.state != "extend":
            return Play(verdict=verdict, runs=2 * sum(have.values()))
        have |= dict.fromkeys(look.tasks, look.repeats)


def _with_scores(case: SkillCase, scores: Scores, have: dict[str, int]) -> SkillCase:
    rows = tuple(
        row_from_scores(task, baseline=baseline[:n], candidate=candidate[:n])
        for (task, n), (baseline, candidate) in zip(have.items(), scores, strict=True)
    )
    table = table_from_rows(SKILL, rows, case.bar)
    return replace(case, tables=SkillTables.model_construct(skill=SKILL, lift=table))


def _blank_case(scenario: Scenario) -> SkillCase:
    """Return an edited skill with tasks, cleanly reviewed, whose trials all complete."""
    return SkillCase(
        change=SkillChange(
            name=SKILL, path=SKILL, kind="edited", parts=("body",), baseline=Baseline(kind="merge-base")
        ),
        review=Review(skill=SKILL),
        tables=SkillTables(skill=SKILL),
        health=Health(usable=1, planned=1),
        bar=scenario.bar,
        looks=scenario.looks,
        has_tasks=True,
        has_queries=False,
    )
