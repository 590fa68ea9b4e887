"""`json_path`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.suite import JsonPathCheck
from skilleval.domain.trial import Evidence
from skilleval.grading.checks.json_path import MISSING, json_in, mark, value_at
from skilleval.grading.exhibit import Exhibit
from tests.builders_grading import a_file

DOCUMENT = '{"total": 62.0, "ok": true, "items": [{"n/a": 1}], "": 0, "none": null}'


def check(pointer: str, equals: object, target: str = "answer", tolerance: float = 0.0) -> JsonPathCheck:
    """Return a check of a value."""
    return JsonPathCheck(
        id="C", kind="json_path", pointer=pointer, equals=equals, target=target, tolerance=tolerance
    )


@pytest.mark.parametrize(("pointer", "equals", "passed"), [
    ("/total", 62, True), ("/total", 61.5, False), ("/ok", True, True), ("/ok", 1, False),
    ("/items/0/n~1a", 1, True), ("/items/1", 1, False), ("/", 0, True), ("/none", None, True),
    ("/absent", None, False),
])  # fmt: skip
def test_pointer_finds_values(pointer: str, equals: object, passed: bool) -> None:
    """RFC 6901 pointers, and equality as JSON knows it."""
    assert mark(check(pointer, equals), Exhibit(Evidence(answer=DOCUMENT))).passed is passed


def test_json_inside_prose_is_found_in_the_answer() -> None:
    """An answer may talk around its JSON; a file may not."""
    prose = f"Here you are:\n```json\n{DOCUMENT}\n```\nBye"
    exhibit = Exhibit(Evidence(answer=prose, files=(a_file("o.json", prose),)))

    assert mark(check("/total", 62), exhibit).passed is True
    assert mark(check("/total", 62, "o.json"), exhibit).passed is False


def test_tolerance_is_for_numbers() -> None:
    """A number may be off by the tolerance."""
    assert mark(check("/total", 62.4, tolerance=0.5), Exhibit(Evidence(answer=DOCUMENT))).passed is True


@pytest.mark.parametrize("answer", ["", "no json", "{", "[" * 100_000, "{" * 5000])
def test_answer_without_json_fails(answer: str) -> None:
    """Nothing to read is a fail, however deep it looks."""
    found = mark(check("/a", 1), Exhibit(Evidence(answer=answer)))

    assert found.passed is False


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_every_value_is_reached_by_its_pointer(value: object) -> None:
    """Walking a document by pointers reaches every value in it."""

    def walk(here: object, pointer: str) -> None:
        assert value_at(value, pointer) == here
        if isinstance(here, dict):
            for key, inner in here.items():
                walk(inner, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
        elif isinstance(here, list):
            for index, inner in enumerate(here):
                walk(inner, f"{pointer}/{index}")

    walk(value, "")


def test_marker_is_no_value() -> None:
    """Nothing there is told apart from null."""
    assert json_in("null", anywhere=False) is None
    assert json_in("x", anywhere=False) is MISSING
