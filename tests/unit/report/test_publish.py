"""Bringing the report to all destinations."""

import pytest

from skilleval.domain.report import Report
from skilleval.errors import ForgeError
from skilleval.report import publish
from tests.builders_report import a_pass


class Keeps:
    """A reporter that keeps what it is given."""

    def __init__(self) -> None:
        self.got: list[Report] = []

    def publish(self, report: Report) -> None:
        """Keep the report."""
        self.got.append(report)


class Refuses:
    """A reporter whose destination says no."""

    def publish(self, report: Report) -> None:
        """Raise."""
        raise ForgeError("no right to comment", hint="grant pull-requests: write")


def test_one_failure_does_not_keep_others_from_theirs() -> None:
    """Every reporter gets the report; the first error is raised when all are done."""
    last = Keeps()

    with pytest.raises(ForgeError, match="no right to comment"):
        publish(a_pass(), [Refuses(), last, Refuses()])

    assert last.got == [a_pass()]
