"""From (literal bar, verdict) to what the check shows: the table of DESIGN.md section 6, a branch a row."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Conclusion, VerdictWord

LiteralBar = Literal["pass", "fail"] | None

VERDICT_ORDER: tuple[VerdictWord, ...] = ("error", "fail", "inconclusive", "pass")
CONCLUSION_ORDER: tuple[Conclusion, ...] = ("failure", "action_required", "neutral", "success")
ON_MISSING: dict[str, Conclusion] = {"neutral": "neutral", "fail": "failure", "pass": "success"}


@dataclass(frozen=True)
class Standing:
    """What the table is asked with. `is_ceiling`: both arms at 1.0 on every task."""

    literal_bar: LiteralBar
    verdict: VerdictWord
    is_ceiling: bool = False
    is_waiting: bool = False


def conclude(standing: Standing, bar: Bar) -> Conclusion:
    """Return what the check shows. With `blocking: false` it is green whatever happened."""
    return _by_table(standing, bar) if bar.blocking else "success"


def _by_table(standing: Standing, bar: Bar) -> Conclusion:
    if standing.verdict in {"error", "fail"}:
        return "failure"
    if standing.is_waiting:
        return "action_required"  # no trial was made yet: somebody with rights must start them
    if standing.verdict == "pass" or standing.literal_bar == "pass" or standing.is_ceiling:
        return "success"
    if standing.literal_bar is None:
        return ON_MISSING[bar.on_missing_evals]
    return "failure" if bar.mode == "strict" else "neutral"


def worst_verdict(words: Iterable[VerdictWord]) -> VerdictWord:
    """Return the worst of the verdicts; of none, pass."""
    return min(words, key=VERDICT_ORDER.index, default="pass")


def worst_conclusion(words: Iterable[Conclusion]) -> Conclusion:
    """Return the worst of the conclusions; of none, success."""
    return min(words, key=CONCLUSION_ORDER.index, default="success")
