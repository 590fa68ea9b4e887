"""Weighs what rules found in sentences by how much these read like the orders of attacks.

A rule that knows parts of a sentence meets honest sentences that have them all. The classifier has seen far
more sentences than a rule can list, so where it holds one for ordinary, the finding stays but weighs less.
What hides is not weighed, nor what was decoded or put together, nor a command.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from skilleval.domain.finding import SEVERITIES, Severity
from skilleval.review.classifier import Stretch, score, stretches, weights
from skilleval.review.classifier.words import words_in
from skilleval.review.page import Page
from skilleval.review.probe import bounds
from skilleval.review.rule import Hit, Rule

RuleHit = tuple[Rule, Hit]
NOT_WEIGHED = frozenset(
    [
        # an address, which the sentence around makes no better
        *("broken-address", "cloud-metadata", "collector-host", "image-beacon", "paste-host", "short-link"),
        # what hides, what is in a language that the classifier does not know, and a switch by its name
        *("hidden-comment", "riddled-order", "foreign-order", "permission-bypass"),
        # a secret and an address in one sentence
        "secret-to-address",
    ]
)
GRAVE = SEVERITIES.index("high")
CLASSIFIER = "injection-classifier"
NEAR = 240
"""Characters that stand near: an order of usual length."""


def weighed(page: Page, hits: Sequence[RuleHit]) -> Iterator[RuleHit]:
    """Yield the hits of a page's rules; those in sentences with no more severity than their words bear.

    Where a rule has found something as grave in a sentence, the classifier's finding there says nothing new.
    """
    told = list(stretches(page)) if any(_is_weighed(page, *pair) for pair in hits) else []
    rest = [
        (rule, _lighter(page, rule, hit, told) if _is_weighed(page, rule, hit) else hit) for rule, hit in hits
    ]
    named = [hit.span for rule, hit in rest if rule.id != CLASSIFIER and _severity(rule, hit) >= GRAVE]
    yield from ((rule, hit) for rule, hit in rest if rule.id != CLASSIFIER or not _within(named, hit.span))


def _is_weighed(page: Page, rule: Rule, hit: Hit) -> bool:
    openly = hit.worded and not page.origin and page.kind != "data"
    return openly and rule.id not in {CLASSIFIER, *NOT_WEIGHED} and 0 < _severity(rule, hit) <= GRAVE


def _lighter(page: Page, rule: Rule, hit: Hit, told: Sequence[Stretch]) -> Hit:
    most = _most(page, hit, told)
    if SEVERITIES.index(most) >= _severity(rule, hit):
        return hit
    message = f"{hit.message or rule.message}; the sentence reads like an ordinary one"
    return replace(hit, severity=most, message=message)


def _most(page: Page, hit: Hit, told: Sequence[Stretch]) -> Severity:
    """Return the gravest severity that the words around a hit bear.

    The very words that a rule knows weigh more than the parts of a sentence.
    """
    best = max(map(score, _around(page, hit, told)))
    if best < weights().ordinary:
        return "low" if hit.meant else "medium"
    return "medium" if hit.meant and best < weights().doubtful else "critical"


def _around(page: Page, hit: Hit, told: Sequence[Stretch]) -> Iterator[tuple[str, ...]]:
    """Yield the words of the sentences that a hit stands in, or of its line, and those that stand near it.

    What stands near counts by itself: a long sentence would hide an order among ordinary words.
    """
    start, _ = hit.span
    first, last = bounds(page.text, start)
    sentences = [one.words for one in told if _overlap((one.spans[0][0], one.spans[-1][1]), hit.span)]
    yield from sentences or [tuple(words_in(page.text[first:last]))]
    if last - first > NEAR:
        for before, after in ((NEAR, 0), (NEAR // 2, NEAR // 2), (0, NEAR)):
            yield tuple(words_in(page.text[max(first, start - before) : min(last, start + after)]))


def _severity(rule: Rule, hit: Hit) -> int:
    return SEVERITIES.index(hit.severity or rule.severity)


def _within(spans: Sequence[tuple[int, int]], sentence: tuple[int, int]) -> bool:
    return any(_overlap(sentence, span) for span in spans)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two stretches share a character; an empty one counts as one long."""
    return one[0] < max(other[1], other[0] + 1) and other[0] < one[1]
