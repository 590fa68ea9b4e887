"""The description claims every task.

Why: The description decides when a skill is loaded. One that claims everything, or the first place, is
loaded where it has no business, and crowds out the skills that have.

Check: On which requests should it load, and on which not? The trigger evals measure it.

Fix: Say what the skill does and when to use it, no more.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.probe import hit_at
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="greedy-description",
    family="privilege",
    severity="medium",
    owasp="AST04",
    page=__doc__,
)

_CLAIMS = Lazy(
    r"""\b(?:always|must)\s+(?:\w{1,10}\s+){0,2}(?:use|load|invoke|activate|trigger|apply|run
    |call)\s+(?:this|the|it)\b[^\n]{0,60}\b(?:any|every|all|first|before|regardless)\b
    |\b(?:use|load|invoke|activate|trigger|apply)\w{0,3}\s+(?:\w{1,12}\s+){0,4}(?:for|on|with
    |in)\s+(?:every|any|all)\s+(?:\w{1,12}\s+){0,1}(?:requests?|tasks?|messages?|conversations?
    |questions?|prompts?|quer(?:y|ies)|interactions?|responses?|situations?)\b
    |\b(?:highest|top|maximum)\s+priority\b|\bbefore\s+(?:any|all|every)\s+other\s+(?:skills?
    |tools?)\b|\binstead\s+of\s+(?:any\s+|all\s+)?(?:other|built-?in)\s+(?:skills?|tools?)\b
    |\b(?:replaces|supersedes|overrides)\s+(?:all|any|every|other|the\s+\w{1,20})\s+skills?\b
    |\bno\s+matter\s+what\s+the\s+(?:user|request|task)""",
    re.VERBOSE,
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit if the description of a SKILL.md claims everything or the first place."""
    if PurePosixPath(page.path).name.lower() != "skill.md" or not page.text.startswith("---") or page.origin:
        return
    head = page.folded[: max(0, page.folded.find("\n---", 3))]
    place = re.search(r"^description\s{0,3}:", head, re.MULTILINE)
    if not place:
        return
    end = re.compile(r"\n(?=\S)").search(head, place.end())
    description = head[place.end() : end.start() if end else len(head)].replace("\n", " ")
    found = _CLAIMS.search(description)
    if found:
        yield hit_at(RULE, page, (place.end() + found.start(), place.end() + found.end()))
