"""Whatever is said to be missing, gone, or in one place only."""

import pytest

from skilleval.grading.claims.gone import find
from tests.builders_grading import a_file, a_scene, states

GIVEN = {"CHANGELOG.md": "## 2.3.1\n", "src/version.js": 'exports = "2.3.1"\n', "mail.txt": "Leider nicht.\n"}


@pytest.mark.parametrize(("answer", "is_false"), [
    ('The number 2.3.1 survives in the changelog only.', True),
    ('The number 9.9.9 survives in the changelog only.', False),
    ('Das Wort „leider“ kommt in mail.txt nicht vor.', True),
    ('Das Wort „gern“ kommt in mail.txt nicht vor.', False),
    ('"2.3.1" no longer appears anywhere.', True),
    ('"2.3.2" no longer appears anywhere.', False),
    ('If "2.3.1" no longer appears anywhere, stop.', False),
    ('`note.md` has no exclamation mark.', True),
    ('`note.md` has no question mark.', False),
    ('`note.md` has no exclamation mark in the title.', False),
])  # fmt: skip
def test_a_thing_is_searched_for_where_it_is_said_not_to_be(answer: str, is_false: bool) -> None:
    """In any case; nothing that is supposed, or narrowed to a part."""
    claims = find(a_scene(answer, given=GIVEN, files=[a_file("note.md", "Hi!\n")]))

    assert ("contradicted" in states(claims)) is is_false


def test_the_old_name_is_that_of_the_task() -> None:
    """Of "Rename a to b" it is a."""
    scene = a_scene(
        "The old name no longer shows up anywhere.",
        prompt="Rename the helper get_usr to fetch_user.",
        given={"a.py": "get_usr()\n", "README.md": "Use get_usr.\n"},
        files=[a_file("a.py", "fetch_user()\n", state="changed")],
    )

    assert states(find(scene)) == ["contradicted"]
