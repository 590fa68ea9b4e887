"""The verdict: clause by clause, with reasons. The conclusion is what the check shows."""

from typing import Literal

from pydantic import Field

from skilleval.domain.value import Value

VerdictWord = Literal["pass", "fail", "inconclusive", "error"]
Conclusion = Literal["success", "failure", "neutral", "action_required"]
ClauseName = Literal["mean", "tasks", "claims", "triggers", "security", "evidence"]
ClauseState = Literal["met", "broken", "open", "n/a"]


class Clause(Value):
    """One clause of the bar: its state, its numbers, one plain sentence, what would change it."""

    name: ClauseName
    state: ClauseState
    reason: str
    numbers: dict[str, float | int | str | None] = Field(default_factory=dict)
    would_change: str = ""


class Settle(Value):
    """What would settle an open question: repeats per arm, for which tasks, at what price."""

    repeats: int
    tasks: tuple[str, ...] = ()
    cost_usd: float | None = None
    runs: int = 0
    hopeless: bool = False
    """True when no number of repeats within the looks would settle it."""


class SkillVerdict(Value):
    """The verdict on one skill.

    `reason` is a stable word (`no-evals`, `nothing-to-measure`, `claims`, ...); `sentence` is for people.
    """

    skill: str
    verdict: VerdictWord
    reason: str
    sentence: str
    conclusion: Conclusion
    title: str
    literal_bar: Literal["pass", "fail"] | None
    clauses: tuple[Clause, ...] = ()
    settle: Settle | None = None
    notes: tuple[str, ...] = ()


class Verdict(Value):
    """The verdict on the whole request: the worst of its skills."""

    verdict: VerdictWord
    conclusion: Conclusion
    reason: str
    title: str
    skills: tuple[SkillVerdict, ...] = ()

    @property
    def exit_code(self) -> int:
        """Return 0 for success and neutral, 3 for a verdict `error`, else 1."""
        if self.verdict == "error":
            return 3
        return 0 if self.conclusion in {"success", "neutral"} else 1
