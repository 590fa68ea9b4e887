"""report.html, whole."""

import pytest

from skilleval.domain.report import Report
from skilleval.report.page import render_html
from tests.builders_report import SCENARIOS, a_guilty_task, a_pass, everything
from tests.snapshots import assert_snapshot


@pytest.mark.parametrize("scenario", [name for name in SCENARIOS if name != "sixty-skills"])
def test_same_report_gives_the_same_page(scenario: str) -> None:
    """A saved and re-read report gives the same bytes, with the verdict in the title."""
    report = SCENARIOS[scenario]()
    page = render_html(report)

    assert render_html(Report.model_validate_json(report.model_dump_json())) == page
    assert f"{report.verdict.title}</title>" in page


def test_page_reads_as_it_did() -> None:
    """The fullest page is the golden one."""
    assert_snapshot("report/everything.report.html", render_html(everything()))


def test_offline_is_said_first() -> None:
    """The first thing on the page is that no language model was used."""
    body = render_html(a_pass()).split("<main>")[1]

    assert body.lstrip().startswith('<p class="banner"><strong>No language model was used')
    assert "No language model was used" not in render_html(a_guilty_task())


def test_scores_stand_where_they_belong() -> None:
    """A task's track runs from the lower to the higher mean, coloured by which arm is better."""
    page = render_html(a_guilty_task())

    assert '<span class="track worse" role="img" aria-label="from 1.00 to 0.40">' in page
    assert '<b style="left:40.0%;width:60.0%"></b>' in page
