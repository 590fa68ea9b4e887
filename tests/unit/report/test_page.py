"""report.html, whole."""

import re
from itertools import pairwise

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


GROUNDS = {
    "ink": ("ground", "card", "open-ground", "code"),
    "soft": ("ground", "card", "plain-ground"),
    "good": ("card", "good-ground"),
    "bad": ("card", "bad-ground"),
    "open": ("card", "open-ground"),
}
"""Which colours of text stand on which grounds."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(scheme: str) -> None:
    """Every colour of text has a contrast of 4.5 to 1 on its grounds (WCAG 2.2, 1.4.3), day and night."""
    page = render_html(a_pass())
    (day, night) = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", part)) for part in _schemes(page))
    colours = day if scheme == "light" else night

    for text, grounds in GROUNDS.items():
        for ground in grounds:
            assert _contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


def _schemes(page: str) -> tuple[str, str]:
    """Return the two blocks of colours of the style sheet."""
    light, dark = re.findall(r":root \{(.*?)\}", page, re.DOTALL)
    return light, dark


def _contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, as WCAG 2.2 defines it."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scenario", [name for name in SCENARIOS if name != "sixty-skills"])
def test_a_screen_reader_finds_its_way(scenario: str) -> None:
    """One main part, headings without a gap, header cells that say what they head, pictures with words."""
    page = render_html(SCENARIOS[scenario]())
    levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", page)]

    assert '<html lang="en">' in page
    assert page.count("<main>") == levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert not re.findall(r"<th(?![^>]*scope=)[^>]*>", page.replace("<thead>", ""))
    assert not re.findall(r'<span class="track[^"]*"(?![^>]*aria-label=)[^>]*>', page)
    assert "<th></th>" not in page
