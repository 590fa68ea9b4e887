"""What a check may look at."""

from skilleval.domain.trial import Evidence
from skilleval.grading.exhibit import Exhibit, plain_path
from tests.builders_grading import a_file, a_fixture

EXHIBIT = Exhibit(
    Evidence(
        answer="hi",
        files=(
            a_file("a/new.md", "n"),
            a_file("old.md", None, state="deleted"),
            a_file("c.md", "2", state="changed"),
        ),
    ),
    (a_fixture("old.md", "o"), a_fixture("c.md", "1"), a_fixture("left.md", "l")),
)


def test_paths_are_those_at_the_end() -> None:
    """Given and made, without what was deleted."""
    assert EXHIBIT.paths() == ("a/new.md", "c.md", "left.md")


def test_texts_are_those_at_the_end() -> None:
    """The answer, a changed file in its new form, a given one as it was."""
    assert [EXHIBIT.read(target).text for target in ("answer", "c.md", "left.md")] == ["hi", "2", "l"]


def test_what_is_not_there_is_missing() -> None:
    """A deleted file is as missing as one that never was."""
    assert EXHIBIT.read("old.md").missing
    assert EXHIBIT.read("none.md").missing


def test_what_was_not_kept_is_not_missing() -> None:
    """A fixture of a saved run has no bytes: nothing can be said of it."""
    bare = a_fixture("x.md", "text").model_copy(update={"content": b""})
    reading = Exhibit(Evidence(), (bare,)).read("x.md")

    assert (reading.text, reading.missing) == (None, False)


def test_empty_file_is_an_empty_text() -> None:
    """Nothing in it is not the same as nothing known of it."""
    assert Exhibit(Evidence(files=(a_file("e.md", ""),))).read("e.md").text == ""


def test_bytes_come_from_files_and_fixtures() -> None:
    """For checks that need more than text."""
    assert EXHIBIT.raw("left.md") == b"l"
    assert EXHIBIT.raw("a/new.md") == b"n"
    assert EXHIBIT.raw("none") is None


def test_plain_paths() -> None:
    """`./` and doubled slashes mean nothing."""
    assert plain_path("./a//b.md") == "a/b.md"
