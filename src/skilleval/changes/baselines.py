"""Against what a skill is compared: its merge base, a tag, a commit, or its pin in skilleval.lock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from skilleval.changes.folders import SkillFolder, find_skills
from skilleval.changes.match import pair_skills
from skilleval.changes.paths import shown
from skilleval.changes.pins import LOCK_FILE, Lock, Pin, pin_of, read_lock
from skilleval.changes.snapshot import Side, Snapshot
from skilleval.domain.change import Baseline, BaselineKind
from skilleval.domain.policy import Scope
from skilleval.errors import ConfigError, RepositoryError, SkillError
from skilleval.ports import TreeEntry

CONTROL: Final = Baseline(kind="control")


@dataclass(frozen=True)
class Choice:
    """The baseline of one skill, and what is to be said of it."""

    baseline: Baseline
    snapshot: Snapshot | None = None
    note: str = ""


class Baselines:
    """Chooses the baseline of each skill by the policy of the base side."""

    def __init__(self, base: Side, new: Mapping[str, SkillFolder], scope: Scope) -> None:
        """Resolve the policy; raises RepositoryError or ConfigError where it names nothing."""
        self._base = base
        self._new = new
        self._scope = scope
        self._policy, _, self._argument = scope.baseline.partition(":")
        self._fixed = self._fixed_side() if self._policy in {"tag", "commit"} else None
        self._moves = self._old_selves(self._fixed) if self._fixed else {}
        self._lock = self._read_lock() if self._policy == "pinned" else Lock()

    def choose(self, *, old: SkillFolder | None, new: SkillFolder, name: str) -> Choice:
        """Return the baseline for the head's skill; `old` is its self at the merge base.

        Raises SkillError where the baseline's folder cannot be read, or a pin does not match its commit or
        names one that is not there.
        """
        if self._fixed:
            return self._from_fixed(self._fixed, new)
        if self._policy == "pinned":
            return self._from_pin(old, new, name)
        if old is None:
            return Choice(CONTROL)
        return _choice("merge-base", self._base.snapshot(old))

    def _from_fixed(self, side: Side, new: SkillFolder) -> Choice:
        folder = self._moves.get(new.path)
        if folder is None:
            return Choice(CONTROL, note=f"not there at {self._scope.baseline}: compared with no skill")
        return _choice("tag" if self._policy == "tag" else "commit", side.snapshot(folder))

    def _from_pin(self, old: SkillFolder | None, new: SkillFolder, name: str) -> Choice:
        before = self._base.snapshot(old) if old else None
        names = (name, before.bundle.name) if before else (name,)
        found = pin_of(self._lock, names=names, paths=(new.path, old.path) if old else (new.path,))
        if found is None:
            return Choice(CONTROL, note=f"not in {LOCK_FILE} at the base: compared with no skill")
        return _choice("pinned", self._pinned(*found))

    def _pinned(self, name: str, pin: Pin) -> Snapshot:
        side = self._side(pin.commit)
        folders = find_skills(self._pinned_tree(name, pin), Scope())
        if pin.path not in folders:
            raise SkillError(
                f"{LOCK_FILE} pins {name} to {shown(pin.path)}, where {pin.commit[:12]} has no skill"
            )
        snapshot = side.snapshot(folders[pin.path])
        if snapshot.bundle.digest != pin.digest:
            raise SkillError(
                f"{LOCK_FILE} pins {name} to digest {pin.digest[:12]}, but {pin.commit[:12]} has "
                f"{snapshot.bundle.digest[:12]}",
                hint="find out who changed which; then run skilleval pin",
            )
        return snapshot

    def _pinned_tree(self, name: str, pin: Pin) -> Sequence[TreeEntry]:
        """Return the tree of a pin's commit; a lock that names one that is not here stops its skill alone."""
        try:
            return self._base.repository.tree(pin.commit)
        except RepositoryError as exc:
            raise SkillError(
                f"{LOCK_FILE} pins {name} to commit {pin.commit[:12]}, which is not in this repository",
                hint=f"fetch it (fetch-depth: 0), or pin a commit that is there: skilleval pin --only {name}",
            ) from exc

    def _fixed_side(self) -> Side:
        repository = self._base.repository
        if self._policy == "commit":
            return self._side(repository.resolve(self._argument))
        tags = repository.tags(self._argument, merged_into=self._base.commit)
        if not tags:
            raise RepositoryError(
                f"no tag matching {self._argument!r} is in the history of the merge base",
                hint="fetch tags (fetch-tags: true), or set baseline: merge-base",
            )
        return self._side(repository.resolve(f"refs/tags/{tags[0]}"))

    def _old_selves(self, side: Side) -> dict[str, SkillFolder]:
        old = find_skills(side.repository.tree(side.commit), self._scope)
        pairs = pair_skills(old=old, new=self._new, read=side.repository.read)
        return {pair.new.path: pair.old for pair in pairs if pair.new and pair.old}

    def _read_lock(self) -> Lock:
        entries = self._base.repository.tree(self._base.commit)
        entry = next((entry for entry in entries if entry.path == LOCK_FILE), None)
        if entry is None:
            raise ConfigError(
                f"baseline is pinned, but the base has no {LOCK_FILE}", hint="run skilleval pin"
            )
        return read_lock(self._base.repository.read([entry.oid])[entry.oid])

    def _side(self, commit: str) -> Side:
        return Side(self._base.repository, commit, self._base.name)


def _choice(kind: BaselineKind, snapshot: Snapshot) -> Choice:
    bundle = snapshot.bundle
    baseline = Baseline(kind=kind, sha=bundle.commit, digest=bundle.digest, bundle=bundle)
    return Choice(baseline, snapshot, f"in the baseline: {snapshot.problem}" if snapshot.problem else "")
