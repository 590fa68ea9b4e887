"""The curve of `skilleval route --distractors` as text bars."""

from collections.abc import Sequence

from skilleval.domain.routing import CurvePoint

_CELLS = 40


def curve_text(points: Sequence[CurvePoint]) -> str:
    """Return a line a point: other skills, a bar of 40 cells for accuracy, the figure, interval and n."""
    lines = ["", "right skill first, by number of other skills beside those under test"]
    return "\n".join([*lines, *(_line(point) for point in points)])


def _line(point: CurvePoint) -> str:
    if point.accuracy is None:
        return f"{point.distractors:>4}  nothing could be tried"
    full = round(_CELLS * point.accuracy)
    bounds = f" [{point.interval.lo:.2f}, {point.interval.hi:.2f}]" if point.interval else ""
    errored = f", {point.errored} errored (ours)" if point.errored else ""
    n = f"n={point.queries} requests, {point.trials} trials{errored}"
    return f"{point.distractors:>4}  {'█' * full}{'·' * (_CELLS - full)}  {point.accuracy:.2f}{bounds}  {n}"
