"""Things under quoted headings."""

import pytest

from skilleval.grading.claims.under_headings import find
from tests.builders_grading import a_scene, states

NOTES = {"notes.md": "## Mon\n- call bank\n- fix bike\n\n## Tue\n- dentist at nine\n\n## Wed\n- pay rent\n"}


@pytest.mark.parametrize(("answer", "found"), [
    ('Paying the rent comes under "Tue".', ["contradicted"]),
    ('Paying the rent comes under "Wed".', ["verified"]),
    ('"fix bike" is listed under "Mon".', ["verified"]),
    ('"fix bike" is listed under "Wed".', ["contradicted"]),
    ('The holiday is under "Wed".', []), ('The rent should be under "Tue".', []),
    ('The rent is under "Fri".', []),
])  # fmt: skip
def test_what_stands_under_a_heading(answer: str, found: list[str]) -> None:
    """Only where the heading and the words are those of the text."""
    assert states(find(a_scene(answer, given=NOTES))) == found
