"""Plays imagined queries through clause 4: how often a change without effect is called a loss."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from skilleval.domain.bundle import Bundle, SkillText
from skilleval.domain.change import Baseline, SkillChange
from skilleval.domain.finding import Review
from skilleval.domain.lift import QueryRate, SkillTables
from skilleval.domain.policy import Bar
from skilleval.domain.routing import RouteRow, RoutingStats, RoutingTable
from skilleval.domain.value import Arm
from skilleval.gate import Health, SkillCase, judge_skill
from skilleval.simulation.play import SKILL, Play, summarise
from skilleval.simulation.scenario import Outcome, QueryScenario
from skilleval.stats import difference_of, table_from_rates

Rights = Sequence[Mapping[Arm, Sequence[bool]]]
"""Per query and arm: whether each trial that could ever be asked for does the right thing."""

ARMS: tuple[Arm, Arm] = ("baseline", "candidate")


def simulate_queries(scenario: QueryScenario) -> Outcome:
    """Return how often each outcome comes. Same scenario, same numbers."""
    return summarise([_play(rights, scenario) for rights in draw_queries(scenario)])


def draw_queries(scenario: QueryScenario) -> Iterator[Rights]:
    """Yield what each trial of each imagined run does."""
    import numpy as np  # noqa: PLC0415  slow to import

    rng = np.random.default_rng(scenario.seed)
    last = max(scenario.looks)
    for _ in range(scenario.draws):
        rates = rng.uniform(scenario.low, scenario.high, scenario.queries)
        shifted = np.clip(rates + scenario.change, 0.0, 1.0)
        old, new = (rng.random((scenario.queries, last)) < rate[:, None] for rate in (rates, shifted))
        yield [
            {"baseline": before, "candidate": after}
            for before, after in zip(old.tolist(), new.tolist(), strict=True)
        ]


def _play(rights: Rights, scenario: QueryScenario) -> Play:
    """Return what the product decides; only queries that clause 4 asks for again are repeated."""
    have = [min(scenario.looks)] * len(rights)
    while True:
        verdict = judge_skill(_case(rights, have, scenario))
        look = verdict.next_look
        if look is None or look.state != "extend":
            return Play(verdict=verdict, runs=2 * sum(have))
        again = {int(name[1:]) for name in look.queries}
        have = [look.repeats if number in again else n for number, n in enumerate(have)]


def _case(rights: Rights, have: Sequence[int], scenario: QueryScenario) -> SkillCase:
    counts = [{arm: (sum(right[arm][:n]), n) for arm in ARMS} for right, n in zip(rights, have, strict=True)]
    blank = _blank_case(scenario)
    if scenario.gate == "routing":
        return replace(blank, routing=_routing(counts))
    rates = [
        QueryRate(id=f"q{number}", query=f"q{number}", should_trigger=True, fired=count)
        for number, count in enumerate(counts)
    ]
    return replace(blank, tables=SkillTables(skill=SKILL, triggers=table_from_rates(SKILL, rates)))


def _routing(counts: Sequence[Mapping[Arm, tuple[int, int]]]) -> RoutingTable:
    rows = [
        RouteRow(id=f"q{number}", query=f"q{number}", expected=(SKILL,), right=dict(count), took={})
        for number, count in enumerate(counts)
    ]
    difference, interval = difference_of(rows)
    stats = {
        arm: RoutingStats(
            accuracy=sum(count[arm][0] / count[arm][1] for count in counts) / len(counts),
            interval=None,
            queries=len(counts),
            trials=sum(count[arm][1] for count in counts),
        )
        for arm in ARMS
    }
    return RoutingTable(
        candidate=stats["candidate"],
        baseline=stats["baseline"],
        rows=tuple(rows),
        difference=difference,
        difference_interval=interval,
    )


def _blank_case(scenario: QueryScenario) -> SkillCase:
    """Return an edited description, cleanly reviewed, whose trials all complete."""
    is_routing = scenario.gate == "routing"
    bundle = Bundle(
        name=SKILL,
        path=SKILL,
        commit="0" * 40,
        tree_sha="0" * 40,
        digest="0" * 64,
        digest_with_evals="0" * 64,
        skill=SkillText(name=SKILL, description=""),
        files=(),
    )
    return SkillCase(
        change=SkillChange(
            name=SKILL,
            path=SKILL,
            kind="edited",
            parts=("description",),
            candidate=bundle,
            baseline=Baseline(kind="merge-base"),
            asked=("route",) if is_routing else (),
        ),
        review=Review(skill=SKILL),
        tables=SkillTables(skill=SKILL),
        health=Health(usable=1, planned=1),
        bar=Bar(),
        looks=scenario.looks,
        has_tasks=False,
        has_queries=not is_routing,
        has_routes=is_routing,
    )
