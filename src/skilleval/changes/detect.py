"""Which skills a request changes: merge base against head, from git objects alone."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from skilleval.changes.diff import hunks_of
from skilleval.changes.folders import SkillFolder, find_skills
from skilleval.changes.match import Pair, pair_skills
from skilleval.changes.parts import changed_parts
from skilleval.changes.paths import shown
from skilleval.changes.snapshot import Snapshot, take_snapshot
from skilleval.changes.suites import read_suite
from skilleval.domain.bundle import Bundle
from skilleval.domain.change import Baseline, ChangeSet, Hunk, SkillChange
from skilleval.domain.policy import Scope
from skilleval.domain.request import Request
from skilleval.domain.value import CommitSha
from skilleval.errors import SkillError
from skilleval.ports import PathChange, Repository

_CONTROL: Final = Baseline(kind="control")


@dataclass(frozen=True)
class _Comparison:
    """What every step needs: the objects, the two commits, what differs between them."""

    repository: Repository
    repository_name: str
    base: CommitSha
    head: CommitSha
    paths: tuple[PathChange, ...]


def detect_changes(request: Request, repository: Repository, scope: Scope) -> ChangeSet:
    """Return the skills that differ between the merge base and the head, and their neighbours.

    A skill that cannot be read or measured is in the set with its `problem`; nothing that stands in the
    pull request raises. Raises RepositoryError for commits, shallow clones and git itself.
    """
    base = repository.merge_base(request.base_sha, request.head_sha)
    paths = repository.changed_paths(base, request.head_sha)
    comparison = _Comparison(repository, request.repository, base, request.head_sha, paths)
    old = find_skills(repository.tree(base), scope)
    new = find_skills(repository.tree(request.head_sha), scope)
    pairs = pair_skills(old=old, new=new, read=repository.read)
    changed = [_change(pair, comparison) for pair in pairs if _differs(pair)]
    changes = _with_unique_names(changes_asked_for(changed, request.only))
    unchanged = [pair.new for pair in pairs if pair.new and not _differs(pair)]
    neighbours, notes = _neighbours(unchanged, comparison)
    return ChangeSet(merge_base=base, changes=tuple(changes), neighbours=neighbours, notes=notes)


def changes_asked_for(changes: list[SkillChange], only: tuple[str, ...]) -> list[SkillChange]:
    """Return the changes with these names; all of them where no name is given."""
    return [change for change in changes if not only or change.name in only]


def _differs(pair: Pair) -> bool:
    if pair.old is None or pair.new is None or pair.old.path != pair.new.path:
        return True
    return pair.old.entries != pair.new.entries


def _change(pair: Pair, comparison: _Comparison) -> SkillChange:
    draft = _draft(pair)
    try:
        if pair.new is None:
            return _removed(draft, pair.old, comparison)
        after = _snapshot(pair.new, comparison.head, comparison)
        draft = draft.model_copy(update=_of_head(after, pair.new, comparison))
        return _against_base(draft, pair.old, after, comparison) if pair.old else draft
    except SkillError as exc:
        return draft.model_copy(update={"problem": str(exc)})


def _draft(pair: Pair) -> SkillChange:
    folder = pair.new or pair.old
    assert folder is not None
    moved = pair.old is not None and pair.new is not None and pair.old.path != pair.new.path
    kind = (
        "added" if pair.old is None else "removed" if pair.new is None else "renamed" if moved else "edited"
    )
    notes = (f"moved from {shown(pair.old.path)}, {pair.likeness:.0%} alike",) if moved and pair.old else ()
    return SkillChange.model_validate(
        {
            "name": shown(folder.path.rpartition("/")[2]),
            "path": shown(folder.path),
            "old_path": shown(pair.old.path) if moved and pair.old else None,
            "kind": kind,
            "baseline": _CONTROL,
            "notes": notes,
        }
    )


def _removed(draft: SkillChange, folder: SkillFolder | None, comparison: _Comparison) -> SkillChange:
    assert folder is not None
    before = _snapshot(folder, comparison.base, comparison)
    return draft.model_copy(
        update={
            "name": before.bundle.name,
            "baseline": _baseline(before.bundle),
            "base_suite": read_suite(before.files),
        }
    )


def _of_head(after: Snapshot, folder: SkillFolder, comparison: _Comparison) -> dict[str, object]:
    return {
        "name": after.bundle.name,
        "candidate": after.bundle,
        "head_suite": read_suite(after.files),
        "hunks": _hunks(folder, after, comparison),
        "notes": after.notes,
        "problem": after.problem,
    }


def _against_base(
    draft: SkillChange, folder: SkillFolder, after: Snapshot, comparison: _Comparison
) -> SkillChange:
    before = _snapshot(folder, comparison.base, comparison)
    notes = draft.notes
    if before.problem:
        notes = (*notes, f"at the base: {before.problem}")
    return draft.model_copy(
        update={
            "parts": changed_parts(before, after),
            "baseline": _baseline(before.bundle),
            "base_suite": read_suite(before.files),
            "notes": notes,
        }
    )


def _baseline(bundle: Bundle) -> Baseline:
    return Baseline(kind="merge-base", sha=bundle.commit, digest=bundle.digest, bundle=bundle)


def _snapshot(folder: SkillFolder, commit: CommitSha, comparison: _Comparison) -> Snapshot:
    name = (folder.path or comparison.repository_name).rpartition("/")[2]
    return take_snapshot(comparison.repository, commit, folder, name=shown(name))


def _hunks(folder: SkillFolder, after: Snapshot, comparison: _Comparison) -> tuple[Hunk, ...]:
    own = {entry.path for entry in folder.entries}
    binary = {
        f"{folder.path}/{path}".lstrip("/") for path, file in after.files.items() if b"\0" in file.content
    }
    touched = [change for change in comparison.paths if change.path in own and change.path not in binary]
    wanted = list(dict.fromkeys(path for change in touched for path in (change.old_path, change.path)))
    diff = comparison.repository.diff(comparison.base, comparison.head, wanted)
    return tuple(hunk for hunk in hunks_of(diff) if hunk.path in own)


def _with_unique_names(changes: list[SkillChange]) -> list[SkillChange]:
    """Tell skills of one name apart by their paths: names are keys in plans and reports."""
    counts = Counter(change.name for change in changes)
    return [
        change
        if counts[change.name] == 1
        else change.model_copy(update={"name": f"{change.name}@{change.path}"})
        for change in changes
    ]


def _neighbours(
    folders: list[SkillFolder], comparison: _Comparison
) -> tuple[tuple[Bundle, ...], tuple[str, ...]]:
    bundles: list[Bundle] = []
    notes: list[str] = []
    for folder in folders:
        try:
            snapshot = _snapshot(folder, comparison.head, comparison)
        except SkillError as exc:
            notes.append(f"not installed beside the others: {exc}")
            continue
        if snapshot.problem:
            notes.append(f"not installed beside the others: {shown(folder.path)}: {snapshot.problem}")
        else:
            bundles.append(snapshot.bundle)
    return tuple(bundles), tuple(notes)
