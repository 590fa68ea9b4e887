"""What claims are held against."""

from skilleval.domain.trial import Evidence
from skilleval.grading.claims.scene import SENTENCES_LIMIT, TEXT_LIMIT, scenes_of
from tests.builders_grading import a_file, a_fixture, a_scene, a_task


def test_answer_and_prose_files_make_claims() -> None:
    """A report that was written makes claims, too; code and data do not."""
    files = (a_file("r.md", "# R"), a_file("x.py", "x = 1"), a_file("gone.md", None, state="deleted"))

    assert [scene.origin for scene in scenes_of(a_task(), Evidence(answer="hi", files=files))] == [
        "answer",
        "r.md",
    ]


def test_changed_file_is_known_in_both_versions() -> None:
    """A claim may be about the old one or the new one."""
    task = a_task(fixtures=[a_fixture("a.txt", "old")])
    scene = next(iter(scenes_of(task, Evidence(files=(a_file("a.txt", "new", state="changed"),)))))

    assert [(document.text, document.given) for document in scene.documents] == [
        ("old", True),
        ("new", False),
    ]


def test_no_reader_gets_to_the_end_of_ten_megabytes() -> None:
    """Nor do the finders."""
    scene = a_scene("I ran it. " * 100_000)

    assert len(scene.text) == TEXT_LIMIT
    assert len(scene.sentences) == SENTENCES_LIMIT
