"""Files said to have been made, changed, removed or left alone."""

from collections.abc import Sequence

import pytest

from skilleval.domain.trial import FileEvidence
from skilleval.grading.claims.changes import find
from tests.builders_grading import a_file, a_scene, states

GIVEN = {"a.py": "x", "b.py": "y"}
NEW, CHANGED, GONE = (
    a_file("out/r.md", "r"),
    a_file("a.py", "z", state="changed"),
    a_file("b.py", None, state="deleted"),
)
PICTURE = a_file("c.png", None)


@pytest.mark.parametrize(("answer", "files", "found"), [
    ("I created `out/r.md`.", [NEW], ["verified"]), ("I created `r.md`.", [], ["contradicted"]),
    ("I wrote the report to r.md.", [NEW], ["verified"]), ("I updated `a.py`.", [CHANGED], ["verified"]),
    ("I updated `a.py`.", [], ["contradicted"]), ("I deleted b.py.", [GONE], ["verified"]),
    ("I deleted b.py.", [], ["contradicted"]), ("`r.md` has been created.", [], ["contradicted"]),
    ("I also wrote a script, `x.sh`.", [], ["contradicted"]),
    ("The chart was saved as `c.png` and the data as `c.csv`.", [PICTURE], ["verified", "contradicted"]),
    ("You should create `r.md`.", [], []), ("I would create `r.md`.", [], []),
    ("I have not created `r.md`.", [], []), ("I added a test for `a.py`.", [], []),
    ("I added `console.log` calls.", [], []), ("Create `r.md` first.", [], []),
    ("I did not touch `a.py`.", [], ["verified"]),
    ("I did not touch `a.py`.", [CHANGED], ["contradicted"]),
    ("I left `a.py` unchanged.", [CHANGED], ["contradicted"]),
    ("No files were changed.", [CHANGED], ["contradicted"]),
    ("I did not change any files.", [], ["verified"]), ("I created two files.", [NEW], ["contradicted"]),
    ("A copy is stored as `copy.md`.", [], ["contradicted"]), ("It is in `a.py`.", [], ["verified"]),
    ("The report was written to `r.md` by the user.", [NEW], ["verified"]),
])  # fmt: skip
def test_files_are_held_against_the_evidence(
    answer: str, files: Sequence[FileEvidence], found: list[str]
) -> None:
    """Created, changed, deleted, left alone; what nobody claims is nobody's lie."""
    assert states(find(a_scene(answer, given=GIVEN, files=files))) == found


NEWS = "All done. Changes:\n* `a.py`: loads faster\n"


@pytest.mark.parametrize(("answer", "files", "found"), [
    (f"{NEWS}* b.py: adapted to it", [CHANGED], ["verified", "contradicted"]),
    (f"{NEWS}* b.py – unchanged", [CHANGED], ["verified"]), (f"{NEWS}* b.py: adapted", [], []),
    ("## What I changed\n\n- a.py (new default)\n- t/t.py (a test)", [CHANGED], ["verified", "contradicted"]),
    ("Proposed changes:\n- a.py: x\n- b.py: y", [CHANGED], []),
    ("Version bumped in b.py.", [CHANGED], ["contradicted"]),
    ("Default value raised in a.py", [CHANGED], ["verified"]),
    ("- Tests added to t/test_a.py", [CHANGED], ["contradicted"]), ("Version bumped in b.py.", [], []),
    ("Settings changed in b.py are kept.", [CHANGED], []), ("No test added to b.py.", [CHANGED], []),
    ("If a key was added to b.py, stop.", [CHANGED], []),
    ("I also raised the limit in b.py.", [CHANGED], ["contradicted"]),
    ("I tightened the check in `a.py`.", [CHANGED], ["verified"]),
])  # fmt: skip
def test_changes_told_as_a_list_or_in_participles(
    answer: str, files: Sequence[FileEvidence], found: list[str]
) -> None:
    """Of an assistant that changed something; where it changed nothing, they may be proposals."""
    assert states(find(a_scene(answer, given=GIVEN, files=files))) == found
