"""Our own rules, one file each. A rule's docstring is its page; `docs/rules/` is generated from it.

To add one: write the file, list it here, add a hit and a clean bundle under `tests/data/bundles/<id>/`.
"""

from collections.abc import Iterator
from typing import Protocol

from skilleval.review.page import Page
from skilleval.review.rule import Hit, Rule
from skilleval.review.rules import (
    broad_tools,
    credential_files,
    hidden_text,
    override_instructions,
    pipe_to_shell,
)


class PageRule(Protocol):
    """A rule that looks at one page at a time."""

    RULE: Rule

    def review(self, page: Page) -> Iterator[Hit]:
        """Yield the places where the rule holds."""


PAGE_RULES: tuple[PageRule, ...] = (
    pipe_to_shell,
    credential_files,
    hidden_text,
    override_instructions,
    broad_tools,
)
