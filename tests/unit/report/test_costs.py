"""What a skill costs, old against new."""

from skilleval.domain.lift import LiftTable, SkillTables
from skilleval.report.costs import cost_rows
from skilleval.report.parts import SkillParts, gather
from tests.builders_report import a_change, a_new_skill, a_pass, a_verdict


def test_context_comes_first_then_a_trials_means_with_n() -> None:
    """Characters of description and body, then time, tokens and money of a trial."""
    rows = cost_rows(gather(a_pass())[0])

    assert [(row.measure, row.old, row.new, row.n) for row in rows] == [
        ("description, always in the context", "59 characters", "59 characters", ""),
        ("body, when the skill fires", "15 characters", "30 characters", ""),
        ("time of a trial", "13.4 s", "19.2 s", "9 → 9"),
        ("tokens of a trial", "5,210", "8,120", "9 → 9"),
        ("cost of a trial", "$0.034", "$0.054", "9 → 9"),
    ]


def test_a_new_skill_costs_more_than_none() -> None:
    """Without an old version its context is a dash; trials are compared with those of no skill."""
    rows = cost_rows(gather(a_new_skill())[0])

    assert [row.old for row in rows] == ["–", "–", "13.4 s", "5,210", "$0.034"]


def test_what_is_not_known_is_not_shown() -> None:
    """A removed skill and a table without money leave no row; a missing arm is a dash."""
    table = LiftTable(skill="csv-clean", seconds={"candidate": 3.0})
    parts = SkillParts(
        a_verdict(), a_change(kind="removed"), None, SkillTables(skill="csv-clean", lift=table), ()
    )

    assert [(row.measure, row.old, row.new) for row in cost_rows(parts)] == [
        ("time of a trial", "–", "3.0 s")
    ]
