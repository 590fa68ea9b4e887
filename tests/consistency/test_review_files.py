"""What is generated for the review is fresh: pages of rules, and semgrep's one JSON file."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    """Return a script of `scripts/` as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pages_of_rules_are_fresh() -> None:
    """`docs/rules/` says what the docstrings say; if not: python scripts/build_rule_docs.py."""
    pages: dict[str, str] = script("build_rule_docs").pages()

    assert {path.name: path.read_text() for path in (ROOT / "docs/rules").glob("*.md")} == pages


def test_semgrep_rules_are_fresh() -> None:
    """rules.json says what rules.yml says; if not: python scripts/build_semgrep_rules.py."""
    build = script("build_semgrep_rules")

    assert (build.FOLDER / "rules.json").read_text() == build.rules_json()
