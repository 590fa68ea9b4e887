"""Applies our own rules to a reading, inside its bounds."""

import time
from collections import Counter
from collections.abc import Iterator

from skilleval.domain.finding import Finding
from skilleval.review.findings import finding_from_hit
from skilleval.review.page import Page
from skilleval.review.reading import Reading
from skilleval.review.rules import PAGE_RULES

Place = tuple[str, str, int]


def own_findings(reading: Reading) -> tuple[Finding, ...]:
    """Return what our rules find in a skill.

    What a derived page (decoded, put together) repeats of the file itself is left out, counted per rule
    and line.
    """
    found: list[Finding] = []
    plain: Counter[Place] = Counter()
    for page in sorted(reading.pages, key=lambda page: bool(page.origin)):
        for finding in _page_findings(reading, page):
            place = (finding.rule, finding.path, finding.line)
            if not page.origin:
                plain[place] += 1
            elif plain[place] > 0:
                plain[place] -= 1
                continue
            found.append(finding)
    return tuple(found)


def _page_findings(reading: Reading, page: Page) -> Iterator[Finding]:
    stop_at = time.process_time() + reading.policy.file_seconds
    for rule in PAGE_RULES:
        for hit in rule.review(page):
            yield finding_from_hit(rule.RULE, hit, skill=reading.skill)
        if time.process_time() > stop_at:
            return
