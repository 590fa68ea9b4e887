"""Applies our own rules to a reading, inside its bounds."""

import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from skilleval.domain.finding import Finding
from skilleval.review.findings import finding_from_hit
from skilleval.review.page import Page
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
    hits = [*_page_hits(reading, {} if memo is None else memo)]
    for module in SKILL_RULES:
        hits += [(module.RULE, hit) for hit in module.review(reading)]
    found = [finding_from_hit(rule, hit, skill=reading.skill) for rule, hit in hits]
    for combo in COMBO_RULES:
        found += [
            finding_from_hit(combo.RULE, hit, skill=reading.skill)
            for hit in combo.review_with(reading, found)
        ]
    return tuple(found)


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
    stop_at = time.process_time() + seconds
    for module in PAGE_RULES:
        taken: list[tuple[int, int]] = []
        for hit in islice(module.review(page), MAX_HITS):
            start, end = hit.span
            if not any(start < other_end and other_start < end for other_start, other_end in taken):
                taken.append(hit.span)
                yield module.RULE, hit
        if time.process_time() > stop_at:
            yield not_read.RULE, Hit(page.path, 0, "the file took too long to inspect", incomplete=True)
            return
