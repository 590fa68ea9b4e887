"""Reading: what the review reads of a bundle, made ready once for every rule."""

from dataclasses import dataclass, field
from functools import cached_property

from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.policy import ReviewPolicy
from skilleval.review.derive import file_pages
from skilleval.review.page import Page
from skilleval.review.spread import spread_pages

Memo = dict[tuple[str, str], tuple[Page, ...]]
"""Pages by path and digest of the file: what base and head share is read once."""


@dataclass(frozen=True)
class Reading:
    """A skill's files and the pages made of them. `path` is the skill's folder in the repository."""

    skill: str
    path: str
    description: str
    files: tuple[BundleFile, ...]
    policy: ReviewPolicy
    memo: Memo = field(default_factory=dict, compare=False, repr=False)

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
        return tuple(page for file in self.read_files for page in self.pages_of(file))

    @cached_property
    def spread(self) -> tuple[Page, ...]:
        """Return the pages of what stands in no single file, but in two together."""
        return tuple(spread_pages(self.pages))

    def pages_of(self, file: BundleFile) -> tuple[Page, ...]:
        """Return the pages of one file."""
        key = file.path, file.sha256
        if key not in self.memo:
            self.memo[key] = tuple(file_pages(file, self.policy))
        return self.memo[key]

    def let_go(self) -> None:
        """Forget the pages: a thousand skills in one call are not held in memory all ready at once."""
        self.memo.clear()
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
