"""`skilleval.lock`: for each released skill its version, commit, digest and benchmark."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pydantic import Field, ValidationError

from skilleval.changes.folders import find_skills
from skilleval.changes.paths import shown
from skilleval.changes.reading import json_of
from skilleval.changes.snapshot import Side
from skilleval.domain.bundle import Bundle
from skilleval.domain.policy import Scope
from skilleval.domain.value import CommitSha, Digest, Value
from skilleval.errors import ConfigError, SkillError, SuiteError
from skilleval.ports import JsonObject, Repository

LOCK_FILE: Final = "skilleval.lock"


class Pin(Value):
    """One released skill: where it lay, at which commit, with which digest (without its evals)."""

    path: str
    version: str = ""
    commit: CommitSha
    digest: Digest
    benchmark: JsonObject | None = None
    """What was measured at the release, if anything: free, for people and badges."""


class Lock(Value):
    """The whole file: pins by the skill's name."""

    version: Literal[1] = 1
    skills: dict[str, Pin] = Field(default_factory=dict)


def pin_skills(
    repository: Repository,
    commit: CommitSha,
    scope: Scope,
    *,
    only: Sequence[str] = (),
    results: Mapping[str, JsonObject] | None = None,
) -> Lock:
    """Return the pins of all skills at a commit, or of those that `only` names.

    `results` is what a run says of skills by name: the figures of the pinned bytes become their benchmark.
    Raises SkillError for a skill that cannot be read (of those to be pinned), a name that two skills
    share, a benchmark of other bytes, and where there is nothing to pin: a release must say what it is.
    """
    side = Side(repository, commit, "skill")
    folders = list(find_skills(repository.tree(commit), scope).values())
    side.prefetch(folders)
    pins: dict[str, Pin] = {}
    unread: dict[str, str] = {}
    for folder in folders:
        try:
            snapshot = side.snapshot(folder)
        except SkillError as exc:
            unread[shown(folder.path)] = str(exc)
            continue
        name = snapshot.bundle.name
        if only and not {name, snapshot.bundle.path} & set(only):
            continue
        if snapshot.problem:
            raise SkillError(f"{snapshot.bundle.path or name} cannot be pinned: {snapshot.problem}")
        if name in pins:
            raise SkillError(
                f"{pins[name].path} and {snapshot.bundle.path} are both called {name!r}",
                hint="rename one, or exclude one in skilleval.yml",
            )
        pins[name] = _pin(snapshot.bundle, (results or {}).get(name))
    _must_be_read(unread, only)
    _must_be_there(pins, commit, only, unread)
    return Lock(skills=pins)


def _must_be_read(unread: Mapping[str, str], only: Sequence[str]) -> None:
    """Raise for a skill that was to be pinned and has no bundle: its folder is known, and not its name."""
    for path, why in unread.items():
        if not only or {path, path.rpartition("/")[2]} & set(only):
            raise SkillError(
                f"{path or 'the skill at the root'} cannot be pinned: {why}",
                hint="skilleval pin --only NAME pins others",
            )


def _must_be_there(
    pins: Mapping[str, Pin], commit: CommitSha, only: Sequence[str], unread: Mapping[str, str]
) -> None:
    known = {word for name, pin in pins.items() for word in (name, pin.path)}
    missing = [name for name in only if name not in known]
    if missing or not pins:
        said = f"no skill called {', '.join(map(repr, missing))}" if missing else "no skill"
        besides = "; ".join(f"{path} cannot be read: {why}" for path, why in unread.items())
        raise SkillError(
            f"there is {said} at {commit[:12]}",
            hint=besides or "name a commit that has it; see include in skilleval.yml",
        )


def merge_locks(old: Lock, new: Lock, *, keep_others: bool) -> Lock:
    """Return the new pins; one of the same bytes keeps its benchmark, others stay where that is wanted."""
    kept = {
        name: pin.model_copy(update={"benchmark": pin.benchmark or _same(old.skills.get(name), pin)})
        for name, pin in new.skills.items()
    }
    return Lock(skills={**(old.skills if keep_others else {}), **kept})


def _same(old: Pin | None, new: Pin) -> JsonObject | None:
    return old.benchmark if old and old.digest == new.digest else None


def lock_text(lock: Lock) -> str:
    """Return the file's text: sorted, one line a value, so that diffs are small."""
    return json.dumps(lock.model_dump(mode="json"), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def read_lock(raw: bytes) -> Lock:
    """Return the pins; raises ConfigError with the place of what is wrong."""
    try:
        return Lock.model_validate(json_of(raw))
    except SuiteError as exc:
        raise ConfigError(f"{LOCK_FILE}: {exc.message}", hint="write it anew: skilleval pin") from exc
    except ValidationError as exc:
        fault = exc.errors(include_url=False)[0]
        place = "/" + "/".join(str(part) for part in fault["loc"])
        raise ConfigError(
            f"{LOCK_FILE}: {place}: {fault['msg']}", hint="write it anew: skilleval pin"
        ) from exc


def pin_of(lock: Lock, *, names: tuple[str, ...], paths: tuple[str, ...]) -> tuple[str, Pin] | None:
    """Return the pin of a skill by the first known name, or else by the first known path."""
    for name in names:
        if name in lock.skills:
            return name, lock.skills[name]
    for path in paths:
        found = next(((name, pin) for name, pin in lock.skills.items() if pin.path == path), None)
        if found:
            return found
    return None


def _pin(bundle: Bundle, result: JsonObject | None) -> Pin:
    return Pin(
        path=bundle.path,
        version=version_of(bundle),
        commit=bundle.commit,
        digest=bundle.digest,
        benchmark=None if result is None else _benchmark(bundle, result),
    )


def _benchmark(bundle: Bundle, result: JsonObject) -> JsonObject:
    """Return the figures of a run that measured exactly these bytes."""
    candidate = result.get("candidate")
    measured = candidate.get("digest") if isinstance(candidate, dict) else None
    if measured != bundle.digest:
        raise SkillError(
            f"the run measured {bundle.name} with digest {str(measured)[:12]},"
            f" the pin has {bundle.digest[:12]}",
            hint="take a run whose head is the pinned commit",
        )
    kept = ("run", "model", "verdict", "literal_bar", "lift", "triggers")
    return {key: result.get(key) for key in kept}


def version_of(bundle: Bundle) -> str:
    """Return the version that the frontmatter states, in `metadata` or at the top; "" if none."""
    keys = bundle.skill.frontmatter
    metadata = keys.get("metadata")
    inner = metadata.get("version") if isinstance(metadata, dict) else None
    return str(inner or keys.get("version") or "")
