"""What the tables and lists of a skill's report hold: chosen and cut here, put into words by templates."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from skilleval.domain.change import SkillChange
from skilleval.domain.finding import CapabilityRow, Finding, Review
from skilleval.domain.lift import (
    ClaimPattern,
    ClaimQuote,
    ClaimTable,
    Flip,
    LiftTable,
    QueryRate,
    TaskLift,
    TriggerStats,
    TriggerTable,
)
from skilleval.domain.value import Arm
from skilleval.report import words

T = TypeVar("T")
D = TypeVar("D")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Cut(Generic[T_co]):
    """The rows that are shown, and how many more there are."""

    shown: tuple[T_co, ...]
    more: int = 0

    @property
    def total(self) -> int:
        """Return how many there are, shown or not."""
        return len(self.shown) + self.more


def cut(rows: Sequence[T], limit: int) -> Cut[T]:
    """Return the first `limit` rows and the number of those left out."""
    return Cut(tuple(rows[:limit]), max(0, len(rows) - limit))


# ---------------------------------------------------------------- lift


def of_arm(by_arm: Mapping[Arm, T], arm: Arm, missing: D) -> T | D:
    """Return an arm's entry. In the tables of a new skill, its control trials stand under `baseline`."""
    if arm == "control" and arm not in by_arm:
        return by_arm.get("baseline", missing)
    return by_arm.get(arm, missing)


@dataclass(frozen=True)
class LiftRow:
    """One task: its figures, its bar, and what a reader should know of it."""

    task: TaskLift
    old: float | None
    note: str
    n: str
    scores: str
    """The single trials: `0.50 0.75 → 1.00 1.00`."""


@dataclass(frozen=True)
class LiftBlock:
    """The lift table of one skill. `against` is the arm that the candidate is compared with."""

    table: LiftTable
    against: Arm
    old_arm: str
    old_mean: float | None
    rows: Cut[LiftRow]
    has_notes: bool
    has_control: bool
    """Whether the tasks were run without any skill, too, beside the old version."""
    lines: tuple[str, ...]
    """Sentences under the table: what these numbers cover, and what this suite can see."""


def lift_block(table: LiftTable, *, against: Arm, limit: int) -> LiftBlock:
    """Return the table with its worst tasks first, so that a cut never hides the guilty one."""
    worst_first = sorted(table.tasks, key=lambda task: (task.lift is None, task.lift or 0.0))
    rows = [_lift_row(task, against) for task in worst_first]
    return LiftBlock(
        table=table,
        against=against,
        old_arm=words.ARM_NAMES[against],
        old_mean=table.baseline,
        rows=cut(rows, limit),
        has_notes=any(row.note for row in rows),
        has_control=against != "control" and any(task.control is not None for task in table.tasks),
        lines=tuple(line for line in (_what_it_says(table, against), _what_it_sees(table)) if line),
    )


def _lift_row(task: TaskLift, against: Arm) -> LiftRow:
    singles = (of_arm(task.scores, against, ()), task.scores.get("candidate", ()))
    return LiftRow(
        task=task,
        old=task.control if task.baseline is None else task.baseline,
        note="; ".join(_task_notes(task)),
        n=f"{task.n[0]}→{task.n[1]}",
        scores=" → ".join(" ".join(words.score(one) for one in scores) or "–" for scores in singles),
    )


def _task_notes(task: TaskLift) -> list[str]:
    notes = task.note.split("; ") if task.note else []
    loaded, ran = task.fired
    never = "the skill never fired"
    if ran and not loaded and never not in notes:
        notes.append(never)
    lost = sum(task.errored)
    if lost:
        notes.append(f"{words.count(lost, 'trial')} errored (ours)")
    return notes


def _what_it_says(table: LiftTable, against: Arm) -> str:
    """Return the figures that stand beside the lift: this suite alone, fired trials alone, adherence."""
    said = []
    if table.suite_interval is not None:
        speaks = "the interval beside the mean speaks of new tasks like these; " if table.interval else ""
        said.append(f"{speaks}on these tasks alone the lift lies in {words.interval(table.suite_interval)}")
    if table.fired_only_mean is not None:
        said.append(f"over trials in which the skill fired it is {words.signed(table.fired_only_mean)}")
    if table.adherence:
        met = (words.score(of_arm(table.adherence, arm, None)) for arm in (against, "candidate"))
        said.append(f"adherence, which is not in the lift: {' → '.join(met)}")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _what_it_sees(table: LiftTable) -> str:
    seen = []
    if table.detectable_drop is not None:
        seen.append(f"a drop of {words.score(table.detectable_drop)} on one task")
    if table.detectable_gain is not None:
        seen.append(f"a mean gain of {words.score(table.detectable_gain)}")
    if not seen:
        return ""
    return (
        f"What this suite can see with {words.count(table.repeats, 'repeat')}: {' or '.join(seen)}"
        " shows four times in five; less may stay unseen."
    )


# ---------------------------------------------------------------- triggers


@dataclass(frozen=True)
class MeasureRow:
    """One figure of the trigger table, old against new, each with its n."""

    measure: str
    old: str
    new: str


@dataclass(frozen=True)
class TriggerBlock:
    """Triggers of one skill. `has_old` is false for a new skill."""

    table: TriggerTable
    has_old: bool
    rows: tuple[MeasureRow, ...]
    says: str
    """One sentence: how much more often the candidate is right."""
    flipped: Cut["FlipRow"]
    queries: Cut["QueryRow"]


@dataclass(frozen=True)
class FlipRow:
    """A query that changed sides, and its words: the table names it by its id."""

    flip: Flip
    query: str


@dataclass(frozen=True)
class QueryRow:
    """One query and how often it fired in each arm."""

    query: QueryRate
    old: str
    new: str


def trigger_block(table: TriggerTable, *, limit: int) -> TriggerBlock:
    """Return the figures of both arms side by side, and the queries that changed sides, losses first."""
    return TriggerBlock(
        table=table,
        has_old=table.baseline is not None,
        rows=tuple(
            MeasureRow(measure, old, new)
            for (measure, old), (_, new) in zip(
                _trigger_figures(table.baseline), _trigger_figures(table.candidate), strict=True
            )
        ),
        says=_difference(table),
        flipped=cut(sorted(flip_rows(table), key=lambda row: row.flip.better), limit),
        queries=cut([_query_row(query) for query in table.queries], limit),
    )


def flip_rows(table: TriggerTable) -> list[FlipRow]:
    """Return the queries that changed sides, each with its words."""
    said = {query.id: query.query for query in table.queries}
    return [FlipRow(flip, said.get(flip.query, flip.query)) for flip in table.flipped]


def _difference(table: TriggerTable) -> str:
    if table.difference is None:
        return ""
    way = "less" if table.difference < 0 else "more"
    size = f"{words.signed(table.difference)} {words.interval(table.difference_interval)}".strip()
    over = words.count(len(table.queries), "query", "queries")
    return f"The candidate does the right thing {way} often: {size}, mean over {over}."


def _query_row(query: QueryRate) -> QueryRow:
    fired = (query.fired.get(arm) for arm in ("baseline", "candidate"))
    old, new = ("–" if pair is None else words.of(*pair) for pair in fired)
    return QueryRow(query, old, new)


def _trigger_figures(stats: TriggerStats | None) -> tuple[tuple[str, str], ...]:
    """Return names and figures; counts are runs, but for queries passed."""
    names = ("recall", "false-trigger rate", "precision", "F1", "queries passed")
    if stats is None:
        return tuple((name, "–") for name in names)
    figures = (
        _trigger_rate(stats, stats.recall, stats.tp, stats.tp + stats.fn),
        _trigger_rate(stats, stats.false_trigger_rate, stats.fp, stats.fp + stats.tn),
        _trigger_rate(stats, stats.precision, stats.tp, stats.tp + stats.fp),
        f"{words.score(stats.f1)} (n={stats.tp + stats.fn + stats.fp + stats.tn})",
        words.of(stats.queries_passed, stats.queries),
    )
    return tuple(zip(names, figures, strict=True))


def _trigger_rate(stats: TriggerStats, rate: float | None, part: int, whole: int) -> str:
    """Return a rate with the runs that it rests on; over curtailed queries it is no share of these runs."""
    if stats.per_query:
        return "–" if rate is None else f"{words.score(rate)} (n={whole})"
    return words.rate(part, whole)


# ---------------------------------------------------------------- false claims


@dataclass(frozen=True)
class UnconfirmedRow:
    """A charge that a second look did not confirm, under its kind."""

    kind: str
    quote: ClaimQuote


@dataclass(frozen=True)
class ClaimBlock:
    """False claims of one skill by status, patterns first."""

    new: Cut[ClaimPattern]
    gone: Cut[ClaimPattern]
    both: Cut[ClaimPattern]
    unconfirmed: Cut[UnconfirmedRow]
    """What a second look took away: shown, never counted."""
    quotes: int
    """How many quotes of each kind are shown."""

    @property
    def total(self) -> int:
        """Return the number of kinds that count."""
        return self.new.total + self.gone.total + self.both.total


def claim_block(table: ClaimTable, *, limit: int, quotes: int) -> ClaimBlock:
    """Return the lists new, gone and both, those that count as patterns first."""

    def of(status: str) -> Cut[ClaimPattern]:
        kinds = [_varied(pattern) for pattern in counted_kinds(table, status)]
        return cut(sorted(kinds, key=lambda kind: (not kind.is_pattern, -kind.candidate[0])), limit)

    return ClaimBlock(
        new=of("new"),
        gone=of("gone"),
        both=of("both"),
        unconfirmed=cut(unconfirmed_rows(table), limit),
        quotes=quotes,
    )


def counted_kinds(table: ClaimTable, status: str) -> list[ClaimPattern]:
    """Return the kinds of that status which at least one trial has."""
    return [pattern for pattern in table.patterns if pattern.status == status and pattern.is_counted]


def unconfirmed_rows(table: ClaimTable) -> list[UnconfirmedRow]:
    """Return each charge that does not count, those that differ before those that repeat."""
    rows = [(pattern.kind, quote) for pattern in table.patterns for quote in pattern.quotes]
    kinds = {id(quote): kind for kind, quote in rows}
    left = [quote for _, quote in rows if not quote.confirmed]
    return [UnconfirmedRow(kinds[id(quote)], quote) for quote in _new_first(left)]


def _varied(pattern: ClaimPattern) -> ClaimPattern:
    """Return the pattern with the quotes that count, those that differ before those that repeat."""
    return pattern.model_copy(update={"quotes": tuple(_new_first(pattern.counted))})


def _new_first(quotes: Iterable[ClaimQuote]) -> list[ClaimQuote]:
    seen: Counter[str] = Counter()
    ranked = []
    for quote in quotes:
        ranked.append((seen[quote.quote], quote))
        seen[quote.quote] += 1
    return [quote for _, quote in sorted(ranked, key=lambda pair: pair[0])]


# ---------------------------------------------------------------- findings

_SEVERITY_ORDER = {"critical": 0, "high": 1, "medium": 2, "low": 3}


@dataclass(frozen=True)
class FindingRow:
    """One finding and where it is: `skills/x/run.sh:12`."""

    finding: Finding
    place: str


@dataclass(frozen=True)
class FindingBlock:
    """What the review says of one skill."""

    introduced: Cut[FindingRow]
    fixed: Cut[FindingRow]
    existing: Cut[FindingRow]
    suppressed: Cut[FindingRow]
    capabilities: tuple[CapabilityRow, ...]
    error: str
    incomplete: bool


def finding_block(review: Review, change: SkillChange | None, *, limit: int) -> FindingBlock:
    """Return the findings by newness, the most severe first, and what the skill can newly reach."""
    folder = change.path if change else ""

    def rows(findings: Sequence[Finding]) -> Cut[FindingRow]:
        ordered = sorted(findings, key=lambda f: (_SEVERITY_ORDER[f.severity], f.path, f.line, f.rule))
        return cut([FindingRow(finding, _place(folder, finding)) for finding in ordered], limit)

    return FindingBlock(
        introduced=rows(review.of("introduced")),
        fixed=rows(review.of("fixed")),
        existing=rows(review.of("existing")),
        suppressed=rows([finding for finding in review.findings if finding.suppressed]),
        capabilities=tuple(row for row in review.capabilities if row.added or row.removed),
        error=review.error,
        incomplete=any(finding.incomplete for finding in review.findings),
    )


def _place(folder: str, finding: Finding) -> str:
    path = f"{folder}/{finding.path}" if folder not in {"", "."} else finding.path
    return f"{path}:{finding.line}" if finding.line else path
