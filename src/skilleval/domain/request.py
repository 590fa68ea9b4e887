"""Stage 1's noun: who asks for what, on which two commits, and how far it is trusted."""

from typing import Literal

from skilleval.domain.plan import CellKind
from skilleval.domain.value import CommitSha, Value

Trust = Literal["local", "writer", "outsider"]
"""local: the user's own shell. writer: write permission shown. outsider: fork, bot, unknown."""


class Request(Value):
    """One wish to measure: two pinned commits and who asked.

    `base_sha` is the tip of the base side; the merge base is found in stage 2.
    """

    kind: Literal["refs", "pull-request", "command", "dispatch", "merge-group"]
    repository: str
    base_ref: str
    head_ref: str
    base_sha: CommitSha
    head_sha: CommitSha
    trust: Trust
    actor: str = ""
    number: int | None = None
    draft: bool = False
    foreign: bool = False
    """The head comes from a fork or from Dependabot: only an approval of its full sha starts trials."""
    command: str = ""
    only: tuple[str, ...] = ()
    """Names of the skills asked for; empty means all that changed."""
    kinds: tuple[CellKind, ...] = ()
    """The kinds of evals asked for; empty means what the change calls for."""

    @property
    def may_spend(self) -> bool:
        """Whether trials (money, secrets) may run for this request."""
        return self.trust != "outsider" and not self.draft

    @property
    def run_command(self) -> str:
        """The comment that runs this head's trials (again), where the forge takes comments."""
        return f"/skilleval approve {self.head_sha}" if self.foreign else "/skilleval rerun"

    @property
    def approval(self) -> str:
        """The comment with which somebody with write permission starts the trials; empty: none does."""
        return self.run_command if self.trust == "outsider" else ""

    @property
    def waits_for(self) -> str:
        """Why no trial runs, in one sentence; empty when trials may run."""
        if self.may_spend:
            return ""
        if self.approval:
            return "Trials wait for somebody with write permission."
        return "Trials wait until this draft is marked ready for review."
