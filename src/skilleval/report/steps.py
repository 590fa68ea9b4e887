"""What to do next: a sentence, and where there is one, a command that can be pasted as it stands."""

import re
import shlex
from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from skilleval.domain.report import Report, RunInfo
from skilleval.domain.verdict import Settle, SkillVerdict
from skilleval.report import words
from skilleval.report.prices import Price, price_of
from skilleval.report.remedies import remedy

_MOST_NAMES = 6
_BARE_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Step:
    """One thing to do. `command` is empty where nothing can be pasted, `place` where none is to be opened."""

    text: str
    command: str = ""
    place: str = ""


_FOR_EVALS = {
    "no-evals": Step("Add tasks to evals/evals.json beside SKILL.md: without them nothing is measured."),
    "broken-evals": Step("Repair the evals: the lint names each fault with its place.", "skilleval lint"),
}


def next_steps(report: Report, skill: SkillVerdict) -> tuple[Step, ...]:
    """Return what would move this skill's verdict on, most useful first."""
    return tuple(_steps(report, skill))


def _steps(report: Report, skill: SkillVerdict) -> Iterator[Step]:
    if skill.reason == "waiting" and report.request.approval:
        yield _priced(
            "Whoever has write permission can start the trials", price_of(report), report.request.approval
        )
    if skill.verdict == "error":
        yield _priced(
            "This is ours, not the skill's: run again",
            _rerun_price(report, skill),
            _rerun(report, skill, repeats=None),
        )
    if skill.reason in _FOR_EVALS:
        yield _FOR_EVALS[skill.reason]
    settles = skill.settle is not None and skill.verdict == "inconclusive"
    if settles and skill.settle is not None:
        yield _settle_step(report, skill, skill.settle)
    yield from _needs(report, skill, states={"broken"} if settles else {"broken", "open"})
    if skill.verdict == "fail":
        yield _again(report, skill)


def _needs(report: Report, skill: SkillVerdict, *, states: Container[str]) -> Iterator[Step]:
    """Yield where to look for each broken clause, or else in general what would meet it."""
    needs: dict[str, list[str]] = defaultdict(list)
    steps: list[Step] = []
    for clause in skill.clauses:
        where = remedy(report, skill, clause.name) if clause.state == "broken" else None
        if where is not None and clause.state in states:
            steps.append(Step(where.text, place=where.place))
        elif clause.state in states and clause.would_change:
            needs[clause.would_change].append(clause.name)
    yield from dict.fromkeys(steps)
    for need, names in needs.items():
        yield Step(f"{' and '.join(names)} would be met by {need}.")


def _again(report: Report, skill: SkillVerdict) -> Step:
    """Say how the next version is measured: on a forge by the push itself."""
    price = _rerun_price(report, skill)
    if report.request.kind == "refs":
        return _priced("Change the skill, then measure it again", price, _rerun(report, skill, repeats=None))
    if report.request.foreign:
        return _priced("A push is reviewed by itself; its trials need a new approval", price)
    return _priced("A push to this pull request is measured by itself", price)


def _settle_step(report: Report, skill: SkillVerdict, settle: Settle) -> Step:
    where = f" on {words.count(len(settle.tasks), 'task')} ({_named(settle.tasks)})" if settle.tasks else ""
    if settle.hopeless:
        return Step(f"More repeats{where} would not settle it within the declared looks: more tasks would.")
    text = f"{words.count(settle.repeats, 'repeat')} of each arm{where} would settle it, if the means stay"
    command = _rerun(report, skill, repeats=settle.repeats)
    return _priced(text, _rerun_price(report, skill, repeats=settle.repeats), command)


def _named(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _priced(text: str, price: Price | None, command: str = "") -> Step:
    return Step(f"{text}: {price}." if price else f"{text}.", command)


def _rerun_price(report: Report, skill: SkillVerdict, *, repeats: int | None = None) -> Price | None:
    """Return the price of the command of `_rerun`, which runs all tasks and queries of what it names."""
    return price_of(report, skill=skill.skill if _can_name(report, skill) else None, repeats=repeats)


def _can_name(report: Report, skill: SkillVerdict) -> bool:
    return report.request.kind == "refs" or bool(_BARE_WORD.fullmatch(skill.skill))


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
        return f"skilleval run {refs}{only}{more}{_as_it_ran(report.run)}"
    only = f" --only {skill.skill}" if _can_name(report, skill) else ""
    return f"{request.run_command}{only}{more}"


def _as_it_ran(run: RunInfo) -> str:
    """Return the flags with which a shell runs the same agent on the same models in the same rooms."""
    flags = {
        "--agent": run.agent,
        "--model": run.model,
        "--sandbox": run.sandbox,
        "--set": f"grader-model={run.grader_model}",
    }
    return "".join(f" {flag} {shlex.quote(value)}" for flag, value in flags.items())
