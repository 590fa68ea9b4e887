"""Sentences on what loaded."""

from skilleval.domain.lift import SkillTables, TriggerOutcomes, TriggerTable
from skilleval.report.loading import loading_lines
from tests.builders_routing import an_everyday_table, some_outcomes


def test_each_outcome_is_said_with_its_n() -> None:
    """Others by name, attempts, what was not offered, double loads: each of how many trials."""
    table = TriggerTable(skill="s", outcomes={"candidate": some_outcomes()})
    lines = loading_lines(SkillTables(skill="s", triggers=table))

    assert len(lines) == 4
    assert all("1 of 6 trials" in line for line in lines)
    assert "report-writer 1" in lines[0]
    assert "not counted" in lines[2]


def test_nothing_remarkable_is_no_line() -> None:
    """Where every trial loaded it or nothing, the figures have said it all."""
    quiet = TriggerTable(skill="s", outcomes={"candidate": TriggerOutcomes(trials=3, loaded=3)})

    assert loading_lines(SkillTables(skill="s", triggers=quiet)) == ()
    assert loading_lines(SkillTables(skill="s")) == ()


def test_everyday_requests_are_said_of_both_arms() -> None:
    """Counts with n and interval; where none could be tried, that."""
    table = an_everyday_table(fired=3)
    lost = table.model_copy(update={"candidate": None, "baseline": None})
    (line,) = loading_lines(SkillTables(skill="s", everyday=table))

    assert "0/20 [0.00, 0.16] → 3/20 [0.05, 0.36]" in line
    assert loading_lines(SkillTables(skill="s", everyday=lost)) == ("Everyday requests could not be tried.",)
