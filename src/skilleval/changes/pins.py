"""`skilleval.lock`: for each released skill its version, commit, digest and benchmark."""

import json
from collections.abc import Mapping
from typing import Final, Literal

from pydantic import Field, ValidationError

from skilleval.changes.folders import find_skills
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
    benchmarks: Mapping[str, JsonObject] | None = None,
) -> Lock:
    """Return the pins of all skills at a commit; `benchmarks` are kept by skill name.

    Raises SkillError for a skill that cannot be read, or a name that two skills share: a release must
    say what it is.
    """
    side = Side(repository, commit, "skill")
    folders = list(find_skills(repository.tree(commit), scope).values())
    side.prefetch(folders)
    pins: dict[str, Pin] = {}
    for folder in folders:
        snapshot = side.snapshot(folder)
        name = snapshot.bundle.name
        if snapshot.problem:
            raise SkillError(f"{snapshot.bundle.path or name} cannot be pinned: {snapshot.problem}")
        if name in pins:
            raise SkillError(f"{pins[name].path} and {snapshot.bundle.path} are both called {name!r}")
        pins[name] = _pin(snapshot.bundle, (benchmarks or {}).get(name))
    return Lock(skills=pins)


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


def _pin(bundle: Bundle, benchmark: JsonObject | None) -> Pin:
    return Pin(
        path=bundle.path,
        version=version_of(bundle),
        commit=bundle.commit,
        digest=bundle.digest,
        benchmark=benchmark,
    )


def version_of(bundle: Bundle) -> str:
    """Return the version that the frontmatter states, in `metadata` or at the top; "" if none."""
    keys = bundle.skill.frontmatter
    metadata = keys.get("metadata")
    inner = metadata.get("version") if isinstance(metadata, dict) else None
    return str(inner or keys.get("version") or "")
