"""What a change introduces, fixes and leaves: the findings of base and head, matched as multisets."""

from collections import defaultdict
from collections.abc import Sequence

from skilleval.domain.finding import SEVERITIES, Finding
from skilleval.review.findings import CONFIDENCES, fingerprinted, match_key
from skilleval.review.reading import Reading


def compare(
    base: Sequence[Finding], head: Sequence[Finding], *, moved: dict[str, str]
) -> tuple[Finding, ...]:
    """Return the findings of both sides with newness and fingerprint.

    `moved` maps paths of the base to their names at the head. A finding at head is existing if the base
    has one that is the same and weighs at least as much (an attack that was quoted at base and is meant
    at head is new). Text that only moved to another file of the skill stays existing.
    """
    old = [finding.model_copy(update={"path": moved.get(finding.path, finding.path)}) for finding in base]
    left_old, left_new, same = _paired(old, head, across_files=False)
    left_old, left_new, carried = _paired(left_old, left_new, across_files=True)
    marked = [f.model_copy(update={"newness": "existing"}) for f in (*same, *carried)]
    marked += [f.model_copy(update={"newness": "introduced"}) for f in left_new]
    fixed = [f.model_copy(update={"newness": "fixed"}) for f in left_old]
    return (*fingerprinted(marked), *fingerprinted(fixed))


def moved_paths(base: Reading, head: Reading) -> dict[str, str]:
    """Return files of the base that live on under another name: same bytes, or mostly the same lines."""
    gone = {file.path: file for file in base.files if file.path not in {new.path for new in head.files}}
    born = {file.path: file for file in head.files if file.path not in {old.path for old in base.files}}
    moved: dict[str, str] = {}
    for path, file in gone.items():
        same = next((name for name, new in born.items() if new.sha256 == file.sha256), None)
        if same is not None:
            moved[path] = same
            del born[same]
    for path in gone.keys() - moved.keys():
        name = _most_alike(gone[path].content, {name: born[name].content for name in sorted(born)})
        if name:
            moved[path] = name
            del born[name]
    return moved


def _paired(
    old: Sequence[Finding], new: Sequence[Finding], *, across_files: bool
) -> tuple[list[Finding], list[Finding], list[Finding]]:
    """Return (unmatched old, unmatched new, matched new): the heaviest first, each old one used once."""
    pool: dict[tuple[str, ...], list[Finding]] = defaultdict(list)
    for finding in sorted(old, key=_weight, reverse=True):
        pool[_key(finding, across_files=across_files)].append(finding)
    unmatched, matched = [], []
    for finding in sorted(new, key=_weight, reverse=True):
        candidates = pool[_key(finding, across_files=across_files)]
        if candidates and _covers(candidates[0], finding):
            candidates.pop(0)
            matched.append(finding)
        else:
            unmatched.append(finding)
    return [finding for rest in pool.values() for finding in rest], unmatched, matched


def _key(finding: Finding, *, across_files: bool) -> tuple[str, ...]:
    rule, path, text = match_key(finding)
    return (rule, text) if across_files else (rule, path, text)


def _weight(finding: Finding) -> tuple[int, int, bool]:
    return SEVERITIES.index(finding.severity), CONFIDENCES.index(finding.confidence), not finding.role


def _covers(old: Finding, new: Finding) -> bool:
    return all(mine >= theirs for mine, theirs in zip(_weight(old), _weight(new), strict=True))


def _most_alike(content: bytes, born: dict[str, bytes]) -> str:
    lines = set(content.split(b"\n"))
    best, name = 0.5, ""
    for candidate, other in list(born.items())[:50]:
        others = set(other.split(b"\n"))
        share = len(lines & others) / max(1, len(lines | others))
        if share > best:
            best, name = share, candidate
    return name
