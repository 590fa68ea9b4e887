"""What the gateway knows of a trial. The agent asks it, because a stream that is cut off has no totals."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from skilleval.domain.trial import REFUSED, Usage


class Attempt(Protocol):
    """A refused attempt to reach something that is not the model."""

    @property
    def method(self) -> str:
        """The HTTP method."""

    @property
    def target(self) -> str:
        """Host and port, or a path at the gateway."""

    @property
    def size_bytes(self) -> int:
        """How much it wanted to send."""


class Account(Protocol):
    """One trial's account."""

    @property
    def usage(self) -> Usage:
        """Tokens and money of answered calls."""

    @property
    def faults(self) -> Sequence[str]:
        """Model calls that failed for reasons that are ours or the provider's."""

    @property
    def refused(self) -> Sequence[Attempt]:
        """Attempts to reach something else."""

    @property
    def waiting_s(self) -> float:
        """How long a call has been waiting for its answer by now."""

    @property
    def troubled_s(self) -> float:
        """How long tries at calls took that the provider failed."""

    @property
    def listing(self) -> Mapping[str, int] | None:
        """Skills that the model was shown, with the characters of their descriptions; None = not known."""

    @property
    def fatal(self) -> str:
        """Why no call of the run is passed on any more; empty while they are."""


class Meter(Protocol):
    """Returns accounts by trial. A blocking call."""

    def account(self, trial_id: str) -> Account:
        """Return what is known of a trial now."""


def refusals(account: Account) -> tuple[str, ...]:
    """Return a note for each attempt that was refused; the report shows them with their trial."""
    return tuple(f"{REFUSED} {one.method} {one.target} ({one.size_bytes} bytes)" for one in account.refused)
