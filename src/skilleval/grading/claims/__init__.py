"""Claims that code can settle alone: found in the answer, held against the evidence, with no model.

Only what can be decided is reported; a claim whose object is not certain is left to the model grader.
A false claim found here needs no second look: it was counted.
"""

from collections.abc import Callable, Iterator

from skilleval.domain.grade import Claim
from skilleval.domain.suite import Task
from skilleval.domain.trial import Evidence
from skilleval.grading.claims import lengths
from skilleval.grading.exhibit import Exhibit

READ_LIMIT = 200_000
"""Characters of an answer that are searched for claims: no reader gets further either."""

FINDERS: tuple[Callable[[Exhibit], Iterator[Claim]], ...] = (lengths.find,)


def find_claims(task: Task, evidence: Evidence) -> tuple[Claim, ...]:
    """Return the settled claims of an answer, in the order of FINDERS, each passage once a kind."""
    answer = evidence.answer[:READ_LIMIT]
    exhibit = Exhibit(evidence.model_copy(update={"answer": answer}), task.fixtures)
    claims = (claim for find in FINDERS for claim in find(exhibit))
    return tuple({(claim.kind, claim.quote): claim for claim in claims}.values())
