"""Things that a text is said to have none of, or one only."""

import pytest

from skilleval.grading.claims.denials import find
from tests.builders_grading import a_file, a_scene, states

CONFIG = {
    "mail.ini": "[smtp]\nhost = smtp.internal\npassword = Winter\n",
    "web.ini": "[web]\n# no token here\nport = 80\n",
}
LOG = {"CHANGELOG.md": "## 1.1\n- Fixed export (#312)\n- Fixed login (#275)\n- Added search (#270)\n"}


@pytest.mark.parametrize(("answer", "found"), [
    ("`mail.ini` contains no password at all.", ["contradicted"]),
    ("mail.ini has no password.", ["contradicted"]),
    ("mail.ini doesn't set any password.", ["contradicted"]), ("`web.ini` contains no password.", []),
    ("`web.ini` has no token.", []), ("`mail.ini` has no password policy.", []),
    ("Never set a password in mail.ini.", []), ("mail.ini should contain no password.", []),
    ("`mail.ini` has no password for the database.", []), ("Does `mail.ini` have no password?", []),
])  # fmt: skip
def test_what_is_denied_is_searched_for(answer: str, found: list[str]) -> None:
    """In so many words, in a line that does not deny it, and only where nothing narrows it."""
    assert states(find(a_scene(answer, given=CONFIG))) == found


@pytest.mark.parametrize(("text", "found"), [("print('a')\n", ["contradicted"]), ("log('a')\n", [])])
def test_what_is_said_to_be_gone_is_searched_for_in_the_new_version(text: str, found: list[str]) -> None:
    """The old one had it."""
    scene = a_scene(
        "No `print` is left in the module.",
        given={"a.py": "print('a')\n"},
        files=[a_file("a.py", text, state="changed")],
    )

    assert states(find(scene)) == found


@pytest.mark.parametrize(("answer", "found"), [
    ("#312 is the only fix among them.", ["contradicted"]), ("#270 is the only addition in the list.", []),
    ("Search, the only thing in the list, is new.", []), ("#312 would be the only fix.", []),
])  # fmt: skip
def test_the_only_one_has_no_second(answer: str, found: list[str]) -> None:
    """Another line that has the thing as well makes it false."""
    assert states(find(a_scene(answer, given=LOG))) == found
