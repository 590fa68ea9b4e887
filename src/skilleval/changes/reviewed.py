"""Files outside every skill that the security review reads: agent settings, plugins, what a skill names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from skilleval.changes.folders import SkillFolder
from skilleval.changes.paths import is_utf8, shown
from skilleval.changes.snapshot import SUBMODULE, SYMLINK, Side, bundle_file
from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.outside import is_review_file, outside_paths
from skilleval.ports import TreeEntry

MAX_FILES: Final = 400
MAX_BYTES: Final = 1_000_000


def review_files(
    side: Side, entries: Sequence[TreeEntry], folders: Mapping[str, SkillFolder], bundles: Iterable[Bundle]
) -> tuple[tuple[BundleFile, ...], tuple[str, ...]]:
    """Return these files at one commit, and a note on what is left out. Paths are from the root."""
    owned = {entry.path for folder in folders.values() for entry in folder.entries}
    named = {path for bundle in bundles for path in outside_paths(bundle)}
    wanted = [entry for entry in entries if entry.path not in owned and _is_wanted(entry, named)]
    small = [entry for entry in wanted if (entry.size_bytes or 0) <= MAX_BYTES][:MAX_FILES]
    blobs = side.repository.read([entry.oid for entry in small])
    files = tuple(bundle_file(entry.path, blobs[entry.oid], mode=entry.mode) for entry in small)
    missing = [shown(entry.path) for entry in wanted if entry not in small]
    note = f"not read by the review, too large or too many: {', '.join(missing[:5])}"
    more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
    return files, (note + more,) if missing else ()


def _is_wanted(entry: TreeEntry, named: set[str]) -> bool:
    if entry.mode in {SYMLINK, SUBMODULE} or not is_utf8(entry.path):
        return False
    return is_review_file(entry.path) or entry.path in named
