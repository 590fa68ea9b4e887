"""Blind sheets: what a grader sees of one answer, with everything taken out that would tell the arm.

The method: one answer at a time, a hashed id, an order mixed over the arms by the seed, and every trace
of the skill's identity replaced. The same words are replaced in prompt and rubric, so that a statement
and the answer that it speaks of still fit together.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from skilleval.domain.change import SkillChange
from skilleval.domain.suite import Task

REDACTED = "[redacted]"
_SKILL_PATH = regex.compile(
    r"(?:[\w.~$-]*[/\\])*\.?(?:claude|codex|gemini|agents?)[/\\]skills?(?:[/\\][^\s)`'\"<>\]]*)?",
    regex.IGNORECASE,
)
_SKILL_FILE = regex.compile(r"[\w./~-]*\bSKILL\.md\b", regex.IGNORECASE)
_ROOT = (
    r"(?<![\w.:/-])(?:/private)?/(?:tmp|var/folders|var/tmp|work|workspace|home/[\w.-]+|root)(?:/[\w.+@-]+)*"
)
_FOLDER = regex.compile(rf"{_ROOT}/(?=[\w.+@-]*\.\w)")
_TEMPORARY = regex.compile(rf"{_ROOT}/?(?![\w])")
_THE_WORD = regex.compile(r"(?<![a-z])skills?(?![a-z])", regex.IGNORECASE)
_PLAIN_WORD = regex.compile(r"[a-z]+", regex.IGNORECASE)
_FILE_NAME = regex.compile(r"[\w-]+\.\w{1,5}\b")
_READ_FOR_WORDS = 20_000


@dataclass(frozen=True)
class Identity:
    """What names the skill under test: its names in either arm, and the words that stand for it."""

    names: tuple[str, ...]
    ordinary: frozenset[str] = frozenset()
    """Spellings (lower case) that the task itself uses: they tell no arm from the other and are kept."""
    files: frozenset[str] = frozenset()
    """Names of files that a statement asks for: kept at the end of a path that is taken out."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return every way to write a name, longest first."""
        forms = {form for name in self.names for form in _spellings(name)}
        return tuple(sorted(forms - self.ordinary, key=lambda form: (-len(form), form)))


def identity_of(change: SkillChange, task: Task) -> Identity:
    """Return what must not be seen of the skill while its answers to `task` are graded."""
    names = {change.name, _leaf(change.path), _leaf(change.old_path or "")}
    for bundle in (change.candidate, change.baseline.bundle):
        if bundle is not None:
            names |= {bundle.name, bundle.skill.name, _heading(bundle.skill.body)}
    rubric = " ".join(item.text for item in task.rubric)
    given = (file.content[:_READ_FOR_WORDS].decode("utf-8", errors="replace") for file in task.fixtures)
    seen = " ".join([task.prompt, rubric, task.expected_output, *given]).lower()
    forms = {form for name in names for form in _spellings(name)}
    return Identity(
        names=tuple(sorted(name for name in names if name)),
        ordinary=frozenset(form for form in forms if _is_in(form, seen)),
        files=frozenset(_FILE_NAME.findall(rubric)),
    )


def redact(text: str, identity: Identity) -> str:
    """Return `text` without names of the skill, its paths, the word itself and temporary paths."""
    text = _SKILL_PATH.sub(lambda found: _without_folder(found.group(), identity), text)
    text = _SKILL_FILE.sub(REDACTED, text)
    text = _TEMPORARY.sub(REDACTED, _FOLDER.sub("./", text))
    for pattern in _name_patterns(identity):
        text = pattern.sub(REDACTED, text)
    return _THE_WORD.sub(REDACTED, text)


def leaks(text: str, identity: Identity) -> tuple[str, ...]:
    """Return what in `text` would still tell a grader about the skill; empty is what must hold."""
    patterns = (_SKILL_PATH, _SKILL_FILE, _TEMPORARY, *_name_patterns(identity), _THE_WORD)
    return tuple(found.group() for pattern in patterns for found in pattern.finditer(text))


def _without_folder(path: str, identity: Identity) -> str:
    name = regex.split(r"[/\\]", path)[-1]
    return f"{REDACTED}/{name}" if name in identity.files else REDACTED


def blind_id(trial_id: str, *, seed: int, vote: int = 1) -> str:
    """Return the id under which a grader knows an answer: nothing can be read from it."""
    return hashlib.sha256(f"{seed}/{trial_id}/{vote}".encode()).hexdigest()[:16]


def grading_order(trial_ids: Iterable[str], *, seed: int) -> tuple[str, ...]:
    """Return the ids in an order mixed by the seed, so that drift of the grader hits all arms alike."""
    return tuple(sorted(trial_ids, key=lambda trial_id: blind_id(trial_id, seed=seed, vote=0)))


def _name_patterns(identity: Identity) -> Sequence["regex.Pattern[str]"]:
    return [
        regex.compile(rf"(?<![a-z0-9]){regex.escape(form)}(?:'s)?(?![a-z0-9])", regex.IGNORECASE)
        for form in identity.spellings
    ]


def _spellings(name: str) -> set[str]:
    """Return the ways to write a name, in lower case: kebab, snake, words, camel."""
    words = [word.lower() for word in _PLAIN_WORD.findall(name)]
    if not words or len("".join(words)) < 3:
        return {name.lower()} if len(name) >= 3 else set()
    return {name.lower(), "-".join(words), "_".join(words), " ".join(words), "".join(words)}


def _is_in(form: str, seen: str) -> bool:
    return regex.search(rf"(?<![a-z0-9]){regex.escape(form)}(?![a-z0-9])", seen) is not None


def _leaf(path: str) -> str:
    return path.rstrip("/").rsplit("/", 1)[-1]


def _heading(body: str) -> str:
    """Return the title of the body when it is a name rather than a sentence."""
    match = regex.search(r"^#\s+([^\n]{3,40})$", body, regex.MULTILINE)
    title = match.group(1).strip() if match else ""
    return title if 2 <= len(title.split()) <= 4 else ""
