"""One skill's part of the view."""

from skilleval.domain.change import Baseline
from skilleval.domain.report import Report
from skilleval.report.parts import gather
from skilleval.report.skill import EVERYTHING, Limits, SkillView, skill_notes, skill_view
from tests.builders_report import (
    a_change,
    a_new_skill,
    a_report,
    a_verdict,
    everything,
    no_evals,
)


def view(report: Report, limits: Limits = EVERYTHING) -> SkillView:
    """Return the view of the first skill."""
    return skill_view(report, gather(report)[0], limits)


def test_a_change_says_what_and_against_what() -> None:
    """Edited, renamed, new and removed skills are told apart, each with what it is compared with."""
    edited = view(no_evals())
    renamed = view(everything())
    new = view(a_new_skill())
    removed = view(a_report(a_verdict(), changes=[a_change(kind="removed")]))
    unknown = view(a_report(a_verdict()))

    assert (edited.what, edited.compared_with) == ("edited: body", "its merge-base version")
    assert renamed.what == "renamed from skills/old-csv-clean: body"
    assert (new.what, new.compared_with, new.old_sha) == ("new skill", "no skill at all", "")
    assert (removed.what, removed.compared_with) == ("removed", "")
    assert (unknown.what, unknown.compared_with, unknown.digests) == ("", "", ())


def test_an_edit_that_reaches_no_agent_says_so() -> None:
    """No part is named where none was touched."""
    report = a_report(a_verdict(), changes=[a_change(parts=())])

    assert view(report).what == "edited: no part that reaches an agent"


def test_notes_of_all_sources_are_told_once() -> None:
    """Verdict, change, suites and tables have their say, without doubles."""
    report = everything()
    notes = skill_notes(gather(report)[0])

    assert notes == (
        "round 2: weaker evidence",
        "the suite has no clean case",
        "evals written by: independent",
        "evals/evals.json /evals/1: no prompt",
        "with no variance at all the pooled SD has a floor of 0.02",
    )
    broken = a_report(a_verdict(), changes=[a_change().model_copy(update={"problem": "SKILL.md: no name"})])
    assert skill_notes(gather(broken)[0]) == ("SKILL.md: no name",)


def test_mishaps_are_counted_by_what_happened() -> None:
    """Errored and void trials stand with their reasons, completed ones do not."""
    mishaps = view(everything()).mishaps.shown

    assert mishaps == (
        ("errored", "the gateway answered 529 three times", 1),
        ("void", "the skill leaked into the baseline", 1),
    )


def test_limits_cut_rows_and_say_so() -> None:
    """Fewer rows are shown, and the count of the others is kept."""
    small = view(everything(), Limits(rows=1, quotes=1, skills=1, overview=1))

    assert small.lift is not None
    assert (len(small.lift.rows.shown), small.lift.rows.more) == (1, 3)
    assert (small.trials.shown, small.trials.more) == ((), 7)


def test_a_skill_that_cannot_be_read_says_so() -> None:
    """It is compared with nothing: no part of it is known, not even that none reaches an agent."""
    for kind in ("added", "edited", "renamed"):
        change = a_change(kind=kind).model_copy(update={"candidate": None, "problem": "too deep"})
        report = a_report(a_verdict(), changes=[change])

        assert view(report).what.endswith("skill that cannot be read")
        assert view(report).compared_with == ""
        assert "too deep" in skill_notes(gather(report)[0])


def test_a_baseline_that_cannot_be_had_is_no_new_skill() -> None:
    """An edited skill whose baseline is missing is not said to be compared with no skill."""
    gone = {"problem": "its pin is not here", "baseline": Baseline(kind="control")}
    for parts, what in ((("body",), "edited: body"), ((), "edited: which parts cannot be told")):
        lost = a_change().model_copy(update={**gone, "parts": parts})

        seen = view(a_report(a_verdict(), changes=[lost]))

        assert (seen.what, seen.compared_with) == (what, "")
