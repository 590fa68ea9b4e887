"""Routing and everyday requests in reports: small tables in which every field is used."""

from skilleval.domain.lift import EverydayArm, EverydayTable, QueryRate, TriggerOutcomes
from skilleval.domain.routing import Confusion, Move, RouteRow, RoutingStats, RoutingTable, SkillRouting
from skilleval.domain.value import Interval


def a_routing_table() -> RoutingTable:
    """Return a table in which a change took a request from its owner."""
    stats = RoutingStats(
        accuracy=0.5,
        interval=Interval(lo=0.15, hi=0.85, method="wilson"),
        queries=4,
        trials=12,
        skills=(SkillRouting(skill="csv-clean", precision=0.5, recall=1.0, loaded=6, expected=3),),
        matrix=(
            Confusion(expected="csv-clean", got="csv-clean", trials=3, queries=1),
            Confusion(expected="report-writer", got="csv-clean", trials=3, queries=1),
        ),
        double_loads=(1, 12),
    )
    return RoutingTable(
        candidate=stats,
        baseline=stats.model_copy(update={"accuracy": 0.75, "double_loads": (0, 12)}),
        rows=(
            RouteRow(
                id="report-writer:q1",
                query="write up the monthly numbers",
                expected=("report-writer",),
                right={"baseline": (3, 3), "candidate": (0, 3)},
                took={"baseline": "report-writer", "candidate": "csv-clean"},
            ),
        ),
        moves=(
            Move(
                before="report-writer",
                after="csv-clean",
                queries=("write up the monthly numbers",),
                better=0,
                worse=1,
            ),
        ),
        new_confusions=(("report-writer", "csv-clean"),),
        difference=-0.25,
        difference_interval=Interval(lo=-0.6, hi=0.1, method="paired-t"),
        errored={"baseline": (0, 12), "candidate": (0, 12)},
        notes=("no side has the skill 'gone' that a routing set expects",),
    )


def an_everyday_table(skill: str = "csv-clean", *, fired: int = 3, before: int | None = 0) -> EverydayTable:
    """Return a table of 20 requests of which so many load the skill, in the candidate and before."""

    def arm(count: int) -> EverydayArm:
        from skilleval.stats.intervals import wilson

        return EverydayArm(fired=count, queries=20, interval=wilson(count, 20))

    rate = QueryRate(
        id="everyday-1", query="what is 17 percent of 240", should_trigger=False, fired={"candidate": (1, 1)}
    )
    return EverydayTable(
        skill=skill,
        candidate=arm(fired),
        baseline=None if before is None else arm(before),
        fired=(rate,),
        p_more=0.5 ** max(1, fired - (before or 0)),
        errored={"candidate": (0, 20)},
    )


def some_outcomes() -> TriggerOutcomes:
    """Return outcomes in which everything happened once."""
    return TriggerOutcomes(
        trials=6,
        loaded=2,
        other_skill=1,
        attempted=1,
        nothing=1,
        not_offered=1,
        double_loads=1,
        others={"report-writer": 1},
    )
