"""Which skills a request changes: merge base against head, from git objects alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from skilleval.changes.baselines import CONTROL, Baselines
from skilleval.changes.collisions import with_collisions
from skilleval.changes.diff import hunks_of
from skilleval.changes.folders import SkillFolder, find_skills, skill_roots
from skilleval.changes.freeze import FREEZE_FILE
from skilleval.changes.match import Pair, pair_skills
from skilleval.changes.neighbours import Neighbours, take_neighbours
from skilleval.changes.outside import detour_to, detours_of, outside_notes, reached_skills
from skilleval.changes.own_tests import read_own_tests
from skilleval.changes.paths import is_utf8, shown
from skilleval.changes.reviewed import review_files
from skilleval.changes.skill_side import SkillSide, parts_of, read_side
from skilleval.changes.snapshot import Side, Snapshot
from skilleval.domain.bundle import Bundle
from skilleval.domain.change import Baseline, ChangeKind, ChangeSet, Hunk, SkillChange
from skilleval.domain.policy import Scope
from skilleval.domain.request import Request
from skilleval.domain.suite import Suite
from skilleval.errors import ConfigError, SkillError
from skilleval.ports import PathChange, Repository

_MAX_DIFF_BYTES: Final = 2_000_000
"""A text file larger than this is changed, and has no hunks to annotate."""


@dataclass(frozen=True)
class _Comparison:
    """What every step needs: both sides, what differs between them, and how baselines are chosen."""

    base: Side
    head: Side
    paths: tuple[PathChange, ...]
    baselines: Baselines
    detours: Mapping[str, str]
    """Links and submodules of the head by path, and what each is."""
    own_tests: tuple[str, ...] = ()


def detect_changes(request: Request, repository: Repository, scope: Scope) -> ChangeSet:
    """Return the skills that differ between the merge base and the head, and their neighbours.

    A skill that cannot be read or measured is in the set with its `problem`; nothing that stands in the
    pull request raises. Raises RepositoryError for commits, shallow clones and git itself, ConfigError
    for a baseline that the settings name and that is not there.
    """
    base = Side(repository, repository.merge_base(request.base_sha, request.head_sha), request.repository)
    head = Side(repository, request.head_sha, request.repository)
    old_tree, new_tree = repository.tree(base.commit), repository.tree(head.commit)
    roots = skill_roots(old_tree) | skill_roots(new_tree)
    old = find_skills(old_tree, scope, elsewhere=roots)
    new = find_skills(new_tree, scope, elsewhere=roots)
    pairs = pair_skills(old=old, new=new, read=repository.read)
    touched = [pair for pair in pairs if pair.differs]
    base.prefetch([pair.old for pair in touched if pair.old])
    head.prefetch([pair.new for pair in touched if pair.new])
    paths = repository.changed_paths(base.commit, head.commit)
    comparison = _Comparison(
        base, head, paths, Baselines(base, new, scope), detours_of(new_tree), scope.own_tests
    )
    both = [(pair, _change(pair, comparison)) for pair in touched]
    changes = [change for pair, change in both if _is_changed(pair, change)]
    same = [pair for pair, change in both if not _is_changed(pair, change)]
    unchanged = [pair.new for pair in pairs if pair.new and (pair in same or not pair.differs)]
    changes += reached_skills(unchanged, head, _outside(paths, pairs))
    named = _with_unique_names(changes)
    asked, not_found = _asked_for(named, request.only)
    asked = tuple(change.model_copy(update={"asked": request.kinds}) for change in asked)
    beside = take_neighbours(unchanged, head) if asked else Neighbours()
    bundles, suites = _with_unasked(beside, named, asked)
    before = [change.baseline.bundle for change in asked if change.baseline.bundle]
    after = [change.candidate for change in asked if change.candidate]
    base_files, _ = review_files(base, old_tree, old, before)
    head_files, unread = review_files(head, new_tree, new, after)
    found = ChangeSet(
        merge_base=base.commit,
        changes=asked,
        neighbours=bundles,
        suites=suites,
        notes=tuple(dict.fromkeys((*not_found, *outside_notes(paths), *beside.notes, *unread))),
        base_files=base_files,
        head_files=head_files,
    )
    return with_collisions(found)


def _is_changed(pair: Pair, change: SkillChange) -> bool:
    """Return False where only cases of the plugin changed, and none of them is this skill's."""
    return bool(change.parts or change.problem) or not pair.is_same_folder


def _with_unasked(
    beside: Neighbours, changes: Sequence[SkillChange], asked: Sequence[SkillChange]
) -> tuple[tuple[Bundle, ...], dict[str, Suite]]:
    """Return bundles and requests of all neighbours: changed skills that nobody asked for are some, too."""
    bundles = {bundle.name: bundle for bundle in beside.bundles}
    suites = dict(beside.suites)
    names = {change.name for change in asked}
    for change in changes:
        bundle = change.candidate
        if asked and bundle is not None and change.name not in names and not change.problem:
            bundles.setdefault(bundle.name, bundle)
            suites.setdefault(bundle.name, _requests_of(change))
    return tuple(bundles.values()), suites


def _requests_of(change: SkillChange) -> Suite:
    suite = change.base_suite if change.base_suite.queries else change.head_suite
    return Suite(queries=suite.queries, routing=suite.routing)


def _outside(paths: Sequence[PathChange], pairs: Sequence[Pair]) -> frozenset[str]:
    """Return the changed paths that belong to no skill of either side."""
    folders = [folder for pair in pairs for folder in (pair.old, pair.new) if folder]
    owned = {entry.path for folder in folders for entry in folder.entries}
    return frozenset(path for change in paths for path in (change.path, change.old_path)) - owned


def _asked_for(
    changes: Sequence[SkillChange], only: Sequence[str]
) -> tuple[tuple[SkillChange, ...], tuple[str, ...]]:
    if not only:
        return tuple(changes), ()
    asked = tuple(change for change in changes if {change.name, change.path} & set(only))
    if not asked:
        there = ", ".join(change.name for change in changes) or "none"
        raise ConfigError(
            f"no changed skill is called {', '.join(map(repr, only))}", hint=f"changed skills: {there}"
        )
    found = {name for change in asked for name in (change.name, change.path)}
    return asked, tuple(
        f"{name!r} was asked for and is no changed skill" for name in only if name not in found
    )


def _change(pair: Pair, comparison: _Comparison) -> SkillChange:
    draft = _draft(pair)
    try:
        if pair.new is None:
            return _without_head(draft, pair, comparison)
        after = read_side(pair.new, comparison.head)
        draft = draft.model_copy(update=_of_head(draft, after, pair.new, comparison))
        return _against_base(draft, pair, after, comparison)
    except SkillError as exc:
        draft = draft.model_copy(update={"problem": draft.problem or str(exc)})
        return _with_baseline(draft, pair, comparison) if draft.is_unread else draft


def _draft(pair: Pair) -> SkillChange:
    folder = pair.new or pair.old
    assert folder is not None
    old_path = shown(pair.old.path) if pair.old and pair.is_move else None
    return SkillChange(
        name=shown(folder.path.rpartition("/")[2]),
        path=shown(folder.path),
        old_path=old_path,
        kind=_kind(pair),
        baseline=CONTROL,
        notes=(f"moved from {old_path}, {pair.likeness:.0%} alike",) if old_path is not None else (),
    )


def _kind(pair: Pair) -> ChangeKind:
    if pair.old is None:
        return "added"
    if pair.new is None:
        return "removed"
    return "renamed" if pair.is_move else "edited"


def _without_head(draft: SkillChange, pair: Pair, comparison: _Comparison) -> SkillChange:
    """Return a removed skill; one that a link or a submodule has taken the place of is not removed."""
    assert pair.old is not None
    detour = detour_to(pair.old.path, comparison.detours)
    if detour:
        draft = draft.model_copy(update={"kind": "edited", "parts": ("other",), "problem": detour})
    before = read_side(pair.old, comparison.base)
    bundle = before.snapshot.bundle
    baseline = Baseline(kind="merge-base", sha=bundle.commit, digest=bundle.digest, bundle=bundle)
    return draft.model_copy(update={"name": bundle.name, "baseline": baseline, "base_suite": before.suite()})


def _with_baseline(draft: SkillChange, pair: Pair, comparison: _Comparison) -> SkillChange:
    """Return a skill that cannot be read at the head with what it would be compared with, if that can be."""
    if pair.old is None or pair.new is None:
        return draft
    try:
        choice = comparison.baselines.choose(old=pair.old, new=pair.new, name=draft.name)
    except SkillError:
        return draft
    return draft.model_copy(update={"baseline": choice.baseline})


def _of_head(
    draft: SkillChange, after: SkillSide, folder: SkillFolder, comparison: _Comparison
) -> dict[str, object]:
    snapshot = after.snapshot
    return {
        "name": snapshot.bundle.name,
        "candidate": snapshot.bundle,
        "head_suite": after.suite(),
        "hunks": _hunks(folder, snapshot, comparison),
        "notes": (*draft.notes, *snapshot.notes, *after.ties.notes, *after.ties.left_out),
        "problem": snapshot.problem,
    }


def _against_base(draft: SkillChange, pair: Pair, after: SkillSide, comparison: _Comparison) -> SkillChange:
    assert pair.new is not None
    before = read_side(pair.old, comparison.base) if pair.old else None
    base_suite = before.suite() if before else draft.base_suite
    old_files = before.snapshot.files if before else None
    draft = draft.model_copy(
        update={
            "parts": parts_of(before, after) if before else (),
            "base_suite": base_suite,
            "own_tests": read_own_tests(old_files, after.snapshot.files, comparison.own_tests),
            "problem": draft.problem or _freeze_fault(base_suite, draft.head_suite),
        }
    )
    try:
        choice = comparison.baselines.choose(old=pair.old, new=pair.new, name=after.snapshot.bundle.name)
    except SkillError as exc:
        return draft.model_copy(update={"problem": draft.problem or str(exc)})
    notes = (*draft.notes, choice.note) if choice.note else draft.notes
    return draft.model_copy(update={"baseline": choice.baseline, "notes": notes})


def _freeze_fault(base: Suite, head: Suite) -> str:
    """Return why no task can be trusted: the frozen ones changed, and no side has others."""
    if base.tasks or head.tasks:
        return ""
    faults = [one for suite in (base, head) for one in suite.problems if one.path.endswith(FREEZE_FILE)]
    return f"{faults[-1].path}: {faults[-1].message}" if faults else ""


def _hunks(folder: SkillFolder, after: Snapshot, comparison: _Comparison) -> tuple[Hunk, ...]:
    prefix = f"{folder.path}/" if folder.path else ""
    texts = {
        prefix + path
        for path, file in after.files.items()
        if is_utf8(prefix) and b"\0" not in file.content and file.size_bytes <= _MAX_DIFF_BYTES
    }
    touched = [change for change in comparison.paths if change.path in texts]
    wanted = list(dict.fromkeys(path for change in touched for path in (change.old_path, change.path)))
    diff = comparison.head.repository.diff(comparison.base.commit, comparison.head.commit, wanted)
    return tuple(hunk for hunk in hunks_of(diff) if hunk.path in texts)


def _with_unique_names(changes: Sequence[SkillChange]) -> list[SkillChange]:
    """Tell skills of one name apart by their paths: names are keys in plans and reports."""
    counts = Counter(change.name for change in changes)
    return [
        change
        if counts[change.name] == 1
        else change.model_copy(update={"name": f"{change.name}@{change.path}"})
        for change in changes
    ]
