"""Claims that code can settle alone: found in the answer, held against the evidence, with no model.

Only what can be decided is reported; a claim whose object is not certain is left to the model grader.
A false claim found here needs no second look: it was counted.
"""

from collections.abc import Callable, Iterator

from skilleval.domain.grade import Claim
from skilleval.domain.suite import Task
from skilleval.domain.trial import Evidence
from skilleval.grading.claims import (
    absences,
    changes,
    contents,
    lengths,
    lists,
    positions,
    quotations,
    runs,
    sums,
    verdicts,
)
from skilleval.grading.claims.scene import Scene, scenes_of

FINDERS: tuple[Callable[[Scene], Iterator[Claim]], ...] = (
    lengths.find,
    lists.find,
    contents.find,
    sums.find,
    positions.find,
    quotations.find,
    absences.find,
    runs.find,
    changes.find,
    verdicts.find,
)


def find_claims(task: Task, evidence: Evidence, bundle_paths: tuple[str, ...] = ()) -> tuple[Claim, ...]:
    """Return the settled claims of an answer and of the prose files with it, each passage once a kind."""
    claims = (
        claim
        for scene in scenes_of(task, evidence, bundle_paths)
        for find in FINDERS
        for claim in find(scene)
    )
    return tuple({(claim.kind, claim.quote): claim for claim in claims}.values())
