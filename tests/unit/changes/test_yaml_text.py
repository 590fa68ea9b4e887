"""YAML, bounded and with our own errors only."""

import json
import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from skilleval.changes.yaml_text import yaml_of, yaml_words_of
from skilleval.errors import SuiteError

LINES = st.from_regex(r"( {0,2})[a-z_]{1,3}:( [ -~é]{0,12})?| {0,2}", fullmatch=True)
PLAIN_LINES = st.from_regex(r"( {0,2})[a-c]:( {0,2}[a-c\"']{0,3}| )?", fullmatch=True)


def test_words_stay_words() -> None:
    """Nothing is turned into numbers, dates or booleans; a suite's YAML has its types."""
    text = "version: 1.10\nname: true\nday: 2026-01-01\nempty:\n"

    assert yaml_words_of(text) == {"version": "1.10", "name": "true", "day": "2026-01-01", "empty": ""}
    assert yaml_of("a: true\nb: 1\nc:\n") == {"a": True, "b": 1, "c": None}


@pytest.mark.filterwarnings("ignore")  # the oracle says when an anchor is used twice
@given(st.lists(LINES, min_size=1, max_size=4) | st.lists(PLAIN_LINES, min_size=1, max_size=6))
@example(["a:", "  b: c", "  d: 'e'", "f: g"])
@example(["a:", "  b: c", " d: e"])
@example(["a: x", "  b: c"])
@example(["a:", "  b:", "    c: d"])
@example(["  a: b", "c: d"])
@example(["  a: b", "  c: d"])
@example(["a: ''", "  b: c"])
@example(["a:", "", "  b: c", "", "d:"])
@settings(deadline=None, max_examples=int(os.environ.get("SKILLEVAL_EXAMPLES", "100")))
def test_the_short_way_equals_the_reader(lines: list[str]) -> None:
    """Simple lines are read without the YAML reader, and say the same."""
    text = "\n".join(lines)
    try:
        expected = YAML(typ="base", pure=True).load(text)
    except YAMLError:
        with pytest.raises(SuiteError):
            yaml_words_of(text)
        return

    assert yaml_words_of(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a: [",
        "a: b: c",
        "? {a: b}\n: c",
        "? [a]\n: c",
        "!!python/object:os.system x",
        "a: &x [*x]",
        "&a [&b [*a, *b]]",
        "[" * 50_000,
        "{a: " * 50_000,
        "- " * 50_000,
        "? " * 50_000,
        "a: &x 1\nb: &x 2",
        "a: 1\na: 2",
        "\ta: 1",
        "a: \x01",
        'a: "\\ud800"',
        "a: !!timestamp 9999-99-99",
        "a: !!int x",
        "a: !!binary x",
    ],
)
@pytest.mark.parametrize("read", [yaml_of, yaml_words_of])
def test_odd_input(text: str, read: object) -> None:
    """Whatever stands in the file, a value of JSON's types or our own error comes out."""
    assert callable(read)
    try:
        found = json.dumps(read(text))
    except SuiteError as exc:
        found = str(exc)

    assert "\n" not in found


@pytest.mark.parametrize("text", ['1: a\n"1": b\n', "true: a\n'True': b\n", "null: a\n'None': b"])
def test_keys_that_are_one_text(text: str) -> None:
    """Two keys that JSON cannot tell apart are an error: one of them would be lost in silence."""
    with pytest.raises(SuiteError, match="same text"):
        yaml_of(text)


def test_a_small_file_is_no_huge_tree() -> None:
    """Aliases that repeat each other are counted as what they stand for."""
    text = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))

    with pytest.raises(SuiteError, match=r"too many|deeper"):
        yaml_words_of(text)
