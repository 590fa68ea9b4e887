"""The set of trigger queries: enough, both ways, and near enough to the skill to test anything."""

from collections.abc import Iterator
from typing import Final

from skilleval.changes.lint.subject import Subject
from skilleval.changes.lint.words import telling_words, words_of
from skilleval.domain.bundle import SkillText
from skilleval.domain.remark import Remark, RuleDoc
from skilleval.domain.suite import TriggerQuery

FEW = RuleDoc(
    id="queries-too-few",
    level="note",
    title="There are about 20 queries, 8 to 10 each way",
    fix="add queries until both ways have eight or more",
)
ONE_WAY = RuleDoc(
    id="queries-one-way",
    level="warning",
    title="There are queries that should load the skill and queries that should not",
    fix="add the other kind: a skill that always fires, or never, would pass",
)
ONE_STEP = RuleDoc(
    id="queries-one-step",
    level="note",
    title="A query is worth a skill: a model answers one-step requests by itself",
    fix="ask for something that takes several steps, with files or context",
)
FAR = RuleDoc(
    id="queries-far-negative",
    level="warning",
    title="A query that should not load the skill is near enough to tempt it",
    fix="ask for a neighbouring thing in the skill's own words",
)
RULES = (FEW, ONE_WAY, ONE_STEP, FAR)

EACH_WAY: Final = 8
_ONE_STEP_WORDS: Final = 6
_Z: Final = 1.96
"""The normal quantile of a 95 % interval."""


def lint(subject: Subject) -> Iterator[Remark]:
    """Yield what makes the rates of this query set say little."""
    queries = subject.suite.queries
    if not queries or subject.skill is None:
        return
    wanted = [query for query in queries if query.should_trigger]
    unwanted = [query for query in queries if not query.should_trigger]
    source = queries[0].source
    if not wanted or not unwanted:
        missing = "should" if not wanted else "should not"
        yield subject.remark(ONE_WAY, f"no query {missing} load the skill", path=source)
    for name, some in (("should", wanted), ("should not", unwanted)):
        if some and len(some) < EACH_WAY:
            message = (
                f"{len(some)} queries {name} load it: all right could be {_lowest(len(some)):.0%} in truth"
            )
            yield subject.remark(FEW, message, path=source)
    for query in wanted:
        if len(words_of(query.query)) < _ONE_STEP_WORDS:
            message = f"{query.query[:60]!r} may be answered without any skill: recall looks low"
            yield subject.remark(ONE_STEP, message, path=query.source)
    yield from _far(subject, subject.skill, unwanted)


def _far(subject: Subject, skill: SkillText, unwanted: list[TriggerQuery]) -> Iterator[Remark]:
    known = telling_words(f"{skill.name} {skill.description}")
    for query in unwanted:
        if not telling_words(query.query) & known:
            message = f"{query.query[:60]!r} shares no word with the description: it tests nothing"
            yield subject.remark(FAR, message, path=query.source)


def _lowest(count: int) -> float:
    """Return the lower end of Wilson's 95 % interval for `count` successes out of `count`."""
    return count / (count + _Z**2)
