"""Applies our own rules to a reading, inside its bounds."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from skilleval.domain.finding import Finding
from skilleval.review.findings import finding_from_hit
from skilleval.review.page import Page
from skilleval.review.probe import OutOfTimeError, check_time, time_limit
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule
from skilleval.review.rules import COMBO_RULES, PAGE_RULES, SKILL_RULES, not_read

MAX_HITS = 500
"""Hits of one rule in one page that are kept: nobody reads more."""
PageMemo = dict[int, tuple[tuple[Rule, Hit], ...]]
"""Hits of the page rules by page: what base and head share is inspected once."""


def own_findings(reading: Reading, memo: PageMemo | None = None) -> tuple[Finding, ...]:
    """Return what our rules find in a skill.

    What a derived page (decoded, put together) repeats of the file itself is left out, counted per rule
    and line. A file or skill that takes too long is an `incomplete` finding.
    """
    hits = [*_page_hits(reading, {} if memo is None else memo), *_skill_hits(reading)]
    found = [finding_from_hit(rule, hit, skill=reading.skill) for rule, hit in hits]
    for combo in COMBO_RULES:
        review = partial(combo.review_with, reading, tuple(found))
        found += (
            finding_from_hit(rule, hit, skill=reading.skill)
            for rule, hit in _timed(combo.RULE, review, reading)
        )
    return tuple(found)


def _skill_hits(reading: Reading) -> Iterator[tuple[Rule, Hit]]:
    for module in SKILL_RULES:
        yield from _timed(module.RULE, partial(module.review, reading), reading)


def _timed(rule: Rule, review: Callable[[], Iterator[Hit]], reading: Reading) -> list[tuple[Rule, Hit]]:
    """Return a rule's hits on a skill, or that it took too long."""
    hits: list[tuple[Rule, Hit]] = []
    try:
        with time_limit(reading.policy.file_seconds):
            hits += ((rule, hit) for hit in islice(review(), MAX_HITS))
    except OutOfTimeError:
        hits.append((not_read.RULE, Hit("SKILL.md", 0, f"{rule.id} took too long", incomplete=True)))
    return hits


def _page_hits(reading: Reading, memo: PageMemo) -> Iterator[tuple[Rule, Hit]]:
    plain: Counter[tuple[str, str, int]] = Counter()
    stop_at = time.process_time() + reading.policy.skill_seconds
    for page in sorted(reading.pages, key=lambda page: bool(page.origin)):
        if time.process_time() > stop_at:
            yield not_read.RULE, Hit("SKILL.md", 0, "the skill took too long to inspect", incomplete=True)
            return
        key = id(page)
        if key not in memo:
            memo[key] = tuple(_inspected(page, seconds=reading.policy.file_seconds))
        for rule, hit in memo[key]:
            place = rule.id, hit.path, hit.line
            plain[place] += 0 if page.origin else 1
            if page.origin and plain[place] > 0:
                plain[place] -= 1
            else:
                yield rule, hit


def _inspected(page: Page, *, seconds: float) -> Iterator[tuple[Rule, Hit]]:
    hits: list[tuple[Rule, Hit]] = []
    try:
        with time_limit(seconds):
            for module in PAGE_RULES:
                hits += ((module.RULE, hit) for hit in _apart(islice(module.review(page), MAX_HITS)))
                check_time()
    except OutOfTimeError:
        hits.append((not_read.RULE, Hit(page.path, 0, "the file took too long to inspect", incomplete=True)))
    yield from hits


def _apart(hits: Iterator[Hit]) -> Iterator[Hit]:
    """Yield the hits of a rule in a page, of those that overlap the first one."""
    taken: list[tuple[int, int]] = []
    for hit in hits:
        start, end = hit.span
        if not any(start < other_end and other_start < end for other_start, other_end in taken):
            taken.append(hit.span)
            yield hit
