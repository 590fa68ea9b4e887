"""The description: all that a model knows of a skill when it chooses. What, when, and for whom else."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from skilleval.changes.lint.subject import Subject
from skilleval.changes.lint.words import telling_words, words_of
from skilleval.domain.remark import Remark, RuleDoc

WHEN = RuleDoc(
    id="description-when",
    level="warning",
    title="The description says when to use the skill",
    fix="add: Use when a user asks to ..., with the words that users say",
)
PERSON = RuleDoc(
    id="description-person",
    level="warning",
    title="The description speaks in the third person",
    fix="say what the skill does: Checks invoices ..., not: I check, You can",
)
ANGLE = RuleDoc(
    id="description-angle-brackets",
    level="warning",
    title="The description has no angle brackets: they end up inside the host's own tags",
    fix="write the word without them",
)
LENGTH = RuleDoc(
    id="description-length",
    level="note",
    title="The description has about 100 to 200 words",
    fix="name the situations, the words users say, and what the skill is not for",
)
PUSHY = RuleDoc(
    id="description-pushy",
    level="note",
    title="The description says that the skill is to be used also where it is not named",
    fix="add: ... also when the user does not mention it by name",
)
OVERLAP = RuleDoc(
    id="description-overlap",
    level="warning",
    title="Two skills beside each other do not say the same of themselves",
    fix="say in each what it is for and the other is not",
)
RULES = (WHEN, PERSON, ANGLE, LENGTH, PUSHY, OVERLAP)

WORDS: Final = (100, 200)
"""skill-creator aims at this (seed 000)."""
ALIKE: Final = 0.35
"""Jaccard index of telling words at which siblings compete (peers.md A, row 27)."""
COMMON_WORDS: Final = 6
"""Below this, two short descriptions of one product look alike for its name alone."""
_WHEN: Final = re.compile(
    r"\buse (this|it|the skill)?\s*(skill )?(when|whenever|for|if|to|after|before|proactively|any time|in)\b"
    r"|\bwhen(ever)?\b|\btrigger|\binvoke|\bactivate|\bif the user|\bshould be used|\bapplies to\b"
    r"|\bfor (tasks|requests|questions)|\buseful for\b|\basked? to\b|\bused? (when|for)\b|\bany time\b"
    r"|\bbefore\b.*ing\b|使用|时",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(
    r"\b(I|I'm|I'll|I've|my|we|we'll|our|(?i:you can|you will|you should|helps? you|your))\b"
)
_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|(?<!\w)['‘][^'’]*['’](?!\w)")
"""What users say is quoted, and speaks as users do."""
_PUSHY: Final = re.compile(
    r"\b(even (if|when)|whenever|any ?time|always|make sure|do not mention|does not (mention|name)|also when"
    r"|regardless|must be used|proactively|without being asked|not (only|just))\b",
    re.IGNORECASE,
)


def lint(subject: Subject) -> Iterator[Remark]:
    """Yield what keeps a description from being chosen."""
    skill = subject.skill
    if skill is None:
        return
    text = f"{skill.description} {skill.frontmatter.get('when_to_use', '')}".strip()
    line = subject.key_line("description")
    if not _WHEN.search(text):
        yield subject.remark(WHEN, "the description does not say when to use the skill", line=line)
    person = _PERSON.search(_QUOTED.sub("", text))
    if person:
        yield subject.remark(PERSON, f"the description says {person[0]!r}", line=line)
    if "<" in text or ">" in text:
        yield subject.remark(ANGLE, "the description has angle brackets", line=line)
    count = len(words_of(text))
    if not WORDS[0] <= count <= WORDS[1]:
        yield subject.remark(LENGTH, f"the description has {count} words", line=line)
    if not _PUSHY.search(text):
        yield subject.remark(PUSHY, "the description does not reach beyond its own words", line=line)


def lint_all(subjects: Sequence[Subject]) -> Iterator[Remark]:
    """Yield pairs of skills whose descriptions are nearly the same; each pair once, at the later path."""
    said = [(one, telling_words(one.skill.description)) for one in subjects if one.skill]
    for index, (subject, mine) in enumerate(said):
        for other, theirs in said[:index]:
            common = mine & theirs
            alike = len(common) / max(1, len(mine | theirs))
            if alike >= ALIKE and len(common) >= COMMON_WORDS and not _is_copy(subject, other):
                words = ", ".join(sorted(common)[:6])
                message = f"{alike:.0%} like {other.name} ({other.path}): both say {words}"
                yield subject.remark(OVERLAP, message, line=subject.key_line("description"))


def _is_copy(one: Subject, other: Subject) -> bool:
    """Return whether one skill is kept in two places, as for two hosts."""
    same_text = bool(one.skill and other.skill) and one.skill == other.skill
    return one.name == other.name and same_text
