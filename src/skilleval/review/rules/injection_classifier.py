"""A sentence reads like an order of an attack.

Why: An order to an agent can be worded in more ways than rules can list. A classifier that was trained on labelled
sentences and on the text of public skills finds what this sentence has in common with attacks: it is a
guess from words, and the page on the classifier says how often it is right.

Check: Read the sentence. Would the user want exactly this, done without a question, if they saw it?

Fix: Say openly what is done, to what, for whom and when the user is asked. If it is harmless, say it in other
words, or suppress the finding with a reason.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.classifier import Stretch, score, stretches, telling, weights, worst
from skilleval.review.page import Page
from skilleval.review.probe import check_time, hit_at
from skilleval.review.roles import role_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="injection-classifier",
    family="injection",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

WORDS = 3
"""Words that the message names."""


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each place where one to three sentences score as attacks do, the best stretch of each."""
    if page.language == "machine":
        return
    scored = [(score(one.words), one) for one in stretches(page, with_clue=True)]
    check_time()
    found = [pair for pair in scored if pair[0] >= weights().limit]
    taken: list[Stretch] = []
    for _, one in sorted(found, key=lambda pair: (-pair[0], pair[1].spans)):
        if any(map(one.overlaps, taken)):
            continue
        taken.append(one)
        yield _hit(page, one)


def _hit(page: Page, stretch: Stretch) -> Hit:
    """Return a hit at the sentence that speaks most for an attack, with the role of its weightiest word."""
    start, end = worst(stretch)
    words = telling(stretch.words, WORDS)
    message = f"{RULE.message}; what weighs most: {', '.join(words)}"
    places = [place for word in words if (place := page.text.find(word, start, end)) >= 0]
    role = role_at(page, max(places, default=start), end, about=RULE.about)
    return replace(hit_at(RULE, page, (start, end), message=message), role=role)
