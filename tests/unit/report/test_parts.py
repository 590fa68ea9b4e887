"""What a report holds on one skill."""

from skilleval.report.parts import gather
from tests.builders_report import a_graded, a_new_skill, a_report, a_verdict, sixty_skills


def test_each_skill_gets_its_own_parts() -> None:
    """Reviews, tables and trials go to the skill that they speak of."""
    parts = gather(sixty_skills())

    assert len(parts) == 60
    for part in parts:
        assert part.review is not None
        assert {part.verdict.skill, part.review.skill, part.tables.skill} == {part.verdict.skill}
        assert {trial.cell.skill for trial in part.graded} == {part.verdict.skill}


def test_missing_parts_are_none() -> None:
    """A verdict without anything behind it is still a skill; trials of others are not its own."""
    (parts,) = gather(a_report(a_verdict("alone"), graded=[a_graded("other", "t", "baseline", 1)]))

    assert (parts.change, parts.review, parts.tables.lift, parts.graded) == (None, None, None, ())
    assert parts.old_arm == "baseline"
    assert gather(a_new_skill())[0].old_arm == "control"
