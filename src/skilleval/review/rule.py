"""What a rule is, and what it yields."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from skilleval.domain.finding import Confidence, Severity

Family = Literal[
    "download-and-run", "prose-installer", "network", "exfiltration", "credentials", "obfuscation",
    "hidden-text", "injection", "remote-instructions", "persistence", "destructive", "privilege", "files",
    "dependencies-and-secrets",
]  # fmt: skip
"""The fourteen families of threats."""

About = Literal["code", "words"]
"""What a rule reads: commands and code, also where prose holds them; or what sentences tell an agent."""

Role = Literal["", "prohibition", "quoted", "teaching", "test-data"]
"""What a text seems to do with the words that matched; empty = it means them."""


@dataclass(frozen=True)
class Hit:
    """One place where a rule holds. None = as the rule says. `line` 0 means the whole file."""

    path: str
    line: int
    matched: str
    message: str = ""
    severity: Severity | None = None
    confidence: Confidence | None = None
    role: Role = ""
    incomplete: bool = False
    span: tuple[int, int] = (0, 0)
    """Where in the page's text; of two hits of a rule that overlap, the first counts."""
    worded: bool = False
    """Whether it was found as words that tell an agent something, not as a command or as code."""
    meant: bool = False
    """Whether it was found by the parts of a sentence, not by a wording."""


@dataclass(frozen=True)
class Rule:
    """A rule's own words: read from its module's docstring, which is also its page.

    The docstring opens with the message in one line and holds paragraphs that begin `Why:`, `Check:`
    and `Fix:`.
    """

    id: str
    family: Family
    severity: Severity
    owasp: str
    page: str
    about: About = "code"
    confidence: Confidence = "high"

    @cached_property
    def of_words(self) -> "Rule":
        """Return the rule as one about words."""
        return replace(self, about="words")

    @cached_property
    def of_code(self) -> "Rule":
        """Return the rule as one about code."""
        return replace(self, about="code")

    @cached_property
    def message(self) -> str:
        """Return the docstring's first line without its full stop."""
        return self.page.strip().splitlines()[0].rstrip(".")

    def section(self, name: Literal["Why", "Check", "Fix"]) -> str:
        """Return the paragraph that begins with that word, on one line."""
        found = re.search(rf"^{name}: (.*?)(?:\n\s*\n|\Z)", self.page.strip(), re.DOTALL | re.MULTILINE)
        return " ".join(found[1].split()) if found else ""
