"""Leaks: a task that says what the skill says measures nothing but reading.

A prompt in the skill's own words raises the baseline; a query that names the skill fires any skill; a
statement that only an agent with the skill could meet is adherence, which stays out of the lift.
"""

import re
from collections.abc import Iterator
from typing import Final

from skilleval.changes.lint.subject import Subject
from skilleval.changes.lint.words import run_text, shared_run, words_of
from skilleval.changes.suites.adherence import why_adherence
from skilleval.domain.bundle import SkillText
from skilleval.domain.remark import Remark, RuleDoc

NAMED = RuleDoc(
    id="leak-name",
    level="warning",
    title="No prompt or query names the skill",
    fix="ask as somebody would who does not know the skill",
)
QUOTED = RuleDoc(
    id="leak-quote",
    level="warning",
    title="No prompt or query quotes SKILL.md",
    fix="say it in a user's words",
)
ADHERENCE = RuleDoc(
    id="leak-adherence",
    level="warning",
    title="Statements can be met without the skill",
    fix='state the outcome, or mark it: {"text": ..., "adherence": true}',
)
RULES = (NAMED, QUOTED, ADHERENCE)

RUN: Final = 8
"""Words in a row that a prompt does not share with SKILL.md by chance."""
QUERY_RUN: Final = 5
"""The same for a query against the description: fifty-six of fifty-six fired on such (peers.md C 83)."""


def lint(subject: Subject) -> Iterator[Remark]:
    """Yield prompts, queries and statements that give the skill away."""
    skill = subject.skill
    if skill is None or (subject.suite.is_empty and not subject.suite.routing):
        return
    yield from _prompts(subject, skill)
    yield from _queries(subject, skill)
    yield from _adherence(subject)


def _prompts(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    known = run_text(f"{skill.description}\n{skill.body}")
    for task in subject.suite.tasks:
        if _names(task.prompt, skill.name):
            message = f"the prompt of task {task.id} names the skill {skill.name!r}"
            yield subject.remark(NAMED, message, path=task.source)
        quote = shared_run(words_of(task.prompt), known, RUN)
        if quote:
            message = f"the prompt of task {task.id} quotes SKILL.md: {quote!r}"
            yield subject.remark(QUOTED, message, path=task.source)


def _queries(subject: Subject, skill: SkillText) -> Iterator[Remark]:
    known = run_text(skill.description)
    for query in subject.suite.queries:
        if not query.should_trigger:
            continue
        if _names(query.query, skill.name):
            message = f"the query {query.query[:60]!r} names the skill {skill.name!r}"
            yield subject.remark(NAMED, message, path=query.source)
        quote = shared_run(words_of(query.query), known, QUERY_RUN)
        if quote:
            message = f"the query {query.query[:60]!r} quotes the description: {quote!r}"
            yield subject.remark(QUOTED, message, path=query.source)


def _adherence(subject: Subject) -> Iterator[Remark]:
    for task in subject.suite.tasks:
        for item in task.rubric:
            why = why_adherence(item.text, name=subject.name, paths=subject.files)
            if why:
                message = f"task {task.id}: {item.text[:80]!r} {why}: counted as adherence, not as outcome"
                yield subject.remark(ADHERENCE, message, path=task.source)


def _names(text: str, name: str) -> bool:
    """Return whether a text names the skill: a name of one common word counts with `skill` beside it only."""
    if "-" in name:
        spelled = re.escape(name).replace(r"\-", r"[-_ ]")
        return bool(re.search(rf"(?<![\w-]){spelled}(?![\w-])", text, re.IGNORECASE))
    quoted = re.escape(name)
    return bool(
        re.search(
            rf"/{quoted}\b|\b{quoted}[`'\"]*\s+skill\b|\bskill\s+[`'\"]*{quoted}\b", text, re.IGNORECASE
        )
    )
