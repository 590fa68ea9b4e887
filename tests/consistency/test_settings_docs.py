"""The settings' page and schema say what the code does."""

from pathlib import Path

import pytest

from scripts import settings_docs

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("path", "fresh"),
    [
        ("settings.md", settings_docs.settings_page()),
        ("schemas/settings.schema.json", settings_docs.settings_schema()),
    ],
)
def test_settings_documents_are_fresh(path: str, fresh: str) -> None:
    """Run scripts/settings_docs.py when this fails."""
    assert (DOCS / path).read_text(encoding="utf-8") == fresh
