"""From (literal bar, verdict) to what the check shows: the table of DESIGN.md section 6."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Conclusion, VerdictWord

LiteralBar = Literal["pass", "fail"] | None
Row = Literal[
    "error", "harm", "waiting", "supported", "thin", "ceiling", "no-gain-shown", "unmeasured", "unusable"
]

VERDICT_ORDER: tuple[VerdictWord, ...] = ("error", "fail", "inconclusive", "pass")
CONCLUSION_ORDER: tuple[Conclusion, ...] = ("failure", "action_required", "neutral", "success")

ROW_WORDS: dict[Row, str] = {
    "error": "something of ours failed: failure, titled as ours",
    "harm": "harm is shown, or a hard clause is broken: failure",
    "waiting": "no trial was made yet: somebody with rights must start them",
    "supported": "the evidence supports it: success",
    "thin": "the literal bar is met, the evidence is thin: success, and said",
    "ceiling": "both arms at 1.0, no gain can be shown: success, and said",
    "no-gain-shown": "the literal bar is not met, no harm is shown: strict says failure, guard neutral",
    "unmeasured": "the literal bar does not apply and nothing was settled: as on-missing-evals says",
    "unusable": "evals are there and none can be used: neutral at best, failure if on-missing-evals says so",
}
_FIXED: dict[Row, Conclusion] = {
    "error": "failure",
    "harm": "failure",
    "waiting": "action_required",
    "supported": "success",
    "thin": "success",
    "ceiling": "success",
}
_ON_MISSING: dict[str, Conclusion] = {"neutral": "neutral", "fail": "failure", "pass": "success"}


@dataclass(frozen=True)
class Standing:
    """What the table is asked with. `is_ceiling`: both arms at 1.0 on every task.

    `has_broken_evals`: what should have measured the skill is there and cannot be used.
    """

    literal_bar: LiteralBar
    verdict: VerdictWord
    is_ceiling: bool = False
    is_waiting: bool = False
    has_broken_evals: bool = False


def row_of(standing: Standing) -> Row:
    """Return the row of the table; each standing has exactly one."""
    hard: dict[VerdictWord, Row] = {"error": "error", "fail": "harm", "pass": "supported"}
    if standing.verdict in hard:
        return hard[standing.verdict]
    if standing.is_waiting:
        return "waiting"
    if standing.literal_bar == "pass":
        return "thin"
    if standing.is_ceiling:
        return "ceiling"
    if standing.literal_bar is None and standing.has_broken_evals:
        return "unusable"
    return "no-gain-shown" if standing.literal_bar == "fail" else "unmeasured"


def conclude(standing: Standing, bar: Bar) -> Conclusion:
    """Return what the check shows. With `blocking: false` it is green whatever happened."""
    row = row_of(standing)
    if not bar.blocking:
        return "success"
    if row == "unmeasured":
        return _ON_MISSING[bar.on_missing_evals]
    if row == "unusable":  # `pass` is a word on skills without evals, not on evals that somebody broke
        return "failure" if bar.on_missing_evals == "fail" else "neutral"
    if row == "no-gain-shown":
        return "failure" if bar.mode == "strict" else "neutral"
    return _FIXED[row]


def worst_verdict(words: Iterable[VerdictWord]) -> VerdictWord:
    """Return the worst of the verdicts; of none, pass."""
    return min(words, key=VERDICT_ORDER.index, default="pass")


def worst_conclusion(words: Iterable[Conclusion]) -> Conclusion:
    """Return the worst of the conclusions; of none, success."""
    return min(words, key=CONCLUSION_ORDER.index, default="success")
