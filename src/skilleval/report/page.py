"""report.html: the whole report as one file to open in a browser, without any outside resource."""

from skilleval.domain.report import Report
from skilleval.report.render import render_template
from skilleval.report.skill import EVERYTHING
from skilleval.report.view import build_view


def render_html(report: Report) -> str:
    """Return the page. It runs no script and loads nothing; a policy in it says so to the browser."""
    return render_template("report_html/page.html.j2", view=build_view(report, EVERYTHING))
