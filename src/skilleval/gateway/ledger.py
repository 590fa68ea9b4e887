"""Who used what: sums per trial and for the run, faults, refused attempts, and the two logs."""

import time
from collections.abc import Callable
from typing import Literal

from skilleval.domain.trial import Usage
from skilleval.domain.value import Value
from skilleval.gateway.listing import read_listing
from skilleval.gateway.logs import CALLS, REFUSED

Log = Callable[[str, Value], None]
_KEPT = 50


class Call(Value):
    """One call, never its text. `attempts` = tries at the provider, `waited_s` = the pacing before them."""

    trial: str
    model: str
    state: Literal["answered", "failed"]
    status: int
    usage: Usage = Usage()
    attempts: int = 1
    waited_s: float = 0.0
    seconds: float = 0.0
    reason: str = ""


class Refused(Value):
    """An attempt to reach what is not the model. `target` is host and port, or a path of ours."""

    trial: str
    method: str
    target: str
    size_bytes: int = 0
    reason: str = ""


class Account(Value):
    """What one trial (or all of them) did through the gateway.

    `faults`: model calls that failed for reasons that are ours or the provider's. `fatal`: why nothing more
    is passed on. `waiting_s`: how long a call has been waiting for its answer by now, 0 when none is.
    """

    usage: Usage = Usage()
    answered: int = 0
    faults: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    lost_usd: float = 0.0
    """Paid for answers that were cut off and asked for again; part of the ceiling, not of `usage`."""
    waiting_s: float = 0.0
    troubled_s: float = 0.0
    """Time that tries took which the provider failed, pauses after them included: no fault of the agent's."""
    fatal: str = ""
    listing: dict[str, int] | None = None
    """The skills that the trial's first call listed, with the characters of description shown."""


def _nowhere(_name: str, _entry: Value) -> None:
    """Keep no log."""


class Ledger:
    """Keeps the accounts and writes the logs."""

    def __init__(self, log: Log | None = None, now: Callable[[], float] = time.monotonic) -> None:
        """Take who writes an entry into the log of a name, and a clock in seconds."""
        self._log = log or _nowhere
        self._now = now
        self._accounts: dict[str, Account] = {}
        self._asked: dict[str, dict[int, float]] = {}
        self._total = Account()
        self.fatal = ""

    @property
    def spent_usd(self) -> float:
        """Return all that is known to be paid."""
        return (self._total.usage.cost_usd or 0.0) + self._total.lost_usd

    def account(self, trial: str | None = None) -> Account:
        """Return a trial's account; None = of all trials together."""
        found = self._total if trial is None else self._accounts.get(trial, Account())
        asked = self._asked.get(trial or "", {})
        waiting = self._now() - min(asked.values()) if asked else 0.0
        return found.model_copy(update={"waiting_s": waiting, "fatal": self.fatal})

    def listed(self, trial: str, asked: object) -> None:
        """Remember the skills that a trial's first call with a listing offers to the model."""
        account = self._accounts.setdefault(trial, Account())
        if account.listing is None and account.answered == 0:
            self._set(trial, account, listing=read_listing(asked))

    def asks(self, trial: str, ticket: int) -> None:
        """A call waits for its answer from now on."""
        self._asked.setdefault(trial, {})[ticket] = self._now()

    def settled(self, trial: str, ticket: int) -> None:
        """A call waits no more."""
        self._asked.get(trial, {}).pop(ticket, None)

    def lost(self, trial: str, cost_usd: float) -> None:
        """Money went for an answer that nobody got."""
        for account in self._both(trial):
            self._set(trial, account, lost_usd=account.lost_usd + cost_usd)

    def troubled(self, trial: str, seconds: float) -> None:
        """A try at a call failed, and took so long."""
        for account in self._both(trial):
            self._set(trial, account, troubled_s=account.troubled_s + seconds)

    def book(self, call: Call) -> None:
        """Add a finished call to its trial's account and to the total."""
        for account in self._both(call.trial):
            if call.state == "answered":
                self._set(
                    call.trial, account, usage=account.usage + call.usage, answered=account.answered + 1
                )
            else:
                self._set(call.trial, account, faults=(*account.faults, call.reason)[-_KEPT:])
        self._log(CALLS, call)

    def refuse(self, attempt: Refused) -> None:
        """Remember an attempt that was refused."""
        for account in self._both(attempt.trial):
            self._set(attempt.trial, account, refused=(*account.refused, attempt)[-_KEPT:])
        self._log(REFUSED, attempt)

    def _both(self, trial: str) -> tuple[Account, Account]:
        return self._accounts.setdefault(trial, Account()), self._total

    def _set(self, trial: str, account: Account, **changes: object) -> None:
        changed = account.model_copy(update=changes)
        if account is self._total:
            self._total = changed
        else:
            self._accounts[trial] = changed
