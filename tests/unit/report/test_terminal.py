"""The report on a terminal."""

import io

import pytest
from rich.console import Console

from skilleval.domain.collision import Collision
from skilleval.domain.lift import SkillTables
from skilleval.report.terminal import render_routing, render_terminal
from tests.builders_report import SCENARIOS, a_false_claim, a_guilty_task, a_lift, a_report, a_task
from tests.snapshots import assert_snapshot


def printed(scenario: str, *, width: int = 120) -> str:
    """Return what a terminal without colours shows."""
    out = io.StringIO()
    render_terminal(SCENARIOS[scenario](), Console(file=out, width=width, color_system=None))
    return out.getvalue()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_prints_its_title(scenario: str) -> None:
    """The verdict's title is on the screen, whatever the report holds."""
    title = SCENARIOS[scenario]().verdict.title

    assert title in printed(scenario)


@pytest.mark.parametrize("scenario", ["everything", "false-claim"])
def test_terminal_reads_as_it_did(scenario: str) -> None:
    """The screen is the golden one, at the usual width."""
    assert_snapshot(f"report/{scenario}.terminal.txt", printed(scenario, width=100))


def test_offline_and_isolation_come_first() -> None:
    """The two limits of the evidence stand above the verdict."""
    first, second, third = printed("false-claim").splitlines()[:3]

    assert "No language model was used" in first
    assert "Nothing was isolated" in second
    assert third == f"✗ {a_false_claim().verdict.title}"


def test_foreign_text_is_neither_markup_nor_escape() -> None:
    """Rich markup is shown as typed; terminal sequences are gone."""
    report = a_guilty_task()
    skill = report.verdict.skills[0].model_copy(
        update={"sentence": "[red]x[/red] \x1b[31mred\x1b]0;title\x07 :tada:"}
    )
    report = report.model_copy(update={"verdict": report.verdict.model_copy(update={"skills": (skill,)})})
    out = io.StringIO()
    render_terminal(report, Console(file=out, width=120, color_system=None))

    assert "[red]x[/red] red :tada:" in out.getvalue()
    assert "\x1b" not in out.getvalue()


@pytest.mark.parametrize(("pairs", "more"), [(4, ""), (14, "4 more pairs collide; --json has all")])
def test_routing_shows_the_closest_pairs_and_counts_the_rest(pairs: int, more: str) -> None:
    """A repository of a hundred skills has hundreds of pairs: the terminal keeps its place."""
    collide = [Collision(one="a", other=f"b{number}", lexical=number / 100) for number in range(pairs)]
    report = a_report()
    changes = report.changes.model_copy(update={"collisions": tuple(collide)})
    out = io.StringIO()

    render_routing(report.model_copy(update={"changes": changes}), Console(file=out, width=100))

    assert out.getvalue().count(" and b") == min(pairs, 10)
    assert f"a and b{pairs - 1} collide" in out.getvalue()
    assert more in out.getvalue()
    assert ("more pair" in out.getvalue()) == bool(more)


def test_a_third_arm_leaves_every_figure_whole_at_eighty_columns() -> None:
    """How often the skill fired is cut off nowhere."""
    tasks = [
        a_task(name, 0.6, 0.9).model_copy(update={"control": 0.2}) for name in ("totals-by-region", "rows")
    ]
    table = SkillTables(skill="csv-clean", lift=a_lift("csv-clean", tasks))
    report = a_guilty_task().model_copy(update={"tables": (table,)})
    out = io.StringIO()

    render_terminal(report, Console(file=out, width=80, color_system=None))

    rows = [line.split() for line in out.getvalue().splitlines() if "0.20" in line and "→" in line]
    assert rows
    assert all(row[-1].count("/") == 1 for row in rows)
