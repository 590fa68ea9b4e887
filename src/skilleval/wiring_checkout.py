"""The part of wiring that opens a checkout: light, for the commands that run no trial."""

import hashlib
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from skilleval.domain.plan import CellKind
from skilleval.errors import RepositoryError
from skilleval.forges.folders import AFTER, BEFORE, commit_folders
from skilleval.forges.git import GitRepository
from skilleval.forges.local import LocalForge
from skilleval.ports import Clock, JsonObject, Repository


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds that no change of the clock can bend."""
        return time.monotonic()


@dataclass(frozen=True)
class Checkout:
    """A repository and the two refs of it that are compared."""

    repository: Repository
    forge: LocalForge
    base_sha: str
    head_sha: str
    only: tuple[str, ...] = ()
    kinds: tuple[CellKind, ...] = ()
    is_remote: bool = False
    """Whether there is no clone, and every object is asked for over the network."""

    def payload(self) -> JsonObject:
        """Return the event: two pinned refs."""
        return self.forge.payload() | {"only": list(self.only), "kinds": list(self.kinds)}

    def base_file(self, path: str) -> bytes | None:
        """Return a file of the base side, or None: policy is never read from the head."""
        entries = {entry.path: entry for entry in self.repository.tree(self.base_sha)}
        entry = entries.get(path)
        return None if entry is None else self.repository.read([entry.oid])[entry.oid]

    def new_run_path(self, root: Path, clock: Clock) -> Path:
        """Return where a run of these refs goes below `root`: `.skilleval/runs/<utc>-<id>`."""
        now = clock.now()
        seed = f"{now.isoformat()}/{self.base_sha}/{self.head_sha}"
        name = f"{now:%Y%m%dT%H%M%SZ}-{hashlib.sha256(seed.encode()).hexdigest()[:6]}"
        return root / ".skilleval" / "runs" / name


def is_checkout(path: Path) -> bool:
    """Return whether `path` lies in a git repository."""
    try:
        return path.is_dir() and bool(GitRepository(path).root)
    except RepositoryError:
        return False


def root_of(path: Path) -> Path:
    """Return the root of the working tree that holds `path`: where files for everybody belong."""
    return GitRepository(path).root


def open_checkout(
    path: Path, *, base: str, head: str, only: tuple[str, ...] = (), kinds: tuple[CellKind, ...] = ()
) -> Checkout:
    """Return a checkout with both refs resolved. `kinds` are the evals asked for; none = as the change needs.

    Raises:
        RepositoryError: no repository there, or a ref that names no commit.
    """
    if not path.is_dir():
        raise RepositoryError(f"{path} is no folder", hint="name a checkout with --repo")
    repository = GitRepository(path)
    base_sha, head_sha = repository.resolve(base), repository.resolve(head)
    forge = LocalForge(repository, name=path.resolve().name, base=base, head=head)
    return Checkout(repository, forge, base_sha, head_sha, only, kinds)


@contextmanager
def open_folders(
    path: Path, against: Path | None, *, only: tuple[str, ...] = (), kinds: tuple[CellKind, ...] = ()
) -> Iterator[Checkout]:
    """Yield a folder of skills against another one, or against nothing, as two refs of a checkout.

    Raises:
        ConfigError: a folder that is not there, or that holds no skill.
    """
    with tempfile.TemporaryDirectory(prefix="skilleval-folders-") as scratch:
        place = Path(scratch) / (path.resolve().name or "skills")
        place.mkdir()
        commit_folders(place, path, against)
        yield open_checkout(place, base=BEFORE, head=AFTER, only=only, kinds=kinds)
