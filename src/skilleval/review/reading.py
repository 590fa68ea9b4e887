"""Reading: what the review reads of a bundle, made ready once for every rule."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.policy import ReviewPolicy
from skilleval.review.derive import file_pages
from skilleval.review.page import Page
from skilleval.review.spread import spread_pages

Key = tuple[str, str]
"""Path and digest of a file."""


class Memo:
    """Pages of files: what base and head, or several skills of one call, hold at the same path is read once.

    Pages stay until the last reading that took them lets them go.
    """

    def __init__(self) -> None:
        """Hold nothing."""
        self._pages: dict[Key, tuple[Page, ...]] = {}
        self._users: Counter[Key] = Counter()

    def take(self, file: BundleFile, policy: ReviewPolicy) -> tuple[Page, ...]:
        """Return the pages of a file, kept until as many have let them go as took them."""
        key = file.path, file.sha256
        self._users[key] += 1
        if key not in self._pages:
            self._pages[key] = tuple(file_pages(file, policy))
        return self._pages[key]

    def let_go(self, file: BundleFile) -> None:
        """Forget the pages of a file if nobody else has taken them."""
        key = file.path, file.sha256
        self._users[key] -= 1
        if self._users[key] <= 0:
            self._users.pop(key)
            self._pages.pop(key, None)


@dataclass(frozen=True)
class Reading:
    """A skill's files and the pages made of them. `path` is the skill's folder in the repository."""

    skill: str
    path: str
    description: str
    files: tuple[BundleFile, ...]
    policy: ReviewPolicy
    memo: Memo = field(default_factory=Memo, compare=False, repr=False)

    @cached_property
    def read_files(self) -> tuple[BundleFile, ...]:
        """Return the files within the bounds of the policy: in number, and in bytes each and together."""
        left = self.policy.skill_bytes
        taken = []
        for file in self.files[: self.policy.skill_files]:
            if file.size_bytes <= min(self.policy.file_bytes, left) and len(file.content) == file.size_bytes:
                left -= file.size_bytes
                taken.append(file)
        return tuple(taken)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Return the pages of all files that were read: their own text first, then what derives from it."""
        return tuple(page for file in self.read_files for page in self.memo.take(file, self.policy))

    @cached_property
    def spread(self) -> tuple[Page, ...]:
        """Return the pages of what stands in no single file, but in two together."""
        return tuple(spread_pages(self.pages))

    def let_go(self) -> None:
        """Forget the pages: a thousand skills in one call are not held in memory all ready at once."""
        if "pages" in self.__dict__:
            for file in self.read_files:
                self.memo.let_go(file)
        for name in ("pages", "spread"):
            self.__dict__.pop(name, None)

    def page(self, path: str) -> Page | None:
        """Return the page of the file at `path`, or None."""
        return next((page for page in self.pages if page.path == path and not page.origin), None)


def reading_of(bundle: Bundle, policy: ReviewPolicy, memo: Memo) -> Reading:
    """Return the reading of a bundle."""
    return Reading(
        skill=bundle.name,
        path=bundle.path,
        description=bundle.skill.description,
        files=bundle.files,
        policy=policy,
        memo=memo,
    )


def empty_reading(like: Reading) -> Reading:
    """Return the reading of a base that does not exist."""
    return Reading(
        skill=like.skill, path=like.path, description="", files=(), policy=like.policy, memo=like.memo
    )
