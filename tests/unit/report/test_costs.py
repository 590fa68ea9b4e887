"""What a skill costs, old against new."""

from dataclasses import replace

from skilleval.domain.lift import LiftTable, SkillTables
from skilleval.domain.remark import ContextCost
from skilleval.report.costs import cost_rows
from skilleval.report.parts import SkillParts, gather
from tests.builders_report import a_change, a_new_skill, a_pass, a_verdict


def test_context_comes_first_then_a_trials_means_with_n() -> None:
    """Tokens of listing, body and references, then time, tokens and money of a trial."""
    rows = cost_rows(gather(a_pass())[0])

    assert [(row.measure, row.old, row.new, row.n) for row in rows] == [
        ("listing, always in the context", "40 tokens", "48 tokens", ""),
        ("body, when the skill fires", "290 tokens", "310 tokens", ""),
        ("references, when they are read", "0 tokens", "0 tokens", ""),
        ("time of a trial", "13.4 s", "19.2 s", "9 → 9"),
        ("tokens of a trial", "5,210", "8,120", "9 → 9"),
        ("cost of a trial", "$0.034", "$0.054", "9 → 9"),
    ]


def test_a_new_skill_costs_more_than_none() -> None:
    """Without an old version its context is a dash; trials are compared with those of no skill."""
    parts = gather(a_new_skill())[0]
    context = ContextCost(skill="csv-clean", path="skills/csv-clean", metadata=48, body=310, references=9)

    rows = cost_rows(replace(parts, context=context))

    assert [row.old for row in rows] == ["–", "–", "–", "13.4 s", "5,210", "$0.034"]


def test_what_is_not_known_is_not_shown() -> None:
    """A removed skill and a table without money leave no row; a missing arm is a dash."""
    table = LiftTable(skill="csv-clean", seconds={"candidate": 3.0})
    parts = SkillParts(
        a_verdict(), a_change(kind="removed"), None, SkillTables(skill="csv-clean", lift=table), ()
    )

    assert [(row.measure, row.old, row.new) for row in cost_rows(parts)] == [
        ("time of a trial", "–", "3.0 s")
    ]
