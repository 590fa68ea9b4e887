"""The body of SKILL.md: short enough to be read, with links that lead somewhere and reasons."""

import re
from collections import defaultdict
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from typing import Final

from skilleval.changes.lint.subject import Subject
from skilleval.domain.bundle import SkillText
from skilleval.domain.remark import Remark, RuleDoc

LONG = RuleDoc(
    id="body-too-long",
    level="warning",
    title="The body has at most 500 lines",
    fix="move what is needed now and then to references/, and say when to read it",
)
DEAD = RuleDoc(
    id="body-dead-reference",
    level="warning",
    title="Files that SKILL.md points to are there",
    fix="correct the path, or add the file",
)
NESTED = RuleDoc(
    id="body-nested-reference",
    level="note",
    title="References are one level deep",
    fix="point to the file from SKILL.md",
)
CAPITALS = RuleDoc(
    id="body-capitals",
    level="note",
    title="Reasons stand where capitals do",
    fix="say why: a model that knows the reason meets the cases that you did not think of",
)
HELPER = RuleDoc(
    id="body-repeated-helper",
    level="note",
    title="Code that stands in several places is a script",
    fix="put it into scripts/ once",
)
RULES = (LONG, DEAD, NESTED, CAPITALS, HELPER)

MAX_LINES: Final = 500
_MAX_CAPITALS: Final = 5
_HELPER_LINES: Final = 4
_LINK: Final = re.compile(r"\[[^\]\n]*\]\(\s*<?([^)\s>#]+)")
_SHELF: Final = re.compile(r"(?<![\w/.-])((?:scripts|references|assets)/[\w./-]*\w\.\w{1,5})\b")
_CAPITALS: Final = re.compile(
    r"\b(MUST|NEVER|ALWAYS|CRITICAL|IMPORTANT|REQUIRED|MANDATORY|FORBIDDEN|DO NOT|ONLY)\b"
)
_REASON: Final = re.compile(
    r"\b(because|since|so that|otherwise|or else|as it|this (keeps|avoids|prevents)|why)\b", re.I
)
_FENCE: Final = re.compile(r"^(`{3,}|~{3,})[^\n]*\n(.*?)^\1", re.MULTILINE | re.DOTALL)


def lint(subject: Subject) -> Iterator[Remark]:
    """Yield what makes a body long, dead-ended or merely loud."""
    skill = subject.skill
    if skill is None:
        return
    lines = skill.body.rstrip().count("\n") + 1
    if lines > MAX_LINES:
        message = f"the body has {lines} lines; all of it is read whenever the skill loads"
        yield subject.remark(LONG, message, line=skill.body_line)
    yield from _dead(subject, skill)
    yield from _nested(subject, skill)
    yield from _capitals(subject, skill)
    yield from _helpers(subject)


def _dead(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    prose = _FENCE.sub(lambda match: "\n" * match[0].count("\n"), skill.body)
    seen: set[str] = set()
    for pattern in (_LINK, _SHELF):
        for match in pattern.finditer(prose):
            target = match[1]
            if target in seen:
                continue
            seen.add(target)
            if not _is_own(target) or _exists(normpath(target), subject):
                continue
            if pattern is _SHELF and not _exists(target.partition("/")[0], subject):
                continue  # a skill about skills may name scripts/ that it does not have
            line = skill.body_line + prose.count("\n", 0, match.start())
            yield subject.remark(DEAD, f"there is no {target} in the skill", line=line)


def _is_own(target: str) -> bool:
    """Return whether a link means a file of the skill: no address, no anchor, no placeholder."""
    if re.match(r"[a-z][a-z0-9+.-]*:|//|/|\.\.|~|#", target, re.IGNORECASE):
        return False
    return not re.search(r"[{}<>*$|…]|\.\.\.|%[0-9a-fA-F]{2}", target) and "." in target.rpartition("/")[2]


def _exists(path: str, subject: Subject) -> bool:
    folders = (f"{path}/" in f"{file}/" for file in subject.files)
    return path in subject.files or path.startswith("evals/") or any(folders)


def _nested(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    named = {normpath(match[1]) for pattern in (_LINK, _SHELF) for match in pattern.finditer(skill.body)}
    for path in sorted(subject.files):
        if not path.endswith(".md") or path == subject.skill_file or path not in named:
            continue
        text = subject.files[path].content.decode("utf-8", "replace")
        for match in _LINK.finditer(text):
            target = normpath(join(dirname(path), match[1])) if _is_own(match[1]) else ""
            if (
                target.endswith(".md")
                and target in subject.files
                and target not in {*named, path, subject.skill_file}
            ):
                line = text.count("\n", 0, match.start()) + 1
                message = f"{path} points on to {target}, which SKILL.md does not name"
                yield subject.remark(NESTED, message, path=path, line=line)
                break


def _capitals(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    loud = [number for number, line in enumerate(skill.body.split("\n")) if _CAPITALS.search(line)]
    reasons = len(_REASON.findall(skill.body))
    if len(loud) > _MAX_CAPITALS and reasons < len(loud) / 2:
        message = f"{len(loud)} lines shout (MUST, NEVER, ...) and {reasons} give a reason"
        yield subject.remark(CAPITALS, message, line=skill.body_line + loud[0])


def _helpers(subject: Subject) -> Iterator[Remark]:
    places: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for path in sorted(subject.files):
        if path.endswith(".md"):
            text = subject.files[path].content.decode("utf-8", "replace")
            for match in _FENCE.finditer(text):
                code = "\n".join(line.strip() for line in match[2].splitlines() if line.strip())
                if code.count("\n") + 1 >= _HELPER_LINES:
                    places[code].append((path, text.count("\n", 0, match.start()) + 1))
    doubled = [found for found in places.values() if len(found) > 1]
    if doubled:
        (first, there), (path, line) = doubled[0][:2]
        many = f"{len(doubled)} blocks of code stand in more than one place"
        message = f"{many}; this one in {first}, line {there}, too"
        yield subject.remark(HELPER, message, path=path, line=line)
