"""The report: everything that stage 9 renders, and nothing that it has to work out again."""

from datetime import datetime

from pydantic import Field

from skilleval.domain.change import ChangeSet
from skilleval.domain.finding import Review
from skilleval.domain.grade import DisputedItem, EvalReview, GradedTrial
from skilleval.domain.lift import SkillTables
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.plan import RunPlan
from skilleval.domain.remark import ContextCost, Remark
from skilleval.domain.request import Request
from skilleval.domain.routing import RoutingTable
from skilleval.domain.trial import Usage
from skilleval.domain.value import Value
from skilleval.domain.verdict import Verdict


class Health(Value):
    """How the trials ended. Errored ones are ours and are no evidence."""

    completed: int = 0
    timed_out: int = 0
    broke: int = 0
    errored: int = 0

    @property
    def total(self) -> int:
        """Return all trials."""
        return self.completed + self.timed_out + self.broke + self.errored


class RunInfo(Value):
    """Who ran: id, start, seed, versions (name to version), sandbox."""

    id: str
    started: datetime
    seed: int
    versions: dict[str, str] = Field(default_factory=dict)
    agent: str
    model: str
    grader_model: str
    sandbox: str
    isolated: bool
    offline: bool
    """No language model was used: the report's first line says so."""


class Report(Value):
    """A whole run, ready to render."""

    run: RunInfo
    request: Request
    changes: ChangeSet
    reviews: tuple[Review, ...] = ()
    remarks: tuple[Remark, ...] = ()
    """What the lint says of the changed skills and their evals."""
    contexts: tuple[ContextCost, ...] = ()
    """What each changed skill costs in context, in tokens."""
    own_tests: tuple[OwnTestRun, ...] = ()
    plan: RunPlan | None = None
    graded: tuple[GradedTrial, ...] = ()
    evals: EvalReview = EvalReview()
    disputes: tuple[DisputedItem, ...] = ()
    tables: tuple[SkillTables, ...] = ()
    routing: RoutingTable | None = None
    """Which skill takes which request; None where none was tried."""
    verdict: Verdict
    health: Health = Health()
    usage: Usage = Usage()
    grader_usage: Usage = Usage()
    seconds: float = 0.0
    faults: tuple[str, ...] = ()
    """What of ours failed outside the trials; kept, so that a saved run that is judged again says it, too."""
    notes: tuple[str, ...] = ()
