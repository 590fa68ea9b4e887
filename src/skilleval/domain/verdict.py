"""The verdict: clause by clause, with reasons. The conclusion is what the check shows."""

from typing import Literal

from pydantic import Field

from skilleval.domain.value import Value

VerdictWord = Literal["pass", "fail", "inconclusive", "error"]
Conclusion = Literal["success", "failure", "neutral", "action_required"]
ClauseName = Literal["mean", "tasks", "claims", "triggers", "security", "evidence"]
ClauseState = Literal["met", "broken", "open", "n/a"]
Numbers = dict[str, float | int | str | None]


class Clause(Value):
    """One clause of the bar: its state, its numbers, one plain sentence, what would change it."""

    name: ClauseName
    state: ClauseState
    reason: str
    numbers: Numbers = Field(default_factory=dict)
    would_change: str = ""


class Settle(Value):
    """What would settle an open question: repeats per arm, for which tasks, at what price.

    `repeats` is the number to reach in both arms if the means stay as they are; 0 = no number would.
    """

    repeats: int
    tasks: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    cost_usd: float | None = None
    runs: int = 0
    hopeless: bool = False
    """True when no number of repeats within the looks would settle it."""


class NextLook(Value):
    """What a planned look says of one skill, given the data so far.

    `decided`: stop, the verdict stands. `extend`: run `tasks` and `queries` up to `repeats` in both arms.
    `hopeless`: stop, more repeats would not show a gain worth having. `last`: open, and no look is left.
    """

    skill: str
    state: Literal["decided", "extend", "hopeless", "last"]
    reason: str
    repeats: int = 0
    tasks: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    runs: int = 0
    """New trials, both arms together."""
    cost_usd: float | None = None


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
    next_look: NextLook | None = None
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
