"""The specification's rules, against the reference library as oracle."""

import tempfile
from pathlib import Path

import pytest
import skills_ref
from hypothesis import given, settings
from hypothesis import strategies as st

from skilleval.changes.lint.spec import HOST_KEYS
from tests.builders_lint import DESCRIPTION, a_subject, lint_of, rules_of

NAMES = st.one_of(
    st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True),
    st.from_regex(r"[a-zA-Z0-9-]{1,12}", fullmatch=True),
    st.sampled_from(["a" * 64, "a" * 65, "Über-check", "über-check", "a_b", "a b", "ﬁx", "-a", "a-", "a--b"]),
)
WORDS = st.from_regex(r"[a-z][a-zA-Z ,.]{0,40}[a-z]", fullmatch=True)
KEYS = st.dictionaries(
    st.sampled_from(["license", "compatibility", "author", "homepage", "discription", "tags"]),
    WORDS,
    max_size=3,
)


def reference_errors(folder: str, text: str) -> list[str]:
    """Return what the reference library objects to, in a real folder of that name."""
    with tempfile.TemporaryDirectory() as root:
        skill = Path(root, folder)
        skill.mkdir()
        (skill / "SKILL.md").write_text(text, "utf-8")
        return [str(error) for error in skills_ref.validate(skill)]


def our_errors(folder: str, text: str) -> list[str]:
    """Return our errors of the spec family for the same file."""
    subject = a_subject({"SKILL.md": text}, name=folder)
    remarks = lint_of(subject).remarks
    return [
        remark.message for remark in remarks if remark.level == "error" and remark.rule.startswith("spec-")
    ]


@given(name=NAMES, folder=NAMES, description=st.one_of(WORDS, st.just("x" * 1025)), keys=KEYS)
@settings(deadline=None, max_examples=150)
def test_errors_where_the_reference_has_them(
    name: str, folder: str, description: str, keys: dict[str, str]
) -> None:
    """For plain frontmatter we and the reference library refuse the same skills."""
    front = "".join(f"{key}: {value}\n" for key, value in keys.items())
    text = f"---\nname: {name}\ndescription: {description}\n{front}---\nbody\n"

    assert bool(our_errors(folder, text)) == bool(reference_errors(folder, text))


@pytest.mark.parametrize(
    "text",
    [
        "no frontmatter",
        "---\nname: a\n",
        "---\nname: a\ndescription: b\n---\n",
        "---\nname: a\n---\n",
        "---\ndescription: b\n---\n",
        "---\nname:\ndescription: b\n---\n",
        "---\nname: a\ndescription:\n---\n",
        "---\n- a\n---\n",
        "---\nname: a\ndescription: b: c\n---\n",
        "---\nname: 123\ndescription: b\n---\n",
        "---\nname: true\ndescription: b\n---\n",
        "---\nname: a\ndescription: >\n  folded\n  words\n---\n",
        "---\nname: a\ndescription: b\nmetadata:\n  version: 1.10\n---\n",
        "---\nname: a\ndescription: b\ncompatibility: " + "x" * 501 + "\n---\n",
        "---\nname: a\ndescription:\n  - b\n---\n",
        "---\r\nname: a\r\ndescription: b\r\n---\r\nbody\r\n",
    ],
)
def test_shapes(text: str) -> None:
    """The same for shapes that a generator would hardly hit."""
    folder = "123" if "123" in text else "true" if "true" in text else "a"

    assert bool(our_errors(folder, text)) == bool(reference_errors(folder, text)), text


@pytest.mark.parametrize("key", HOST_KEYS)
def test_host_keys_are_noted(key: str) -> None:
    """Keys that a host reads are a note, never an error."""
    (remark,) = [
        remark for remark in lint_of(a_subject(front=f"{key}: x\n")).remarks if remark.rule == "spec-host-key"
    ]

    assert remark.level == "note"
    assert remark.line == 4


@pytest.mark.parametrize("line", ["allowed-tools: [Read, Bash]", "metadata: {a: b}", "license: &x MIT"])
def test_what_only_strictyaml_refuses(line: str) -> None:
    """One parser's quirk is a warning: the reference refuses it, real clients load it."""
    text = f"---\nname: a\ndescription: {DESCRIPTION}\n{line}\n---\nbody\n"

    assert reference_errors("a", text)
    assert our_errors("a", text) == []
    assert "spec-strict-yaml" in rules_of(a_subject({"SKILL.md": text}, name="a"))


def test_places() -> None:
    """A remark stands at the line of its key."""
    text = "---\ndescription: Use when asked.\nlicense: MIT\nname: Wrong\n---\nbody\n"
    (remark, *_) = [one for one in lint_of(a_subject({"SKILL.md": text})).remarks if one.rule == "spec-name"]

    assert (remark.path, remark.line) == ("skills/invoice-check/SKILL.md", 4)


def test_file_name_and_mark() -> None:
    """skill.md and a byte order mark are warnings: some hosts do not see the skill."""
    marked = a_subject({"SKILL.md": b"\xef\xbb\xbf---\nname: invoice-check\ndescription: Use when x.\n---\n"})

    assert "spec-file-name" in rules_of(marked)
