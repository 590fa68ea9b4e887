"""Numbers and states in the words of the reports. Every destination uses these."""

from collections.abc import Mapping

from skilleval.domain.lift import ClaimQuote
from skilleval.domain.value import Arm, Interval
from skilleval.domain.verdict import ClauseState, Conclusion

CLAUSE_MARKS: Mapping[ClauseState, str] = {"met": "✓", "broken": "✗", "open": "?", "n/a": "–"}
CONCLUSION_MARKS: Mapping[Conclusion, str] = {
    "success": "✓",
    "failure": "✗",
    "neutral": "–",
    "action_required": "?",
}
ARMS: tuple[Arm, ...] = ("control", "baseline", "candidate")
ARM_NAMES: Mapping[Arm, str] = {"control": "no skill", "baseline": "baseline", "candidate": "candidate"}

NO_BREAK = "\u00a0"
_BAR_CELLS = 5
_BAR_STEP = 0.05  # half a cell; the bar is full at 0.5


def score(value: float | None) -> str:
    """Return a score with two decimals, or a dash where there is none."""
    return "–" if value is None else f"{value:.2f}"


def signed(value: float | None) -> str:
    """Return a difference with its sign (a real minus), or a dash where there is none."""
    if value is None:
        return "–"
    text = f"{abs(value):.2f}"
    if float(text) == 0:
        return text
    return f"{'+' if value > 0 else '−'}{text}"


def interval(value: Interval | None) -> str:
    """Return `[−0.02, +0.22]`, or nothing."""
    return "" if value is None else f"[{signed(value.lo)}, {signed(value.hi)}]"


def measured(value: float | None, around: Interval | None) -> str:
    """Return a difference with its interval, `+0.30 [+0.18, +0.42]`; the brackets never break."""
    return f"{signed(value)} {interval(around).replace(' ', NO_BREAK)}".strip()


def bar(lift: float | None) -> str:
    """Return a bar of 11 characters around its middle: left is worse, right is better.

    A cell is 0.1, half a cell 0.05; from 0.5 on the side is full. Empty without a lift.
    """
    if lift is None:
        return ""
    full, half = divmod(min(2 * _BAR_CELLS, round(abs(lift) / _BAR_STEP)), 2)
    empty = "·" * (_BAR_CELLS - full - half)
    if lift < 0:
        return f"{empty}{'▐' * half}{'█' * full}│{'·' * _BAR_CELLS}"
    return f"{'·' * _BAR_CELLS}│{'█' * full}{'▌' * half}{empty}"


def standing(quote: ClaimQuote) -> str:
    """Return how a false claim was confirmed, or that it was not and does not count."""
    if quote.by == "model":
        return "confirmed by a second look" if quote.confirmed else "not confirmed, not counted"
    if not quote.confirmed:
        return f"reading not {'confirmed' if quote.second == 'disagrees' else 'asked about'}, not counted"
    second = "and by a second reader" if quote.second == "agrees" else "no second reader"
    return f"confirmed by code, {second}"


def of(part: int, whole: int) -> str:
    """Return `3/4`."""
    return f"{part}/{whole}"


def rate(part: int, whole: int) -> str:
    """Return `0.75 (3/4)`, or a dash where the whole is 0."""
    return f"{part / whole:.2f} ({part}/{whole})" if whole else "–"


def money(value: float | None) -> str:
    """Return dollars, or that the price is not known. Small sums keep two digits that count."""
    if value is None:
        return "price unknown"
    places = 2 if value == 0 or value >= 0.1 else 3 if value >= 0.01 else 4
    return f"${value:.{places}f}"


def duration(seconds: float) -> str:
    """Return seconds as people say them: `8.2 s`, `3 min 12 s`, `1 h 4 min`."""
    if round(seconds, 1) < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def percent(value: float) -> str:
    """Return a share as a CSS length: `62.5%`."""
    return f"{100 * value:.1f}%"


def whole(value: float) -> str:
    """Return a count with commas between thousands."""
    return f"{value:,.0f}"


def count(number: int, noun: str, plural: str = "") -> str:
    """Return `1 task`, `2 tasks`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
