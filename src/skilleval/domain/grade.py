"""A graded trial: items with evidence, claims, and a score, or the reason why there is none."""

from typing import Literal

from skilleval.domain.plan import Cell
from skilleval.domain.trial import Usage
from skilleval.domain.value import Score, SecondLook, Value


class ItemGrade(Value):
    """One check or rubric item, graded. `score` is None when it could not be graded."""

    id: str
    text: str
    score: Score | None
    evidence: str = ""
    by: Literal["code", "model"]
    soft: bool = False
    adherence: bool = False
    unsupported: bool = False
    """The grader quoted evidence that is not in the answer or files."""
    note: str = ""


class Claim(Value):
    """A statement in the answer. A contradicted claim is a false claim.

    `kind` groups like claims over trials ("states a wrong count"). Only `confirmed` ones count in the
    bar: a second, independent look agreed, or code found it and no model grader was there to look.
    """

    text: str
    type: Literal["factual", "process", "quality"] = "factual"
    kind: str
    state: Literal["verified", "contradicted", "unchecked"]
    evidence: str = ""
    quote: str = ""
    by: Literal["code", "model"]
    confirmed: bool = False
    second: SecondLook = "none"
    """What the second look said of a contradicted claim: of the claim, or (found by code) of the reading."""
    second_said: str = ""
    """The second reader's reason, where it gave one."""
    reading: str = ""
    """What code took the passage to state, as the second reader was asked; empty when nobody was."""


TriggerOutcome = Literal["loaded", "other-skill", "attempted", "nothing", "not-offered"]
"""What a trigger trial came to: the skill loaded; another one did and not it; it was asked for and its body
never came; neither; or the model never saw it in the listing, which is no miss."""


class GradedTrial(Value):
    """A trial with its grades.

    `score` in [0, 1] is the outcome; None = not graded (errored, void, or nothing gradable;
    `reason` says which). `adherence` is the share of adherence items met, None without any.
    A timed-out or broken trial has score 0 and no items.
    """

    trial: str
    cell: Cell
    state: Literal["completed", "timed_out", "broke", "errored"]
    score: Score | None
    adherence: Score | None = None
    items: tuple[ItemGrade, ...] = ()
    claims: tuple[Claim, ...] = ()
    reason: str = ""
    fired: bool = False
    loaded: tuple[str, ...] = ()
    """Names of the skills whose bodies the agent got, in order."""
    offered: bool | None = None
    trigger: TriggerOutcome | None = None
    """For trigger trials that ended on the agent's side: what happened to the skill."""
    void: str = ""
    """Why the trial says nothing (a baseline into which the skill leaked); empty = it counts."""
    usage: Usage = Usage()
    grader_usage: Usage = Usage()
    seconds: float = 0.0
    feedback: tuple[str, ...] = ()
    """What the grader says of the evals themselves."""
    golden: Literal["resolved", "escalated", "failed"] | None = None
    """How a golden task (with `field_match` or a judged criterion) ended: watched, never gated."""
    notes: tuple[str, ...] = ()
    """What a reader of the score must know: a half that was missing, an item left out and why."""

    @property
    def false_claims(self) -> tuple[Claim, ...]:
        """Return the claims that evidence contradicts."""
        return tuple(claim for claim in self.claims if claim.state == "contradicted")


class Preference(Value):
    """How good a blind judge finds both answers to one repeat of a task that nothing else grades.

    Each the mean of standing first and standing second. Shown, never in the bar.
    """

    skill: str
    task: str
    repeat: int
    candidate: Score
    baseline: Score


class Blinding(Value):
    """How often a judge told the arms apart, of how many pairs; one half is what chance gives."""

    asked: int
    right: float
    """A pair on which the judge saw no difference counts as half."""


class EvalNote(Value):
    """What the graded trials say of a skill's evals, or of what its trials do again and again."""

    skill: str
    text: str


class EvalReview(Value):
    """The evals under review: what was computed, and what a judge said of answers side by side.

    Shown, never in the bar. `usage` is of the judge.
    """

    notes: tuple[EvalNote, ...] = ()
    blinding: Blinding | None = None
    preferences: tuple[Preference, ...] = ()
    skipped: tuple[str, ...] = ()
    """What was not asked of the judge, or not answered, and why."""
    usage: Usage = Usage()


class Dispute(Value):
    """Somebody says that an item was graded wrongly: it stands beside the item, and is never applied."""

    trial: str
    item: str
    score: Score
    because: str


class DisputedItem(Value):
    """A dispute held against the grade: what the trial's score would be if it were right."""

    dispute: Dispute
    skill: str
    task: str
    text: str
    graded: Score | None
    by: Literal["code", "model"]
    score: Score | None
    """Of the trial, as it counts."""
    would_be: Score | None
