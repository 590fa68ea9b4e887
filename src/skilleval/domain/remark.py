"""A remark: one line of a lint, ready for a terminal, SARIF and annotations."""

from typing import Literal

from skilleval.domain.value import Value

RemarkLevel = Literal["error", "warning", "note"]


class Remark(Value):
    """What a rule says of one place. `path` is relative to what was looked at; `line` 0 = the whole file."""

    rule: str
    level: RemarkLevel
    skill: str = ""
    path: str
    line: int = 0
    message: str
    fix: str = ""
    fingerprint: str = ""
    """What makes it the same remark in the next run, where its words do not say; empty = its words do."""


class RuleDoc(Value):
    """What a rule is about, for SARIF and documentation: id, one line, the way out."""

    id: str
    title: str
    level: RemarkLevel
    fix: str = ""


class ContextCost(Value):
    """Estimated tokens of one skill, new and (where there is a change) old."""

    skill: str
    path: str
    metadata: int
    body: int
    references: int
    old_metadata: int | None = None
    old_body: int | None = None
    old_references: int | None = None
