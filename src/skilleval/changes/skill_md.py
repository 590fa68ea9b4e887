"""SKILL.md: frontmatter and body, as the hosts read them (agentskills specification).

Hosts differ in their YAML reader. What only one reader refuses never stops us: a frontmatter that is
no YAML is read once more line by line, and said so.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from skilleval.changes.frontmatter import Frontmatter, split_frontmatter
from skilleval.changes.reading import Plain, text_of
from skilleval.changes.yaml_text import yaml_words_of
from skilleval.domain.bundle import SkillText
from skilleval.domain.suite import SuiteProblem
from skilleval.errors import SkillError, SuiteError

FILE_NAMES: Final = ("SKILL.md", "skill.md")
"""In order of preference, as the reference library has it."""
MAX_BYTES: Final = 1_000_000
_MAX_NODES: Final = 2_000
_FLAGS: Final = frozenset({"disable-model-invocation", "user-invocable"})
_KEY: Final = re.compile(r"([A-Za-z_][\w-]*)\s*:(?:\s+(.*))?")


@dataclass(frozen=True)
class SkillReading:
    """What a SKILL.md says, and what the reader had to overlook."""

    text: SkillText
    remarks: tuple[SuiteProblem, ...] = ()


def read_skill_md(raw: bytes, *, folder: str, path: str = "SKILL.md") -> SkillReading:
    """Return the skill's text; `folder` names it where the frontmatter does not.

    Raises SkillError where no host could load it: not UTF-8, no frontmatter, no description.
    """
    try:
        text = text_of(raw, limit=MAX_BYTES)
        keys, remarks, parts = _parts(text, path)
    except SuiteError as exc:
        raise SkillError(f"{path}: {exc.message}", hint=exc.hint) from exc
    description = _words(keys.get("description"))
    if not description:
        raise SkillError(
            f"{path}: the frontmatter has no description", hint="say what the skill does and when"
        )
    name = _words(keys.get("name"))
    if not name:
        remarks = (*remarks, _remark(path, f"no name in the frontmatter; the folder's is used: {folder}"))
    skill = SkillText(
        name=name or folder,
        description=description,
        body=parts.body,
        frontmatter={key: _flag(key, value) for key, value in keys.items()},
        body_line=parts.body_line,
    )
    return SkillReading(skill, remarks)


def _parts(text: str, path: str) -> tuple[dict[str, Plain], tuple[SuiteProblem, ...], Frontmatter]:
    parts = split_frontmatter(text)
    if not parts.closed:
        raise SuiteError("line 1: the frontmatter is not closed by a line of ---")
    if parts.keys is None:
        raise SuiteError("line 1: no frontmatter: the file does not begin with ---")
    keys, remarks = _frontmatter(parts.keys, path)
    return keys, remarks, parts


@lru_cache(maxsize=64)  # the bundle, its evals and the lint ask one after the other; shared: never changed
def _frontmatter(text: str, path: str) -> tuple[dict[str, Plain], tuple[SuiteProblem, ...]]:
    try:
        value = yaml_words_of(text, first_line=2, max_nodes=_MAX_NODES)
        if isinstance(value, dict):
            return value, ()
        fault = "the frontmatter is no mapping of keys to values"
    except SuiteError as exc:
        fault = exc.message
    keys = _line_by_line(text)
    if not keys:
        raise SuiteError(fault)
    return keys, (_remark(path, f"{fault}; read line by line instead, which not every host does"),)


def _line_by_line(text: str) -> dict[str, Plain]:
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.split("\n"):
        start = _KEY.fullmatch(line.rstrip())
        if start:
            lines = found[start[1]] = [start[2] or ""]
        elif line.startswith((" ", "\t")) or not line.strip():
            lines.append(line.strip())
    return {key: _unquoted(" ".join(said).strip()) for key, said in found.items()}


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1]
    return re.sub(r"^[|>][+-]?\s+", "", value)


def _flag(key: str, value: Plain) -> Plain:
    said = str(value).lower()
    return said == "true" if key in _FLAGS and said in {"true", "false"} else value


def _words(value: Plain) -> str:
    if value is None or isinstance(value, list | dict):
        return ""
    return str(value).strip()


def _remark(path: str, message: str) -> SuiteProblem:
    return SuiteProblem(path=path, where="frontmatter", message=message, level="warning")
