"""Tables: lift per task, triggers per arm, false claims per kind. Numbers with their n."""

from typing import Literal

from pydantic import Field

from skilleval.domain.value import Arm, Interval, Score, SecondLook, Value


class TaskLift(Value):
    """One task's row. Means over scored trials; `n` counts them; `lift` in [-1, 1].

    `scores` hold the single trials, in order of repeat. `p_worse` is the shrunken probability of a true drop
    beyond the margin, None where too little is known.
    """

    id: str
    baseline: Score | None
    candidate: Score | None
    control: Score | None = None
    lift: float | None
    scores: dict[Arm, tuple[Score, ...]] = Field(default_factory=dict)
    n: tuple[int, int]
    """(baseline, candidate) scored trials."""
    fired: tuple[int, int]
    """(k, n): candidate trials in which the skill loaded, of all that ran."""
    counts_in_bar: bool = True
    domain: str = ""
    cluster: str = ""
    p_worse: float | None = None
    p_harm: float | None = None
    """As `p_worse`, but held against the number of tasks (Holm) where there are too few to shrink; with
    four tasks or more the shrinkage does that and both are equal. Harm is shown by this one."""
    se: float | None = None
    """Standard error of `lift`, from the pooled spread of the suite, or the task's own where it is larger."""
    df: float | None = None
    """Degrees of freedom behind `se`."""
    interval: Interval | None = None
    """Of `lift`, for this task alone and at this look; None where no spread can be known."""
    shrunken: float | None = None
    """`lift`, drawn towards the mean of the suite."""
    errored: tuple[int, int] = (0, 0)
    """(baseline, candidate) trials that were ours."""
    planned: int = 0
    note: str = ""


class DomainLift(Value):
    """The lift over the tasks of one domain."""

    domain: str
    tasks: int
    mean: float
    interval: Interval | None = None


class Ahead(Value):
    """What the figures would be at `repeats` in both arms, if the means stay as they are."""

    repeats: int
    p_gain: float
    p_not_worse: float
    p_worse: dict[str, float] = Field(default_factory=dict)
    """By task id."""
    p_harm: dict[str, float] = Field(default_factory=dict)


class LiftTable(Value):
    """Candidate against baseline over the tasks of one skill.

    `mean` and `interval` are over tasks that count in the bar; the interval speaks of new tasks
    like these, `suite_interval` of this suite only. `p_gain` = P(uplift on this suite > 0).
    """

    skill: str
    tasks: tuple[TaskLift, ...] = ()
    baseline: Score | None = None
    candidate: Score | None = None
    mean: float | None = None
    interval: Interval | None = None
    suite_interval: Interval | None = None
    p_gain: float | None = None
    p_not_worse: float | None = None
    """P(uplift on this suite > -margin)."""
    gain_upper: float | None = None
    """One-sided 95 % upper bound of the uplift on this suite."""
    se: float | None = None
    """Standard error of `mean`, for this suite."""
    df: int = 0
    """Degrees of freedom of the pooled spread."""
    tau: float | None = None
    """Spread of true lifts between tasks, as used for shrinking; None under four tasks."""
    pooled_sd: float | None = None
    sd_floored: bool = False
    repeats: int = 0
    detectable_drop: float | None = None
    """The smallest drop of one task that this many repeats show with 80 % power."""
    detectable_gain: float | None = None
    """The smallest mean gain, likewise."""
    domains: tuple[DomainLift, ...] = ()
    adherence: dict[Arm, Score] = Field(default_factory=dict)
    fired_only_mean: float | None = None
    seconds: dict[Arm, float] = Field(default_factory=dict)
    """Mean seconds of a trial, by arm."""
    tokens: dict[Arm, float] = Field(default_factory=dict)
    cost_usd: dict[Arm, float] = Field(default_factory=dict)
    """Mean cost of a trial, by arm; arms with an unknown price are left out."""
    repeat_cost_usd: float | None = None
    """Mean price of one more repeat of one task in both arms, grading included."""
    ahead: tuple[Ahead, ...] = ()
    errored: dict[Arm, tuple[int, int]] = Field(default_factory=dict)
    """(errored, all) trials by arm."""
    notes: tuple[str, ...] = ()


class QueryRate(Value):
    """One query's trigger rate in one arm: fired k of n."""

    id: str
    query: str
    should_trigger: bool
    fired: dict[Arm, tuple[int, int]]


class TriggerStats(Value):
    """Trigger figures of one arm. Rates are None where their denominator is 0.

    Counts are run-level (repeats of queries); `queries_passed` is at threshold 0.5. With `per_query` the
    rates are means over queries instead, since curtailed queries have fewer runs than others.
    """

    tp: int
    fn: int
    fp: int
    tn: int
    precision: float | None
    recall: float | None
    f1: float | None
    false_trigger_rate: float | None
    queries_passed: int
    queries: int
    recall_interval: Interval | None = None
    false_trigger_interval: Interval | None = None
    per_query: bool = False


class TriggerOutcomes(Value):
    """What became of the skill in the trigger trials of one arm. Counts are trials.

    `not_offered`: the host left it out of its listing; such trials are in no rate. `others`: the skills
    that loaded first where this one did not load. `double_loads`: another skill loaded beside it.
    """

    trials: int
    loaded: int = 0
    other_skill: int = 0
    attempted: int = 0
    nothing: int = 0
    not_offered: int = 0
    double_loads: int = 0
    others: dict[str, int] = Field(default_factory=dict)


class Flip(Value):
    """A query whose verdict at threshold 0.5 differs between the arms."""

    query: str
    should_trigger: bool
    baseline: tuple[int, int]
    candidate: tuple[int, int]
    better: bool


class TriggerTable(Value):
    """Triggers of one skill, candidate against baseline (None for a new skill)."""

    skill: str
    candidate: TriggerStats | None = None
    baseline: TriggerStats | None = None
    queries: tuple[QueryRate, ...] = ()
    flipped: tuple[Flip, ...] = ()
    repeat_cost_usd: float | None = None
    """Mean price of one more repeat of one query in both arms."""
    difference: float | None = None
    """Mean over queries of how much more often the candidate does the right thing."""
    difference_interval: Interval | None = None
    errored: dict[Arm, tuple[int, int]] = Field(default_factory=dict)
    outcomes: dict[Arm, TriggerOutcomes] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


class EverydayArm(Value):
    """How many of the everyday requests loaded the skill in one arm, at threshold 0.5."""

    fired: int
    queries: int
    interval: Interval | None
    """Of the share of such requests that would load it (Wilson)."""


class EverydayTable(Value):
    """Everyday requests that no special skill should answer: which of them loaded the skill."""

    skill: str
    candidate: EverydayArm | None = None
    baseline: EverydayArm | None = None
    fired: tuple[QueryRate, ...] = ()
    """The requests that loaded it at least once, in either arm."""
    p_more: float | None = None
    """One-sided exact sign test over requests that differ between the arms: the p of so many more."""
    errored: dict[Arm, tuple[int, int]] = Field(default_factory=dict)


class ClaimQuote(Value):
    """One false claim, where it was said, and whether it counts."""

    task: str
    trial: str
    arm: Arm
    quote: str
    evidence: str = ""
    confirmed: bool = False
    by: Literal["code", "model"] = "model"
    second: SecondLook = "none"
    second_said: str = ""
    reading: str = ""


class LikelyLine(Value):
    """A line of the skill that likely causes a kind of false claim: it shares words with what was said.

    `path` is relative to the repository's root; `changed`: the change added it (or, of the baseline, took
    it away).
    """

    path: str
    line: int
    text: str
    changed: bool = False


class ClaimPattern(Value):
    """One kind of false claim over the trials of both arms.

    `status`: new (candidate only), gone (baseline only), both. `is_pattern` = at least 2 tasks and 3
    candidate trials with P(rate candidate > rate baseline) > 0.95; else it is watched.
    """

    kind: str
    status: Literal["new", "gone", "both"]
    candidate: tuple[int, int]
    """(trials with it, trials graded)."""
    baseline: tuple[int, int]
    tasks: tuple[str, ...] = ()
    p_more: float | None = None
    is_pattern: bool = False
    quotes: tuple[ClaimQuote, ...] = ()
    likely: tuple[LikelyLine, ...] = ()
    """The likeliest lines first; of the baseline's text where only the baseline claims it."""

    @property
    def counted(self) -> tuple[ClaimQuote, ...]:
        """Return the quotes that count: those that a second look did not take away."""
        return tuple(quote for quote in self.quotes if quote.confirmed)

    @property
    def is_counted(self) -> bool:
        """Return whether a trial of either arm has it."""
        return bool(self.candidate[0] or self.baseline[0])


class ClaimTable(Value):
    """False claims of one skill, by kind."""

    skill: str
    patterns: tuple[ClaimPattern, ...] = ()


class GoldenCounts(Value):
    """How the trials of golden tasks ended in one arm."""

    resolved: int = 0
    escalated: int = 0
    failed: int = 0

    @property
    def n(self) -> int:
        """Return all trials that say something."""
        return self.resolved + self.escalated + self.failed


class GoldenTask(Value):
    """One golden task, by arm. Watched, never gated: it is noisy, and slow to move."""

    id: str
    arms: dict[Arm, GoldenCounts] = Field(default_factory=dict)


class SkillTables(Value):
    """Everything stage 7 says of one skill."""

    skill: str
    lift: LiftTable | None = None
    own_lift: LiftTable | None = None
    """The author's own tasks of this pull request, where the base has some of its own."""
    triggers: TriggerTable | None = None
    own_triggers: TriggerTable | None = None
    """The author's own queries of this pull request, where the base has some of its own."""
    everyday: EverydayTable | None = None
    claims: ClaimTable | None = None
    golden: tuple[GoldenTask, ...] = ()
