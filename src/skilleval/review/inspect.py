"""Applies our own rules to a reading, inside its bounds."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from weakref import WeakKeyDictionary

from skilleval.domain.finding import SEVERITIES, Finding
from skilleval.review.findings import finding_from_hit
from skilleval.review.fold import visible
from skilleval.review.page import Page
from skilleval.review.probe import OutOfTimeError, bounds, check_time, time_limit
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule
from skilleval.review.rules import COMBO_RULES, PAGE_RULES, SKILL_RULES, not_read
from skilleval.review.weighing import weighed

MAX_HITS = 500
"""Hits of one rule in one page that are kept: nobody reads more."""
PageMemo = WeakKeyDictionary[Page, tuple[tuple[Rule, Hit], ...]]
"""Hits of the page rules by page: what base and head, or several skills, share is inspected once."""


def own_findings(reading: Reading, memo: PageMemo | None = None) -> tuple[Finding, ...]:
    """Return what our rules find in a skill.

    What a derived page (decoded, put together) repeats of the file itself is left out, counted per rule
    and line, unless it weighs more. A file or skill that takes too long is an `incomplete` finding.
    """
    hits = [*_page_hits(reading, WeakKeyDictionary() if memo is None else memo), *_skill_hits(reading)]
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
    plain: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    alone: dict[tuple[str, str], int] = {}
    stop_at = time.process_time() + reading.policy.skill_seconds
    for page in sorted((*reading.pages, *reading.spread), key=lambda page: bool(page.origin)):
        if time.process_time() > stop_at:
            yield not_read.RULE, Hit("SKILL.md", 0, "the skill took too long to inspect", incomplete=True)
            return
        known = memo.get(page)
        if known is None:
            known = memo[page] = tuple(_inspected(page, seconds=reading.policy.file_seconds))
        for rule, hit in known:
            weight = SEVERITIES.index(hit.severity or rule.severity)
            place, words = (rule.id, hit.path, hit.line), (rule.id, _bare(hit, page))
            if not page.origin:
                plain[place].append(weight)
                alone[words] = max(weight, alone.get(words, 0))
            elif page.seam >= 0 and not _is_of_both(hit, page, weight, alone=alone.get(words)):
                continue
            elif any(weight <= other for other in plain[place]):
                plain[place].remove(max(plain[place]))
                continue
            yield rule, replace(hit, message=_said_of_both(rule, hit, page)) if page.other else hit


def _said_of_both(rule: Rule, hit: Hit, page: Page) -> str:
    return f"{hit.message or rule.message}; its words go on in {visible(page.other)}"


def _is_of_both(hit: Hit, page: Page, weight: int, *, alone: int | None) -> bool:
    """Return whether a hit needs both files.

    It stands across their seam, in a sentence that does and is nothing in one file alone, or it weighs more.
    """
    start, end = (hit.span[0], hit.span[1]) if alone is not None else bounds(page.text, hit.span[0])
    return start < page.seam < max(end, hit.span[1]) or (alone is not None and weight > alone)


def _bare(hit: Hit, page: Page) -> str:
    return hit.matched.removesuffix(f" ({page.origin})") if page.origin else hit.matched


def _inspected(page: Page, *, seconds: float) -> Iterator[tuple[Rule, Hit]]:
    hits: list[tuple[Rule, Hit]] = []
    try:
        with time_limit(seconds):
            for module in PAGE_RULES:
                hits += ((module.RULE, hit) for hit in _apart(islice(module.review(page), MAX_HITS)))
                check_time()
    except OutOfTimeError:
        hits.append((not_read.RULE, Hit(page.path, 0, "the file took too long to inspect", incomplete=True)))
    yield from weighed(page, hits)


def _apart(hits: Iterator[Hit]) -> Iterator[Hit]:
    """Yield the hits of a rule in a page, of those that overlap the first one."""
    taken: list[tuple[int, int]] = []
    for hit in hits:
        start, end = hit.span
        if not any(start < other_end and other_start < end for other_start, other_end in taken):
            taken.append(hit.span)
            yield hit
