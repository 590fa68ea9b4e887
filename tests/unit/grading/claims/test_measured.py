"""Lengths held against every part of a text."""

import pytest

from skilleval.grading.claims.measured import find
from tests.builders_grading import a_file, a_scene, states

AD = "# Wanted\n\nWe look for a cook with a steady hand.\n\nSend us a few lines by May.\n"


@pytest.mark.parametrize(("answer", "is_false"), [
    ('`ad.md` has 40 words.', True),
    ('The body of `ad.md` runs to 16 words.', False),
    ('The second paragraph of `ad.md` has 9 words.', False),
    ('`ad.md` is kept to nine lines.', True),
    ('`ad.md` has five lines.', False),
    ('`ad.md` must have 40 words.', False),
    ('`ad.md` has 40 words per page.', False),
    ('Does `ad.md` have 40 words?', False),
    ('`ad.md` hat 33 Wörter.', True),
    ('`ad.md` has at most 30 words.', False),
    ('`ad.md` is 40 words shorter.', False),
    ('The handbook has 90,000 words.', False),
])  # fmt: skip
def test_a_length_that_no_part_has_is_false(answer: str, is_false: bool) -> None:
    """Whatever the part is called; a limit and a difference are no lengths."""
    claims = find(a_scene(answer, files=[a_file("ad.md", AD)]))

    assert ("contradicted" in states(claims)) is is_false
