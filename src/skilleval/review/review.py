"""The review of a change: both sides read, inspected and scanned by the same version, then compared."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from weakref import WeakKeyDictionary

from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.change import ChangeSet, SkillChange
from skilleval.domain.finding import Finding, Review
from skilleval.domain.outside import SUPPRESSIONS_FILE
from skilleval.domain.policy import ReviewPolicy
from skilleval.errors import ConfigError
from skilleval.ports import Scanner
from skilleval.review.capability import capability_rows
from skilleval.review.compare import compare, moved_paths
from skilleval.review.inspect import PageMemo, own_findings
from skilleval.review.reading import Memo, Reading, empty_reading, reading_of
from skilleval.review.scan import Scanned, scan_readings
from skilleval.review.suppressions import Suppression, notes_on, read_suppressions, suppress
from skilleval.review.told import Tell, quiet
from skilleval.review.unread import unread_review

REPOSITORY = "."
"""Stands as the skill's name in the review of files outside every skill."""

Pair = tuple[Reading, Reading]


def review_changes(
    changes: ChangeSet,
    scanners: Sequence[Scanner],
    *,
    today: date,
    policy: ReviewPolicy | None = None,
    tell: Tell = quiet,
) -> tuple[Review, ...]:
    """Return one review for each skill that the change adds, edits or renames.

    Each stands under its change's name, which is a key: two skills may share the name in their frontmatter.
    A skill that cannot be read has a review that says so, and blocks. What the change set brings from
    outside of skills has a review of its own, under the name `.`.
    Suppressions count as they stand at the base; `today` decides which have expired. A scanner that fails
    is named in `Review.error`. `tell` hears how far it is. Raises ConfigError for a suppressions file at base
    that cannot be read.
    """
    bounds = policy or ReviewPolicy()
    on_record = read_suppressions(changes.base_files)
    known = [change for change in changes.changes if change.candidate is not None]
    memo = Memo()
    pairs = [_pair(change, bounds, memo) for change in known]
    pairs += _outside(changes, bounds, memo)
    names = [*(change.name for change in known), REPOSITORY]
    found = [_named(*both) for both in zip(_review_pairs(pairs, scanners, tell), names, strict=False)]
    unread = [unread_review(change) for change in changes.changes if change.is_unread]
    return _with_suppressions([*found, *unread], on_record, changes, today=today)


def review_bundle(
    bundle: Bundle, scanners: Sequence[Scanner], *, policy: ReviewPolicy | None = None
) -> Review:
    """Return the review of a skill without a base: everything that it holds counts as introduced."""
    return review_bundles([bundle], scanners, policy=policy)[0]


def review_bundles(
    bundles: Sequence[Bundle],
    scanners: Sequence[Scanner],
    *,
    policy: ReviewPolicy | None = None,
    tell: Tell = quiet,
) -> tuple[Review, ...]:
    """Return the reviews of skills without a base, with one call of each scanner for all of them."""
    bounds = policy or ReviewPolicy()
    memo = Memo()
    readings = [reading_of(bundle, bounds, memo) for bundle in bundles]
    return _review_pairs([(empty_reading(reading), reading) for reading in readings], scanners, tell)


def _with_suppressions(
    reviews: Sequence[Review], base: tuple[Suppression, ...], changes: ChangeSet, *, today: date
) -> tuple[Review, ...]:
    notes: tuple[str, ...] = ()
    try:
        head = read_suppressions(changes.head_files)
    except ConfigError as exc:
        head, notes = base, (f"the head's suppressions cannot be read: {exc}",)
    done = []
    used: frozenset[Suppression] = frozenset()
    for review in reviews:
        findings, here = suppress(review.findings, base, folder=review.path, today=today)
        used |= here
        done.append(review.model_copy(update={"findings": findings}))
    notes += notes_on(base, head, used=used, today=today)
    return tuple(review.model_copy(update={"notes": (*review.notes, *notes)}) for review in done)


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Let Python look for garbage less often: a page is many objects that all live until it is let go."""
    before = gc.get_threshold()
    gc.set_threshold(_ALLOCATIONS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


_ALLOCATIONS = 50_000


@_rarely_collected()
def _review_pairs(pairs: Sequence[Pair], scanners: Sequence[Scanner], tell: Tell) -> tuple[Review, ...]:
    readings = [reading for pair in pairs for reading in pair]
    scanned = scan_readings(readings, scanners)
    tell(f"{len(pairs)} skills scanned by {', '.join(scanned.versions) or 'no scanner'}")
    reviews = []
    memo: PageMemo = WeakKeyDictionary()
    for number, pair in enumerate(pairs):
        base, head = (
            (*own_findings(reading, memo), *theirs)
            for reading, theirs in zip(pair, scanned.findings[2 * number : 2 * number + 2], strict=True)
        )
        reviews.append(_review(pair, base=base, head=head, scanned=scanned))
        for reading in pair:
            reading.let_go()
        tell(f"{number + 1}/{len(pairs)} skills read by the rules")
    return tuple(reviews)


def _review(pair: Pair, *, base: Sequence[Finding], head: Sequence[Finding], scanned: Scanned) -> Review:
    old, new = pair
    return Review(
        skill=new.skill,
        path=new.path,
        findings=compare(base, head, moved=moved_paths(old, new)),
        capabilities=capability_rows(old, new),
        scanners=scanned.versions,
        error=scanned.error,
    )


def _named(review: Review, name: str) -> Review:
    findings = tuple(finding.model_copy(update={"skill": name}) for finding in review.findings)
    return review.model_copy(update={"skill": name, "findings": findings})


def _pair(change: SkillChange, policy: ReviewPolicy, memo: Memo) -> Pair:
    if change.candidate is None:
        raise ValueError(f"{change.name}: a removed skill has nothing to review")
    new = reading_of(change.candidate, policy, memo)
    base = change.baseline.bundle
    return reading_of(base, policy, memo) if base else empty_reading(new), new


def _outside(changes: ChangeSet, policy: ReviewPolicy, memo: Memo) -> list[Pair]:
    sides = [_repository(files, policy, memo) for files in (changes.base_files, changes.head_files)]
    return [(sides[0], sides[1])] if any(side.files for side in sides) else []


def _repository(files: Sequence[BundleFile], policy: ReviewPolicy, memo: Memo) -> Reading:
    kept = tuple(file for file in files if file.path != SUPPRESSIONS_FILE)
    return Reading(skill=REPOSITORY, path="", description="", files=kept, policy=policy, memo=memo)
