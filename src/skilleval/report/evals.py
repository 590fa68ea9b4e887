"""The evals under review, as the bodies show them: notes, answers side by side, golden tasks, blinding."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from skilleval.domain.grade import Blinding, DisputedItem, Preference
from skilleval.domain.lift import GoldenCounts, GoldenTask
from skilleval.domain.report import Report
from skilleval.domain.value import Arm
from skilleval.report import words
from skilleval.report.parts import SkillParts
from skilleval.report.rows import Cut, cut, of_arm

_VENDORS = {"claude": "Anthropic", "gpt": "OpenAI", "o": "OpenAI", "gemini": "Google", "mistral": "Mistral"}


@dataclass(frozen=True)
class PreferenceRow:
    """A task that nothing grades: how good a blind judge finds the answers of both arms, 0 to 1."""

    task: str
    old: float
    new: float
    pairs: int


@dataclass(frozen=True)
class GoldenRow:
    """How a golden task ended in both arms: `resolved 2/3, escalated 0/3, failed 1/3`."""

    task: str
    old: str
    new: str


@dataclass(frozen=True)
class EvalBlock:
    """What one skill's trials say of its evals. Nothing of it is in the bar."""

    notes: Cut[str]
    preferences: Cut[PreferenceRow]
    golden: Cut[GoldenRow]
    disputes: Cut[DisputedItem]


def eval_block(parts: SkillParts, *, limit: int) -> EvalBlock:
    """Return the block of one skill, each list cut to `limit`."""
    return EvalBlock(
        notes=cut(parts.eval_notes, limit),
        preferences=cut(preference_rows(parts.preferences), limit),
        golden=cut([_golden(task, parts.old_arm) for task in parts.tables.golden], limit),
        disputes=cut(parts.disputes, limit),
    )


def preference_rows(preferences: tuple[Preference, ...]) -> list[PreferenceRow]:
    """Return the means over the pairs of each task, where the candidate lost most first."""
    by_task: dict[str, list[Preference]] = defaultdict(list)
    for one in preferences:
        by_task[one.task].append(one)
    rows = [
        PreferenceRow(
            task,
            old=fmean(one.baseline for one in pairs),
            new=fmean(one.candidate for one in pairs),
            pairs=len(pairs),
        )
        for task, pairs in by_task.items()
    ]
    return sorted(rows, key=lambda row: row.new - row.old)


def grading_lines(report: Report) -> tuple[str, ...]:
    """Return what a reader of the grades must know of the grader: is it blind, is it a relative?"""
    return tuple(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    if report.evals.blinding is not None:
        yield blinding_sentence(report.evals.blinding)
    yield from report.evals.skipped
    disputed = sum(item.by == "model" for item in report.disputes)
    if disputed:
        judged = sum(item.by == "model" for trial in report.graded for item in trial.items)
        yield (
            f"Disputed: {words.rate(disputed, judged)} of the statements that the model graded;"
            " were all disputes right, this would be its error rate."
        )
    yield from _second_reader(report)
    vendor = vendor_of(report.run.model)
    if vendor and vendor == vendor_of(report.run.grader_model) and report.graded:
        yield f"Agent and grader are both of {vendor}: a grader may favour answers of its own kind."


def _second_reader(report: Report) -> Iterator[str]:
    read = [claim.second for trial in report.graded for claim in trial.claims if claim.reading]
    denied = read.count("disagrees")
    if denied:
        yield (
            f"Second reader: {words.rate(denied, len(read))} of the false claims that code found were"
            " read otherwise, and are not counted."
        )
    elif read:
        found = words.count(len(read), "false claim")
        yield f"Second reader: {found} that code found, none of them read otherwise."


def blinding_sentence(blinding: Blinding) -> str:
    """Return how often the arms were told apart, beside what chance gives, with n."""
    share = blinding.right / blinding.asked
    pairs = words.count(blinding.asked, "pair")
    return (
        f"Blinding: shown {pairs} of answers, the judge named the candidate's in {share:.0%}"
        f" (chance gives 50%; one in which it saw no difference counts half)."
    )


def vendor_of(model: str) -> str:
    """Return who makes a model, by its name; empty where the name does not tell."""
    family = model.lower().rpartition("/")[2].split("-")[0].rstrip("0123456789.")
    return _VENDORS.get(family, "")


def _golden(task: GoldenTask, against: Arm) -> GoldenRow:
    old, new = of_arm(task.arms, against, None), of_arm(task.arms, "candidate", None)
    return GoldenRow(task.id, _ends(old), _ends(new))


def _ends(counts: GoldenCounts | None) -> str:
    if counts is None or not counts.n:
        return "–"
    ends = ("resolved", counts.resolved), ("escalated", counts.escalated), ("failed", counts.failed)
    return ", ".join(f"{name} {words.of(number, counts.n)}" for name, number in ends)
