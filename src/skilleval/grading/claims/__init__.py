"""Claims that code can settle alone: found in the answer, held against the evidence, with no model.

Only what can be decided is reported; a claim whose object is not certain is left to the model grader.
The count cannot be wrong, the reading of the sentence can: `grading/readings.py` has it read once more.
"""

from collections.abc import Callable, Iterable, Iterator

from skilleval.domain.grade import Claim
from skilleval.domain.suite import Task
from skilleval.domain.trial import Evidence
from skilleval.grading.claims import (
    absences,
    by_tool,
    changes,
    compared,
    contents,
    deed_stems,
    definite,
    denials,
    differences,
    edited,
    ends,
    figures,
    filed,
    foreign_deeds,
    foreign_lengths,
    gone,
    groups,
    growth,
    in_the_file,
    labelled,
    lengths,
    lined,
    lists,
    located,
    measured,
    misquotes,
    missing,
    occurring,
    own_counts,
    own_list,
    paired,
    quantities,
    quotations,
    readings,
    record,
    renderings,
    repeats,
    runs,
    sums,
    tables,
    tool_results,
    touched,
    under_headings,
    universals,
    vanished,
    verdicts,
    wholes,
    without,
)
from skilleval.grading.claims.scene import Scene, scenes_of
from skilleval.grading.quote import plain

FINDERS: tuple[Callable[[Scene], Iterator[Claim]], ...] = (
    lengths.find,
    foreign_lengths.find,
    lists.find,
    groups.find,
    contents.find,
    quantities.find,
    wholes.find,
    own_counts.find,
    sums.find,
    tables.find,
    located.find,
    under_headings.find,
    quotations.find,
    misquotes.find,
    absences.find,
    missing.find,
    denials.find,
    runs.find,
    record.find,
    readings.find,
    changes.find,
    differences.find,
    verdicts.find,
    measured.find,
    growth.find,
    renderings.find,
    touched.find,
    gone.find,
    occurring.find,
    tool_results.find,
    filed.find,
    foreign_deeds.find,
    figures.find,
    universals.find,
    ends.find,
    paired.find,
    edited.find,
    vanished.find,
    definite.find,
    deed_stems.find,
    in_the_file.find,
    lined.find,
    own_list.find,
    by_tool.find,
    compared.find,
    labelled.find,
    repeats.find,
    without.find,
)


def find_claims(task: Task, evidence: Evidence, bundle_paths: tuple[str, ...] = ()) -> tuple[Claim, ...]:
    """Return the settled claims of an answer and of the prose files with it, each passage once a kind."""
    claims = (
        claim
        for scene in scenes_of(task, evidence, bundle_paths)
        for find in FINDERS
        for claim in find(scene)
    )
    return tuple(_once(claims))


def _once(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Yield each passage once a kind and state: where two finders read one passage, the first has it."""
    seen: list[tuple[tuple[str, str], str]] = []
    for claim in claims:
        key, quote = (claim.kind, claim.state), plain(claim.quote)
        if not any(key == other_key and (quote in other or other in quote) for other_key, other in seen):
            seen.append((key, quote))
            yield claim
