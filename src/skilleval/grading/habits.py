"""What trials do again and again: scripts that each writes anew, and steps of the skill that few follow."""

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import regex

from skilleval.domain.bundle import Bundle
from skilleval.domain.trial import FileEvidence, Trial

SHARE = 2 / 3
"""A script written in so many trials belongs into the skill."""
ENOUGH = 3
_SCRIPTS = {".py", ".sh", ".js", ".ts", ".rb", ".pl"}
_ALIKE = 0.6
_STEP = regex.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?P<text>.*)$")
_ORDER = regex.compile(r"(?:run|execute|call|use)\b", regex.IGNORECASE)
_COMMAND = regex.compile(r"`(?P<command>[^`\n]{3,120})`")


def repeated_scripts(trials: Sequence[Trial], bundle: Bundle | None) -> Iterator[str]:
    """Yield helper scripts that two thirds of the trials wrote, each for itself."""
    if len(trials) < ENOUGH:
        return
    bundled = {PurePosixPath(file.path).name for file in bundle.files} if bundle is not None else set()
    groups: list[tuple[frozenset[str], dict[str, str]]] = []
    for trial in trials:
        for file in trial.evidence.files:
            path = PurePosixPath(file.path)
            if (
                file.state != "created"
                or file.text is None
                or path.suffix not in _SCRIPTS
                or path.name in bundled
            ):
                continue
            words = frozenset(regex.findall(r"\w{3,}", file.text))
            group = next((group for group in groups if _alike(group[0], words)), None)
            if group is None:
                groups.append((words, {trial.id: file.path}))
            else:
                group[1].setdefault(trial.id, file.path)
    for _, writers in groups:
        if len(writers) >= SHARE * len(trials):
            name, n = sorted(writers.values())[0], f"{len(writers)} of {len(trials)}"
            yield f"{n} candidate trials wrote the same helper script ({name}): bundle it"


def _is_new_script(file: FileEvidence, bundled: set[str]) -> bool:
    path = PurePosixPath(file.path)
    return file.state == "created" and path.suffix in _SCRIPTS and path.name not in bundled


def steps_not_followed(trials: Sequence[Trial], bundle: Bundle | None) -> Iterator[str]:
    """Yield steps of SKILL.md that name a command or a bundled file, and that most loaded trials left out."""
    if bundle is None:
        return
    loaded = [trial for trial in trials if trial.fired(bundle.skill.name) or trial.fired(bundle.name)]
    if len(loaded) < ENOUGH:
        return
    for line, sign in _steps(bundle):
        followed = sum(_shows(trial, sign) for trial in loaded)
        if followed < len(loaded) / 2:
            step = line if len(line) <= 100 else f"{line[:99]}…"
            n = f"{followed} of {len(loaded)} trials in which the skill loaded"
            yield f"step “{step}” was followed in {n}"


def _steps(bundle: Bundle) -> Iterator[tuple[str, str]]:
    """Yield (step, what a tool call shows of it)."""
    names = {PurePosixPath(file.path).name for file in bundle.files} - {"SKILL.md"}
    for raw in bundle.skill.body.splitlines():
        step = _STEP.match(raw)
        if step is None:
            continue
        text = step["text"].strip()
        named = next((name for name in sorted(names) if name in text), "")
        command = _COMMAND.search(text)
        if named:
            yield text, named
        elif (
            command
            and " " in command["command"]
            and regex.match(r"(?:run|execute|call|use)\b", text, regex.IGNORECASE)
        ):
            yield text, command["command"].split("{")[0].split("<")[0].strip()


def _shows(trial: Trial, sign: str) -> bool:
    calls = (
        json.dumps(call.arguments, ensure_ascii=False, default=str) for call in trial.evidence.tool_calls
    )
    plain = json.dumps(sign, ensure_ascii=False)[1:-1]
    return any(plain in call for call in calls)


def _alike(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    either = mine | theirs
    return bool(either) and len(mine & theirs) / len(either) >= _ALIKE
