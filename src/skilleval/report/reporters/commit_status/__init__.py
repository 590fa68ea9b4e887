"""The commit status, for who cannot have check runs."""

from skilleval.domain.report import Report
from skilleval.ports import CommitStatus
from skilleval.report.check import build_status


class CommitStatusReporter:
    """Sets the status of the head."""

    def __init__(self, status: CommitStatus) -> None:
        """Set `status`."""
        self._status = status

    def publish(self, report: Report) -> None:
        """Set state and description; the context is the status's own."""
        body = build_status(report)
        self._status.set({key: body[key] for key in ("state", "description")})
