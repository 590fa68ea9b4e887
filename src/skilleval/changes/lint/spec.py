"""The rules of the agentskills specification, where the reference library skills-ref has them.

What it refuses is an error here. Two things are not: keys that hosts are known to read are noted, and
what only its YAML reader (strictyaml) refuses is a warning: real clients load it.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from skilleval.changes.lint.subject import Subject
from skilleval.domain.bundle import SkillText
from skilleval.domain.remark import Remark, RuleDoc

KEYS: Final = ("name", "description", "license", "allowed-tools", "metadata", "compatibility")
HOST_KEYS: Final = (
    "when_to_use",
    "argument-hint",
    "arguments",
    "disable-model-invocation",
    "user-invocable",
    "disallowed-tools",
    "model",
    "effort",
    "hooks",
    "paths",
    "shell",
    "version",
    "context",
    "agent",
)
"""Read by Claude Code; other hosts pass over them (peers.md B1)."""
MAX_NAME: Final = 64
MAX_DESCRIPTION: Final = 1024
MAX_COMPATIBILITY: Final = 500

READABLE = RuleDoc(id="spec-readable", level="error", title="SKILL.md has frontmatter that a host can read")
NAME = RuleDoc(
    id="spec-name",
    level="error",
    title="The name is 1 to 64 lower-case letters, digits and single hyphens, and the folder's name",
)
DESCRIPTION = RuleDoc(
    id="spec-description", level="error", title="The description is text of 1 to 1024 characters"
)
COMPATIBILITY = RuleDoc(
    id="spec-compatibility", level="error", title="The compatibility is text of at most 500 characters"
)
KEY = RuleDoc(id="spec-unknown-key", level="error", title="The frontmatter has known keys only")
HOST_KEY = RuleDoc(id="spec-host-key", level="note", title="A key is read by some hosts only")
TYPES = RuleDoc(id="spec-types", level="warning", title="Keys have the types of the specification")
STRICT = RuleDoc(
    id="spec-strict-yaml",
    level="warning",
    title="The frontmatter is plain enough for every YAML reader",
    fix="write block style: a key a line, lists with dashes, words with a colon in quotes",
)
ASCII = RuleDoc(id="spec-ascii-name", level="warning", title="The name is ASCII: some validators want that")
FILE = RuleDoc(
    id="spec-file-name",
    level="warning",
    title="The file is called SKILL.md and begins with ---",
    fix="rename it to SKILL.md, save it without a byte order mark",
)
RULES = (READABLE, NAME, DESCRIPTION, COMPATIBILITY, KEY, HOST_KEY, TYPES, STRICT, ASCII, FILE)

_FLOW: Final = re.compile(r"^\s*(?:-\s+|[\w-]+:\s+)[\[{&*!]")


def lint(subject: Subject) -> Iterator[Remark]:
    """Yield what the specification objects to."""
    if subject.skill_file == "skill.md":
        yield subject.remark(FILE, "some hosts look for SKILL.md only", line=1)
    if (
        subject.files.get(subject.skill_file)
        and subject.files[subject.skill_file].content[:3] == b"\xef\xbb\xbf"
    ):
        yield subject.remark(
            FILE, "the file begins with a byte order mark: some hosts see no frontmatter", line=1
        )
    if subject.skill is None:
        yield subject.remark(READABLE, subject.problem.removeprefix(f"{subject.skill_file}: "), line=1)
        return
    for remark in subject.remarks:
        if "not YAML" in remark.message or "no mapping" in remark.message:
            yield subject.remark(READABLE, remark.message, line=1)
    yield from _strict(subject)
    yield from _keys(subject, subject.skill)
    yield from _name(subject, subject.skill)
    yield from _description(subject, subject.skill)
    yield from _compatibility(subject, subject.skill)
    yield from _types(subject, subject.skill)


def _strict(subject: Subject) -> Iterator[Remark]:
    for number, line in enumerate(subject.raw_keys.split("\n"), start=2):
        if _FLOW.match(line):
            message = "brackets, braces, anchors and tags are refused by the reference library's YAML reader"
            yield subject.remark(STRICT, message, line=number)
            return


def _keys(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    for key in skill.frontmatter:
        if key in HOST_KEYS:
            message = f"{key} is read by Claude Code, other hosts pass over it"
            yield subject.remark(HOST_KEY, message, line=subject.key_line(key))
        elif key not in KEYS:
            message = f"unknown key {key!r}; the specification has: {', '.join(KEYS)}"
            yield subject.remark(KEY, message, line=subject.key_line(key))


def _name(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    line = subject.key_line("name")
    for fault in name_faults(skill.frontmatter.get("name"), folder=subject.folder):
        yield subject.remark(NAME, fault, line=line)
    if skill.name != skill.name.encode("ascii", "ignore").decode():
        yield subject.remark(ASCII, f"the name {skill.name!r} has letters outside of ASCII", line=line)


def name_faults(value: object, *, folder: str) -> Iterator[str]:
    """Yield what the specification objects to in a name; "" as folder compares with none."""
    if not isinstance(value, str) or not value.strip():
        yield "there is no name, or it is no text"
        return
    name = unicodedata.normalize("NFKC", value.strip())
    if len(name) > MAX_NAME:
        yield f"the name has {len(name)} characters, at most {MAX_NAME} are allowed"
    if name != name.lower():
        yield f"the name {name!r} is not in lower case"
    if name.startswith("-") or name.endswith("-"):
        yield "the name begins or ends with a hyphen"
    if "--" in name:
        yield "the name has two hyphens in a row"
    if not all(char.isalnum() or char == "-" for char in name):
        yield f"the name {name!r} has characters other than letters, digits and hyphens"
    if folder and unicodedata.normalize("NFKC", folder) != name:
        yield f"the name {name!r} is not the folder's: {folder!r}"


def _description(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    value = skill.frontmatter.get("description")
    line = subject.key_line("description")
    if not isinstance(value, str):
        yield subject.remark(DESCRIPTION, "the description is no text", line=line)
    elif len(value) > MAX_DESCRIPTION:
        message = f"the description has {len(value)} characters, at most {MAX_DESCRIPTION} are allowed"
        yield subject.remark(DESCRIPTION, message, line=line)


def _compatibility(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    if "compatibility" not in skill.frontmatter:
        return
    value = skill.frontmatter["compatibility"]
    line = subject.key_line("compatibility")
    if not isinstance(value, str):
        yield subject.remark(COMPATIBILITY, "the compatibility is no text", line=line)
    elif len(value) > MAX_COMPATIBILITY:
        message = f"the compatibility has {len(value)} characters, at most {MAX_COMPATIBILITY} are allowed"
        yield subject.remark(COMPATIBILITY, message, line=line)


def _types(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    keys = skill.frontmatter
    metadata = keys.get("metadata", {})
    if not isinstance(metadata, dict):
        yield subject.remark(TYPES, "metadata is no map of keys to values", line=subject.key_line("metadata"))
    elif not all(isinstance(value, str) for value in metadata.values()):
        yield subject.remark(TYPES, "metadata holds more than text", line=subject.key_line("metadata"))
    if not isinstance(keys.get("license", ""), str):
        yield subject.remark(TYPES, "license is no text", line=subject.key_line("license"))
    if not isinstance(keys.get("allowed-tools", ""), str):
        message = "allowed-tools is a list; the specification has words with spaces between them"
        yield subject.remark(TYPES, message, line=subject.key_line("allowed-tools"))
