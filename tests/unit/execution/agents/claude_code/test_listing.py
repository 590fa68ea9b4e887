"""What the host's listing budget left of the skills."""

from skilleval.domain.policy import Limits
from skilleval.domain.trial import Evidence, SkillUse
from skilleval.execution.agents.claude_code.listing import with_listing
from skilleval.ports import AgentTask
from tests.builders_execution import a_bundle

SKILLS = tuple(a_bundle(f"s{n}", description="d" * 100) for n in range(8))
ALL = tuple(skill.name for skill in SKILLS)


def seen(listing: dict[str, int]) -> Evidence:
    task = AgentTask(
        trial_id="t", prompt="p", skills=SKILLS, model="m", limits=Limits(), stop_when_loaded="s7"
    )
    return with_listing(Evidence(skills=SkillUse(offered=ALL)), listing, task)


def test_a_whole_listing_is_no_news() -> None:
    """Everything shown: all offered, no note."""
    evidence = seen(dict.fromkeys(ALL, 100))

    assert (evidence.skills.offered, evidence.notes) == (ALL, ())


def test_what_is_not_listed_was_not_offered() -> None:
    """The CLI's first event names it; the model never saw it."""
    evidence = seen(dict.fromkeys(ALL[:6], 100))

    assert evidence.skills.offered == ALL[:6]
    assert evidence.notes == ("the host's listing leaves out s6, s7",)


def test_names_alone_and_cut_descriptions_are_noted_the_skill_under_test_first() -> None:
    """A bare name is offered, and why it is not found is said; long lists are counted."""
    bare = seen(dict.fromkeys(ALL, 0))
    cut = seen(dict.fromkeys(ALL, 100) | {"s7": 40})

    assert bare.skills.offered == ALL
    assert bare.notes[0].endswith("names without descriptions for s7, s0, s1, s2, s3 and 3 more")
    assert cut.notes == ("the description of s7 was cut at 40 characters",)
