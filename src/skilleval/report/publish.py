"""The verb of stage 9."""

from collections.abc import Sequence

from skilleval.domain.report import Report
from skilleval.errors import SkillevalError
from skilleval.ports import Reporter


def publish(report: Report, reporters: Sequence[Reporter]) -> None:
    """Bring the report to every destination, in order.

    One that fails does not keep the others from theirs; its error is raised at the end.

    Raises:
        SkillevalError: the first that a reporter raised; the others are noted on it.
    """
    errors = []
    for reporter in reporters:
        try:
            reporter.publish(report)
        except SkillevalError as exc:
            errors.append(exc)
    if errors:
        first, *others = errors
        for other in others:
            first.add_note(str(other))
        raise first
