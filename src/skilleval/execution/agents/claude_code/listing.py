"""What the host's listing budget left of the skills: the CLI's first event names all, the model saw less."""

from collections.abc import Iterator, Mapping, Sequence

from skilleval.domain.bundle import Bundle
from skilleval.domain.trial import Evidence
from skilleval.ports import AgentTask

_NAMED = 5


def with_listing(evidence: Evidence, listing: Mapping[str, int], task: AgentTask) -> Evidence:
    """Return the evidence with the skills that the model really saw, and notes on what the host cut.

    A skill that the CLI starts with and does not list was not offered.
    """
    seen = tuple(name for name in evidence.skills.offered if name in listing)
    skills = evidence.skills.model_copy(update={"offered": seen})
    notes = _notes(evidence, listing, task)
    return evidence.model_copy(update={"skills": skills, "notes": (*evidence.notes, *notes)})


def _notes(evidence: Evidence, listing: Mapping[str, int], task: AgentTask) -> Iterator[str]:
    first = [skill for skill in task.skills if skill.name == task.stop_when_loaded]
    skills = [*first, *(skill for skill in task.skills if skill not in first)]
    lost = [name for name in evidence.skills.offered if name not in listing]
    bare = [skill.name for skill in skills if listing.get(skill.name) == 0 and _length(skill)]
    cut = [skill for skill in skills if 0 < listing.get(skill.name, 0) < _length(skill)]
    if lost:
        yield f"the host's listing leaves out {_some(lost)}"
    if bare:
        yield f"the host's listing is full: names without descriptions for {_some(bare)}"
    for skill in cut[:_NAMED]:
        yield f"the description of {skill.name} was cut at {listing[skill.name]} characters"


def _length(skill: Bundle) -> int:
    when = str(skill.skill.frontmatter.get("when_to_use", "") or "")
    return len(" ".join(f"{skill.skill.description} {when}".split()))


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
