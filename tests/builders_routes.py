"""Builders for routing: change sets with several skills, their lists and sets, and trials on them."""

from collections.abc import Mapping, Sequence

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import Baseline, ChangeSet, Part, SkillChange
from skilleval.domain.collision import Collision
from skilleval.domain.grade import GradedTrial
from skilleval.domain.plan import REPOSITORY, Cell
from skilleval.domain.suite import RoutingQuery, Suite, TriggerQuery
from skilleval.domain.value import Arm
from tests.builders_execution import DIGEST, SHA, a_bundle

DESCRIPTION: tuple[Part, ...] = ("description",)


def a_list(*queries: str, quiet: Mapping[str, str] | None = None) -> Suite:
    """Return a suite with queries that should fire, and quiet ones by the skill that they belong to."""
    wanted = [TriggerQuery(id=text, query=text, should_trigger=True) for text in queries]
    others = [
        TriggerQuery(id=text, query=text, should_trigger=False, expected_skill=owner)
        for text, owner in (quiet or {}).items()
    ]
    return Suite(queries=(*wanted, *others))


def a_set(**expected: Sequence[str]) -> Suite:
    """Return a suite with a routing set: request to expected skills."""
    return Suite(
        routing=tuple(
            RoutingQuery(id=text, query=text, expected_skills=tuple(skills))
            for text, skills in expected.items()
        )
    )


def a_skill_change(
    name: str = "pdf-forms",
    *,
    suite: Suite | None = None,
    old: Bundle | None = None,
    parts: tuple[Part, ...] = DESCRIPTION,
    is_new: bool = False,
    hidden: bool = False,
) -> SkillChange:
    """Return a skill whose description changed, or a new one."""
    frontmatter = {"disable-model-invocation": True} if hidden else {}
    before = None if is_new else old or a_bundle(name)
    return SkillChange(
        name=name,
        path=f"skills/{name}",
        kind="added" if is_new else "edited",
        parts=() if is_new else parts,
        candidate=a_bundle(name, description="Fills forms of all kinds.", frontmatter=frontmatter),
        baseline=Baseline(kind="control" if is_new else "merge-base", bundle=before),
        base_suite=Suite() if is_new else suite or Suite(),
        head_suite=suite or Suite(),
    )


def a_repository(
    *changes: SkillChange,
    neighbours: Mapping[str, Suite] | None = None,
    collide: Sequence[tuple[str, str]] = (),
) -> ChangeSet:
    """Return a change set with these neighbours and colliding pairs."""
    beside = neighbours or {}
    return ChangeSet(
        merge_base=SHA,
        changes=changes,
        neighbours=tuple(a_bundle(name) for name in beside),
        suites={name: suite for name, suite in beside.items() if suite.queries or suite.routing},
        collisions=tuple(Collision(one=one, other=other, lexical=0.5) for one, other in collide),
    )


def route_trials(
    item: str, arm: Arm, loaded: Sequence[str | None], *, expected: Sequence[str]
) -> list[GradedTrial]:
    """Return graded route trials in which these skills loaded (names joined by `+`; None is errored)."""
    trials = []
    for repeat, names in enumerate(loaded, start=1):
        found = tuple(name for name in (names or "").split("+") if name)
        wanted = len(expected)
        right = found[:wanted] == tuple(expected) if wanted else not found
        trials.append(
            GradedTrial(
                trial=f"{item}-{arm}-{repeat}",
                cell=Cell(
                    skill=REPOSITORY, kind="route", item=item, arm=arm, repeat=repeat, counts_in_bar=False
                ),
                state="errored" if names is None else "completed",
                score=None if names is None else float(right),
                loaded=found,
                fired=bool(found),
            )
        )
    return trials


__all__ = ["DIGEST", "SHA", "a_bundle"]
