"""Progressive disclosure, first step: names and descriptions of the skills, always in sight."""

from collections.abc import Sequence
from typing import NamedTuple

from skilleval.domain.bundle import Bundle

HEADING = "The following skills are available for use with the Skill tool:"
DESCRIPTION_LIMIT = 1536
"""Characters of a description that Claude Code shows (code.claude.com/docs, skills)."""

_INSTRUCTIONS = """\
You work on a request in a folder of a computer. The current directory is that folder; name files by \
paths relative to it. Use the tools to look and to act; nobody can answer questions while you work.
When a listed skill fits the request, load it with the Skill tool before you do anything else, and follow it.
When the work is done, answer in plain text: say what you did and what came out. That ends your turn."""


class Listing(NamedTuple):
    """The system prompt, the names in it, and notes on what did not fit."""

    system: str
    offered: tuple[str, ...]
    notes: tuple[str, ...]


def is_offered(bundle: Bundle) -> bool:
    """Return whether the model may know of the skill: `disable-model-invocation` hides it."""
    return not bundle.is_hidden


def listing_of(bundles: Sequence[Bundle]) -> Listing:
    """Return the system prompt: the same bytes in every trial but for the skills listed at its end."""
    offered = sorted((bundle for bundle in bundles if is_offered(bundle)), key=lambda bundle: bundle.name)
    if not offered:
        return Listing(_INSTRUCTIONS, (), ())
    lines = [f"- {bundle.name}: {_cut(_description(bundle))}" for bundle in offered]
    cut = [bundle.name for bundle in offered if len(_description(bundle)) > DESCRIPTION_LIMIT]
    return Listing(
        system="\n".join([_INSTRUCTIONS, "", HEADING, "", *lines]),
        offered=tuple(bundle.name for bundle in offered),
        notes=tuple(f"the description of {name} was cut at {DESCRIPTION_LIMIT} characters" for name in cut),
    )


def _description(bundle: Bundle) -> str:
    when = str(bundle.skill.frontmatter.get("when_to_use", "") or "")
    text = f"{bundle.skill.description} - {when}" if when else bundle.skill.description
    return " ".join(text.split())


def _cut(text: str) -> str:
    return text if len(text) <= DESCRIPTION_LIMIT else text[: DESCRIPTION_LIMIT - 1] + "…"
