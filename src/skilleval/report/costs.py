"""What a skill costs, old against new: the context it takes, and time, tokens and money of a trial."""

from collections.abc import Iterator
from dataclasses import dataclass

from skilleval.domain.lift import LiftTable
from skilleval.domain.remark import ContextCost
from skilleval.domain.value import Arm
from skilleval.report import words
from skilleval.report.parts import SkillParts
from skilleval.report.rows import of_arm


@dataclass(frozen=True)
class CostRow:
    """One measure, old against new, and what it is the mean of."""

    measure: str
    old: str
    new: str
    n: str


def cost_rows(parts: SkillParts) -> tuple[CostRow, ...]:
    """Return the rows that have something to say, context first."""
    table = parts.tables.lift
    return (*_context(parts.context), *(_trials(table, parts.old_arm) if table else ()))


def _context(cost: ContextCost | None) -> Iterator[CostRow]:
    """What the skill puts into a context: listing always, body when it fires, references when read."""
    if cost is None:
        return
    sizes = (
        ("listing, always in the context", cost.old_metadata, cost.metadata),
        ("body, when the skill fires", cost.old_body, cost.body),
        ("references, when they are read", cost.old_references, cost.references),
    )
    for measure, before, after in sizes:
        old = "–" if before is None else f"{before:,} tokens"
        yield CostRow(measure, old, f"{after:,} tokens", "")


def _trials(table: LiftTable, against: Arm) -> Iterator[CostRow]:
    counts = (of_arm(table.errored, arm, (0, 0)) for arm in (against, "candidate"))
    n = " → ".join(f"{planned - errored}" for errored, planned in counts)
    measures = (
        ("time of a trial", table.seconds, words.duration),
        ("tokens of a trial", table.tokens, words.whole),
        ("cost of a trial", table.cost_usd, words.money),
    )
    for measure, by_arm, say in measures:
        if by_arm:
            means = (of_arm(by_arm, arm, None) for arm in (against, "candidate"))
            old, new = ("–" if mean is None else say(mean) for mean in means)
            yield CostRow(measure, old, new, n)
