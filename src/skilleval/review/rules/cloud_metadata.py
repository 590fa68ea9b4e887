"""The cloud's metadata service is asked.

Why: On a cloud machine it hands out the machine's own credentials to anything that asks.

Check: Does the skill run on such a machine, and what happens with the answer?

Fix: Use the cloud's SDK with a role that has only what is needed.
"""

from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import Probe, hits
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="cloud-metadata",
    family="credentials",
    severity="high",
    owasp="AST03",
    about="words",
    page=__doc__,
)

_ADDRESS = Probe(
    "169 metadata a9fe fd00 2852039166 0xa9fea9fe 192 100",
    r"169\.254\.169\.254|169\.254\.170\.2\b|metadata\.google\.internal|\[?fd00:ec2::254"
    r"|a9fe:a9fe|\b2852039166\b|0xa9fea9fe|100\.100\.100\.200/latest",
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each address of a metadata service."""
    yield from hits(RULE, page, _ADDRESS)
