"""Places told in any words: what stands in the text and not at the place that is named."""

import pytest

from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.located import find
from tests.builders_grading import a_file, a_scene, states

LEASE = {
    "lease.txt": "1. Rent\nThe tenant pays 640 in advance.\n2. Repairs\nThe landlord mends the roof.\n"
    "3. Liability\nThe tenant answers for gross negligence only.\n"
}
TALKS = {
    "talks.json": '[{"name": "Pavel", "start": "09:00"}, {"name": "Noor", "start": "11:30"}, '
    '{"name": "Quinn", "start": "15:15"}]'
}
NOTES = "# 2.0\n\n## New\n- Dark mode\n\n## Docs\n- Webhooks\n\n## Fixed\n- Timezone\n"


@pytest.mark.parametrize(("answer", "found"), [
    ("Damage falls under section 2, where the tenant only answers for gross negligence.", ["contradicted"]),
    ("The tenant answers for gross negligence (see section 3).", ["verified"]),
    ("Breakage is dealt with in section 1.", []), ("Roof repairs are a matter of clause 2.", ["verified"]),
    ("Section 1 should cover gross negligence.", []),
])  # fmt: skip
def test_numbered_parts_hold_the_lines_below_them(answer: str, found: list[str]) -> None:
    """Words that stand nowhere tell nothing."""
    assert states(find(a_scene(answer, given=LEASE))) == found


@pytest.mark.parametrize(("answer", "found"), [
    ("The last talk is Noor's at 11:30.", ["contradicted"]), ("The last talk is Quinn's.", ["verified"]),
    ("The first talk is Pavel's at 09:00.", ["verified"]), ("The second talk is Quinn's.", ["contradicted"]),
])  # fmt: skip
def test_ordinals_count_records(answer: str, found: list[str]) -> None:
    """In the order of the file, or of a column that orders them."""
    assert states(find(a_scene(answer, given=TALKS))) == found


@pytest.mark.parametrize(("answer", "found"), [
    ('The last section is "Docs".', ["contradicted"]), ('The last section is "Fixed".', ["verified"]),
    ('The second section is "Docs".', ["verified"]),
])  # fmt: skip
def test_ordinals_count_headings(answer: str, found: list[str]) -> None:
    """Of one level, without the title."""
    assert states(find(a_scene(answer, files=[a_file("notes.md", NOTES)]))) == found


def test_tools_say_which_line_is_meant() -> None:
    """A finding is where the tool reports it, even if its token stands on other lines, too."""
    call = ToolCall(name="Bash", result="views.py:2:5: E741 Ambiguous variable name: `l`")
    scene = a_scene(
        "E741: ambiguous variable name `l` (line 3)", given={"views.py": "\nl = 1\nprint(l)\n"}, calls=[call]
    )

    assert states(find(scene)) == ["contradicted"]


def test_steps_of_the_answer_are_its_own() -> None:
    """What the answer numbers itself is not looked up in a file."""
    given = {"guide.md": "1. Install it.\n2. Copy the settings file.\n3. Start the server twice.\n"}
    scene = a_scene(
        "Step 1 — Copy the settings file\n\nThen do what step 1 copied in the settings file.", given=given
    )

    assert states(find(scene)) == []
