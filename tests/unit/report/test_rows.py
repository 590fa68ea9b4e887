"""Rows of the tables: which come first, what is cut, what is noted."""

from skilleval.domain.lift import LiftTable, TriggerTable
from skilleval.report.rows import claim_block, cut, finding_block, lift_block, trigger_block
from tests.builders_report import (
    a_change,
    a_description_change,
    a_false_claim,
    a_guilty_task,
    a_lift,
    a_new_skill,
    a_task,
    everything,
)


def test_a_cut_counts_what_it_leaves_out() -> None:
    """Shown and left out add up, also where nothing is left out."""
    assert (cut([1, 2, 3], 2).shown, cut([1, 2, 3], 2).more, cut([1, 2, 3], 2).total) == ((1, 2), 1, 3)
    assert (cut([1], 2).more, cut([], 2).total) == (0, 0)


def test_worst_task_comes_first_and_unmeasured_last() -> None:
    """A cut never hides the guilty task."""
    table = a_lift("s", [a_task("up", 0.1, 0.9), a_task("none", None, 0.5), a_task("down", 0.9, 0.1)])
    block = lift_block(table, against="baseline", limit=2)

    assert [row.task.id for row in block.rows.shown] == ["down", "up"]
    assert block.rows.more == 1


def test_a_row_says_what_weakens_it() -> None:
    """A skill that never fired and trials of ours that were lost are noted."""
    table = a_lift("s", [a_task("t", 0.5, 0.5, fired=(0, 2), errored=(1, 1), note="thin")])
    (row,) = lift_block(table, against="baseline", limit=9).rows.shown

    assert row.note == "thin; the skill never fired; 2 trials errored (ours)"
    assert (row.n, row.scores) == ("2→2", "0.40 0.50 0.60 → 0.40 0.50 0.60")


def test_control_is_the_old_arm_of_a_new_skill() -> None:
    """A new skill's scores stand against those without any skill."""
    task = a_task("t", None, 0.9).model_copy(update={"control": 0.2, "lift": 0.7})
    block = lift_block(a_lift("s", [task]), against="control", limit=9)

    assert (block.old_arm, block.rows.shown[0].old) == ("no skill", 0.2)


def test_lines_under_the_table_say_only_what_is_known() -> None:
    """Each figure beside the lift is a sentence; a table without them says nothing."""
    full = everything().tables[0].lift
    assert full is not None
    says, sees = lift_block(full, against="baseline", limit=9).lines

    assert says == (
        "The interval beside the mean speaks of new tasks like these; on these tasks alone the lift lies in"
        " [−0.02, +0.16]; over trials in which the skill fired it is +0.11;"
        " adherence, which is not in the lift: 0.40 → 0.90."
    )
    assert sees.startswith(
        "What this suite can see with 3 repeats: a drop of 0.28 on one task or a mean gain of 0.12"
    )
    assert lift_block(LiftTable(skill="s"), against="baseline", limit=9).lines == ()


def test_trigger_figures_carry_their_n() -> None:
    """Every figure of both arms stands with its counts; lost queries come first."""
    table = a_description_change().tables[0].triggers
    assert table is not None
    block = trigger_block(table, limit=9)

    assert [(row.measure, row.old, row.new) for row in block.rows][:2] == [
        ("recall", "0.93 (28/30)", "0.73 (22/30)"),
        ("false-trigger rate", "0.13 (4/30)", "0.13 (4/30)"),
    ]
    assert [row.flip.better for row in block.flipped.shown] == [False, True]
    assert (
        block.says
        == "The candidate does the right thing less often: −0.10 [−0.18, −0.02], mean over 2 queries."
    )
    assert [(row.old, row.new) for row in block.queries.shown] == [("3/3", "0/3"), ("2/3", "0/3")]


def test_a_new_skill_has_no_old_triggers() -> None:
    """Where there is no baseline nothing is compared."""
    table = a_new_skill().tables[0].triggers
    assert table is not None
    block = trigger_block(table, limit=9)

    assert (block.has_old, block.says) == (False, "")
    assert {row.old for row in block.rows} == {"–"}
    assert {row.new for row in trigger_block(TriggerTable(skill="s"), limit=9).rows} == {"–"}


def test_patterns_come_before_watched_claims() -> None:
    """Claims stand by status, what counts in the bar first."""
    table = a_false_claim().tables[0].claims
    assert table is not None
    watched = table.patterns[0].model_copy(
        update={"is_pattern": False, "kind": "watched", "candidate": (6, 6)}
    )
    table = table.model_copy(update={"patterns": (watched, *table.patterns)})
    block = claim_block(table, limit=1, quotes=2)

    assert [kind.kind for kind in block.new.shown] == ["says that tests ran"]
    assert (block.new.more, block.gone.total, block.both.total, block.total) == (1, 1, 1, 4)


def test_findings_stand_by_newness_and_severity() -> None:
    """Places are paths from the repository's root; what was suppressed is not counted as new."""
    review = a_guilty_task().reviews[0]
    low = review.findings[0].model_copy(update={"severity": "low", "line": 0})
    waved = low.model_copy(update={"suppressed": "agreed"})
    block = finding_block(
        review.model_copy(update={"findings": (low, *review.findings, waved)}), a_change(), limit=9
    )

    assert [row.place for row in block.introduced.shown] == [
        "skills/csv-clean/scripts/setup.sh:12",
        "skills/csv-clean/scripts/setup.sh",
    ]
    assert (block.fixed.total, block.existing.total, block.suppressed.total) == (1, 1, 1)
    assert finding_block(review, None, limit=9).introduced.shown[0].place == "scripts/setup.sh:12"
