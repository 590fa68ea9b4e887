"""Fenced code as files of its own."""

import pytest

from skilleval.review.page import Page
from skilleval.review.shadow import fence_language, shadow_files


def test_fences_keep_their_lines() -> None:
    """Everything but the fences of a language is blank; line numbers stay."""
    raw = "a\n```py\nx = 1\n```\nb\n```sh\nls\n```\n```python\ny = 2\n```\n"

    files = {
        file.path: file.content.decode().split("\n")
        for file in shadow_files(Page("d.md", "prose", "md", raw))
    }

    assert {n: line for n, line in enumerate(files["d.md.py"], start=1) if line} == {3: "x = 1", 10: "y = 2"}
    assert {n: line for n, line in enumerate(files["d.md.sh"], start=1) if line} == {7: "ls"}


def test_indented_fences_are_taken_out() -> None:
    """A fence in a list or quotation loses its indentation, and a prompt its sign."""
    raw = "1. Do:\n\n   ```sh\n   $ ls\n   ```\n"

    (file,) = shadow_files(Page("d.md", "prose", "md", raw))

    assert file.content.decode().split("\n")[3] == "ls"


@pytest.mark.parametrize(
    ("info", "body", "language"),
    [
        ("bash", "x", "bash"),
        ("text", "import os\n", "python"),
        ("", "curl https://x\n", "bash"),
        ("output", "const a = 1\n", "javascript"),
        ("json", "{}\n", ""),
    ],
)
def test_content_decides_where_the_name_does_not(info: str, body: str, language: str) -> None:
    """A renamed fence is still code."""
    assert fence_language(info, body) == language
