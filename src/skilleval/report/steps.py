"""What to do next: a sentence, and where there is one, a command that can be pasted as it stands."""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from skilleval.domain.report import Report
from skilleval.domain.verdict import Settle, SkillVerdict
from skilleval.report import words

_BARE_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Step:
    """One thing to do. `command` is empty where nothing can be pasted."""

    text: str
    command: str = ""


_FOR_EVALS = {
    "no-evals": Step("Add tasks to evals/evals.json beside SKILL.md: without them nothing is measured."),
    "broken-evals": Step("Repair the evals: the lint names each fault with its place.", "skilleval lint"),
}


def next_steps(report: Report, skill: SkillVerdict) -> tuple[Step, ...]:
    """Return what would move this skill's verdict on, most useful first."""
    return tuple(_steps(report, skill))


def _steps(report: Report, skill: SkillVerdict) -> Iterator[Step]:
    if skill.reason == "waiting" and report.request.approval:
        yield Step("Whoever has write permission can start the trials:", report.request.approval)
    if skill.verdict == "error":
        yield Step("This is ours, not the skill's: run again.", _rerun(report, skill, repeats=None))
    if skill.reason in _FOR_EVALS:
        yield _FOR_EVALS[skill.reason]
    needs: dict[str, list[str]] = defaultdict(list)
    for clause in skill.clauses:
        if clause.state in {"broken", "open"} and clause.would_change:
            needs[clause.would_change].append(clause.name)
    for need, names in needs.items():
        yield Step(f"{' and '.join(names)} would need {need}")
    if skill.settle is not None and skill.verdict == "inconclusive":
        yield _settle_step(report, skill, skill.settle)


def _settle_step(report: Report, skill: SkillVerdict, settle: Settle) -> Step:
    where = (
        f" on {words.count(len(settle.tasks), 'task')} ({', '.join(settle.tasks)})" if settle.tasks else ""
    )
    if settle.hopeless:
        return Step(f"More repeats{where} would not settle it within the declared looks: more tasks would.")
    price = f"about {words.money(settle.cost_usd)}" if settle.cost_usd is not None else "price unknown"
    text = (
        f"{words.count(settle.repeats, 'repeat')} of each arm{where} would settle it:"
        f" {words.count(settle.runs, 'more run')}, {price}."
    )
    return Step(text, _rerun(report, skill, repeats=settle.repeats))


def _rerun(report: Report, skill: SkillVerdict, *, repeats: int | None) -> str:
    """Return the command that runs this skill again: on the forge, or in the user's shell.

    Names come from the pull request, and this line will be pasted: each is quoted for the shell,
    and what is no plain word is left out of a command for the forge.
    """
    more = f" --repeats {repeats}" if repeats else ""
    request = report.request
    if request.kind == "refs":
        only = f" --only {shlex.quote(skill.skill)}"
        refs = f"--base {shlex.quote(request.base_ref)} --head {shlex.quote(request.head_ref)}"
        return f"skilleval run {refs}{only}{more}"
    only = f" --only {skill.skill}" if _BARE_WORD.fullmatch(skill.skill) else ""
    return f"{request.run_command}{only}{more}"
