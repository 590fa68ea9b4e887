"""Patterns against Node: what the translation says of a text is what JavaScript says."""

import json
import random
import shutil
import subprocess
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from skilleval.changes.js_regex import translate
from skilleval.errors import SuiteError

node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js on PATH")

TEXTS = [
    "",
    "a",
    "A",
    "aa",
    "ab",
    "abab",
    "a1_b",
    "line one\nline two\n",
    "x\ry\u2028z\u2029",
    "reply STOP to end",
    "It was not sent yet. I've sent it.",
    "nothing has been sent",
    "total is 12.00 EUR",
    "١٢٣",
    "é É ß ẞ ſ s K k Å å µ μ Σ σ ς ı I i İ",
    "\u00a0\ufeff\u180e\u200b\x85\x1c",
    "[x] {y} (z) - ^ $ / \\ p{L} u{41}",
    "😀 ok 😀😀",
    "naïve café",
    "foo-bar_baz qux",
    "\"quoted\" and 'quoted'",
    "x\0y\x08z\tq",
    "a{,3} a{x} a]",
    "2026-01-31T10:00",
    "<b>bold</b>",
    "Dž dž Ǆ",
]

ACCEPTED = r"""
reply STOP|text STOP|STOP to (opt[- ]?out|unsubscribe|end|stop|cancel)
(?<!(nothing|not|never|n't) )\b(I've|I have|has been|have been|was|were) (successfully |now |already )?sent\b
total is wrong
\d
\d+\.\d{2}
^\d+$
\w+
^\w+$
\W
[\W]
[^\W]
[\w-]+
[^\w\s]
\s
\S
^\s+$
[\s\S]
[\d\D]
[^]
[]
x[]y
.
^.+$
^.*$
a$
two$
two\n$
^line
^x.y
\bsent\b
\bé
\Bé
caf\b
na\Bï
a{2}
a{2,}
a{1,2}b
a{,3}
a{x}
{x
a}
a]
]
\]
\[x\]
\{y\}
\/
\-
\^ \$
[\]x]
[a\-z]
[-a]
[a-]
[a^]
[\b]
\x41
\u0041
\u00e9
\t
\0
\cI
(a)\1
(a)(b)\2\1
(?<q>["'])quoted\k<q>
(["'])quoted\1
(a)|b\1
(?:(x)|a)\1b
((a)|b)\2
(?<year>\d{4})-(?<month>\d\d)
(?=a)a
(?!a)b
(?<=a)b
(?<!a)b
(?<=foo-)bar
(?<!\d )ok
(?=(a+))\1
(?:a|ab)(?:c|b)
(?:)
()
|
a|
|a
(|a)+b
(a*)*b
(?:a?)*?b
a+?b
a*?$
a??b
(?=a)*a
(?:(?=a)|b)+
x(?!y)
[a-f]+
[A-F]+
[^a-f]
[à-ü]
[^à-ü]
s
k
[s]
[k-l]
ſ
ß
ẞ
å
Å
µ
σ
ς
[α-ω]
i
ı
İ
dž
Ǆ
😀
😀ok|😀 ok
😀😀
é
\u2028
[\u2028]
[^\n]
^[^\n]*$
<(\w)>bold</\1>
\ud83d\ude00
(a(b(c|)|)|)$
(?:(?:(?:a)))
[.]
[*+?]
[(]
[^^]
[\d-x]
[\w-.]+
[+-\d]
\$
""".strip("\n").split("\n")

REFUSED = [
    r"\p{L}",
    r"\P{L}",
    r"\u{41}",
    r"\Aa",
    r"a\Z",
    r"a\z",
    r"\h",
    r"\Gx",
    r"[[:alpha:]]",
    r"(?P<n>a)",
    r"(?>a)",
    r"(?i)a",
    r"(?i:a)",
    r"(?#x)a",
    r"(?R)",
    r"(?(1)a|b)",
    r"a++",
    r"a**",
    r"*a",
    r"a|*",
    r"(a",
    r"a)",
    r"[a",
    r"[z-a]",
    "a\\",
    r"\1(a)",
    r"(a\1)",
    r"\2(a)",
    r"(?:(a)|b)*\1",
    r"(a)+\1",
    r"(?!(a))\1",
    r"(?<=(a))\1",
    r"(?<=\1(a))b",
    r"\k<x>",
    r"(?<n>a)(?<n>b)",
    r"\k",
    r"a{3,2}",
    r"a{1001}",
    r"a{9999999999}",
    r"((a{1000}){1000}){1000}",
    r"(?<=a)*",
    r"^*",
    r"\b+",
    r"[😀]",
    r"😀{2}",
    r"\ud83d",
    r"\x4",
    r"\u12",
    r"\c1",
    r"\01",
    r"\9",
    "(" * 100 + ")" * 100,
    "(" * 100_000,
    "[" * 3_999,
    "a" * 5_000,
]

SCRIPT = """
const pairs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const out = pairs.map(([pattern, flags, texts]) => {
  try { const r = new RegExp(pattern, flags); return texts.map(t => { r.lastIndex = 0; return r.test(t); }); }
  catch (e) { return null; }
});
process.stdout.write(JSON.stringify(out));
"""


def in_node(rows: list[tuple[str, str, list[str]]]) -> list[list[bool] | None]:
    """Return what Node finds for each pattern, flags and texts; None where it knows no such pattern."""
    told = json.dumps(rows).encode()
    done = subprocess.run(["node", "-e", SCRIPT], input=told, capture_output=True, check=True, timeout=60)
    found: list[list[bool] | None] = json.loads(done.stdout)
    return found


def in_regex(pattern: str, texts: list[str], *, js_flags: str = "i", flags: int = 0) -> list[bool]:
    """Return what the translation finds."""
    compiled: Any = regex.compile(translate(pattern, flags=js_flags), flags)
    return [compiled.search(text, timeout=5) is not None for text in texts]


@pytest.mark.node
@node
@pytest.mark.parametrize("flags", ["i", "", "im", "ms", "is"])
def test_equals_node(flags: str) -> None:
    """Every accepted pattern finds in every text what Node finds, with case and without."""
    expected = in_node([(pattern, flags, TEXTS) for pattern in ACCEPTED])

    actual = [in_regex(pattern, TEXTS, js_flags=flags) for pattern in ACCEPTED]

    assert dict(zip(ACCEPTED, actual, strict=True)) == dict(zip(ACCEPTED, expected, strict=True))


@pytest.mark.parametrize("pattern", ACCEPTED)
def test_no_flag_changes_it(pattern: str) -> None:
    """Whatever flags the grader compiles with, the translation says the same."""
    plain = in_regex(pattern, TEXTS)

    for flags in (regex.IGNORECASE, regex.MULTILINE, regex.DOTALL, regex.VERSION1):
        assert in_regex(pattern, TEXTS, flags=flags) == plain


@pytest.mark.parametrize("flags", ["u", "iu", "y", "d", "x", "v"])
def test_flags_that_are_refused(flags: str) -> None:
    """Flags that change the grammar are named."""
    with pytest.raises(SuiteError, match="flags"):
        translate("a", flags=flags)


@pytest.mark.parametrize("pattern", REFUSED)
def test_refused_by_name(pattern: str) -> None:
    """What cannot be carried over is an error that quotes the pattern and says what and where."""
    with pytest.raises(SuiteError, match="cannot be used: ") as caught:
        translate(pattern)

    assert len(str(caught.value)) < 260


LETTERS = [
    *"aAbBsSkK1_- \n.",
    "é",
    "ſ",
    "ß",
    "σ",
    *(r"\d", r"\w", r"\s", r"\D", r"\W", r"\S", r"\b", r"\B", "^", "$", r"\n", r"\.", r"\x41", r"\u00e9"),
    *("[a-f]", "[^a-f]", r"[\w]", r"[^\w]", r"[^\s\d]", "[]", "[^]", "{", "}", "]", "{,2}", "[-a]", "[A-z]"),
]
OPENINGS = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"]
FLAGS = ["i", "", "im", "s", "ms", "g"]
QUANTIFIERS = ["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?", "??"]


def a_pattern(rng: random.Random, depth: int = 0) -> str:
    """Return a random pattern out of everything that the subset knows, right or wrong."""
    pieces = []
    for _ in range(rng.randint(1, 4)):
        if depth < 3 and rng.random() < 0.3:
            piece = rng.choice(OPENINGS) + a_pattern(rng, depth + 1) + ")"
        elif rng.random() < 0.05:
            piece = rng.choice([r"\1", r"\2", r"\k<n>"])
        else:
            piece = rng.choice(LETTERS)
        pieces.append(piece + rng.choice(QUANTIFIERS))
        if rng.random() < 0.1:
            pieces.append("|")
    return "".join(pieces)


def a_text(rng: random.Random) -> str:
    """Return a short random text out of the characters that differ between the languages."""
    return "".join(
        rng.choice("aAbBsSkKfFzZ1_- \n\r.éÉſßẞσςΣK\u2028\u00a0\x85{}]2,") for _ in range(rng.randint(0, 8))
    )


@pytest.mark.node
@node
@pytest.mark.parametrize("seed", range(3))
def test_random_patterns_equal_node(seed: int) -> None:
    """What is accepted agrees with Node on random texts; what Node refuses is refused here too."""
    rng = random.Random(seed)
    rows = [(a_pattern(rng), rng.choice(FLAGS), [a_text(rng) for _ in range(12)]) for _ in range(1_500)]
    expected = in_node(rows)
    accepted = 0

    for (pattern, flags, texts), theirs in zip(rows, expected, strict=True):
        try:
            translate(pattern, flags=flags)
        except SuiteError:
            continue
        accepted += 1
        assert (pattern, flags, in_regex(pattern, texts, js_flags=flags)) == (pattern, flags, theirs)

    assert accepted > 500


@given(st.text(max_size=40) | st.text(alphabet="()[]{}?*+|^$\\.<>=!:-12kupPbd\n\ud800", max_size=30))
@settings(deadline=None)
def test_only_our_errors(pattern: str) -> None:
    """Any text is either translated into something that compiles, or refused."""
    try:
        found = translate(pattern)
    except SuiteError:
        return
    regex.compile(found)


def test_matching_can_be_stopped() -> None:
    """A pattern made to hang is stopped by the timeout that `regex` takes."""
    compiled: Any = regex.compile(translate("(x+x+)+y"))

    with pytest.raises(TimeoutError):
        compiled.search("x" * 5_000, timeout=0.2)
