"""What is looked for first because it is quick: it never hides what the pattern behind it would find."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.review import arithmetic, capability, decoding, unsplit
from skilleval.review.lazy import Lazy

_PIECES = (
    *"abXeF0179 ,;=\"'[](){}\\+-_./:@^`\n\t<>$",
    *("0x1f", "12, ", ", 3", "x=", "=y;", "\\x4", "\\x7f", "ELF", "MZ\\x90", ".join(", "''", "[::-1]"),
    *("chr(65)", "+", "fromCharCode(", "bytes([", ".replace(", "codecs.decode(", "rot13", "hxxp", "HxXp"),
    *("[dot]", "[.]", "(.)", "{a,b}", "a b c ", "pip install ", "npx ", "go get ", "npm i ", "exec("),
    *("subprocess.run(", "os.system(", "~/", "$HOME/", "${HOME}/", "/etc/", "/proc/", "/Users/", "passwd"),
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(_PIECES), max_size=60).map("".join)


@pytest.mark.parametrize(
    ("pattern", "clue"),
    [
        (decoding._CODES, decoding._MANY_NUMBERS),
        (arithmetic._TABLE, arithmetic._TABLE_CLUE),
        (unsplit._INLINE_VALUE, unsplit._INLINE_CLUE),
    ],
    ids=["codes", "table", "value"],
)
@given(text=TEXTS, count=st.integers(1, 14), number=st.sampled_from(["7", "-12", "0x1F", "104"]))
def test_a_clue_is_wherever_its_pattern_is(
    pattern: Lazy[str], clue: Lazy[str], text: str, count: int, number: str
) -> None:
    """A text that matches holds the clue."""
    for whole in (text, text + ", ".join([number] * count), f"{text} \nkey='{number}' ;"):
        assert not pattern.search(whole) or clue.search(whole)


@pytest.mark.parametrize(
    "pattern",
    [
        decoding._PROGRAM_BYTES,
        capability._PATH,
        capability._STARTED,
        capability._INSTALL,
        capability._RUN_PACKAGE,
    ],
    ids=["program", "path", "started", "install", "run"],
)
@given(text=TEXTS)
def test_marks_hide_no_match(pattern: Lazy[str], text: str) -> None:
    """With its marks a pattern finds what it finds without."""
    assert pattern.marks
    assert [m.span() for m in pattern.finditer(text)] == [m.span() for m in pattern.compiled.finditer(text)]


@pytest.mark.parametrize("step", range(len(unsplit._STEPS)))
@given(line=TEXTS)
def test_steps_with_marks_do_what_they_do_without(step: int, line: str) -> None:
    """A step that is passed over for want of a mark would have changed nothing."""
    (_, pattern, new), whole = unsplit._STEPS[step].args, unsplit._STEPS[step](line)  # type: ignore[attr-defined]

    assert whole == pattern.compiled.sub(new, line)


_OLD_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,}={0,2}|(?<![\w+/-])[A-Za-z0-9+/]{10,19}={1,2}(?![\w=])")
_OLD_SPACED = re.compile(r"[A-Za-z](?<!\w.)[ .-](?:[A-Za-z][ .-]){3}[A-Za-z][ .\-_]")


@given(text=st.text(alphabet="aZ0+/_-= é", max_size=80))
def test_base64_begins_where_a_run_begins(text: str) -> None:
    """Looking only at the beginnings of runs finds the same as looking everywhere."""
    found = [m.span() for m in decoding._BASE64.finditer(text)]

    assert found == [m.span() for m in _OLD_BASE64.finditer(text)]


_SPELT = ("a ", "b-", "Z.", "c_", "é ", "0 ", "ab", " ", ".", "\n", "a b c d e f ", "x-y.z-")


@given(text=st.lists(st.sampled_from(_SPELT), max_size=16).map("".join))
def test_spaced_letters_are_found_from_what_is_between_them(text: str) -> None:
    """Letters with a separator behind each are found in the lines in which a word begins with them."""
    found = {text.count("\n", 0, m.start()) for m in unsplit._SPACED.finditer(text)}

    assert found == {text.count("\n", 0, m.start()) for m in _OLD_SPACED.finditer(text)}


_CODED = (
    *("41" * 12, "a1B2" * 6, "MFRGG" * 6, "MFRGG" * 6 + "====", "\\x41" * 5, "0x41, " * 9),
    *"=/ \ng",
)


@given(text=st.lists(st.sampled_from(_CODED), max_size=12).map("".join))
@pytest.mark.parametrize("name", ["hex", "base32"])
def test_codes_within_long_words_are_those_anywhere(name: str, text: str) -> None:
    """Looking only at long words finds the same as looking everywhere."""
    (codec,) = (codec for codec in decoding.CODECS if codec.name == name)
    pattern = {"hex": decoding._HEX, "base32": decoding._BASE32}[name]
    runs = tuple(decoding._BASE64.finditer(text))

    assert [m.span() for m in codec.find(text, runs)] == [m.span() for m in pattern.finditer(text)]


_PLACES = "|".join(sorted(capability._PLACES))
_OLD_PATH = re.compile(rf"(?<![\w.:/])(?:~|\$HOME|\$\{{HOME\}}|/(?:{_PLACES}))(?:/[\w.*@+-]{{1,60}}){{1,8}}")


@given(text=TEXTS)
def test_paths_begin_with_their_first_sign(text: str) -> None:
    """A path is found from its first character as it is from what may not stand before it."""
    assert [m.span() for m in capability._PATH.finditer(text)] == [m.span() for m in _OLD_PATH.finditer(text)]


def test_without_a_mark_nothing_is_searched() -> None:
    """A pattern whose marks are missing is not even compiled."""
    pattern = Lazy(r"a(b)", marks=("zz", "b"))

    assert list(pattern.finditer("aaaa")) == []
    assert "compiled" not in pattern.__dict__
    assert [found[1] for found in pattern.finditer("ab")] == ["b"]
