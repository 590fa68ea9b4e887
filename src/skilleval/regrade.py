"""A saved run, judged again: graded anew without running any agent, or with a dispute recorded."""

from collections.abc import Sequence

from skilleval.desk import Found, Made, grader_usage
from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import Dispute, DisputedItem, GradedTrial
from skilleval.domain.report import Report
from skilleval.errors import ConfigError
from skilleval.grading import Marking, grade_trials, weigh_dispute
from skilleval.pipeline import evals_reviewed, judge
from skilleval.review import with_measured
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings
from skilleval.stats import estimate_routing


def grade_again(folder: RunFolder, settings: Settings, marking: Marking) -> Report:
    """Grade the trials of a saved run again and decide again, without running any agent.

    Raises:
        ConfigError: the run folder is incomplete or damaged.
    """
    old = folder.load_report()
    if old.plan is None:
        raise ConfigError(f"{folder.path} holds no trials", hint="run the pipeline first")
    changes, trials = folder.load_changes(), folder.load_trials(old.plan)
    graded = folder.keep_grades(grade_trials(trials, changes, marking))
    evals = evals_reviewed(graded, trials, changes, marking, settings.max_cost_usd)
    found = Found(old.request, changes, old.reviews, old.run.started.date(), old.own_tests)
    made = Made(plan=old.plan, trials=trials, graded=graded, faults=old.faults)
    tables, verdict = judge(settings, found, made)
    run = old.run.model_copy(
        update={
            "grader_model": settings.grader_model,
            "versions": old.run.versions | {"grader": marking.grader.name},
        }
    )
    report = old.model_copy(
        update={
            "run": run,
            "graded": graded,
            "reviews": with_measured(old.reviews, tables, changes, today=found.today),
            "evals": evals,
            "disputes": _weighed_again(old.disputes, graded, changes),
            "tables": folder.keep_all("tables", tables),
            "routing": estimate_routing(graded, changes),
            "verdict": folder.keep("verdict", verdict),
            "grader_usage": grader_usage(graded) + evals.usage,
        }
    )
    folder.save("report", report)
    return report


def add_dispute(folder: RunFolder, dispute: Dispute) -> Report:
    """Record a dispute of a grade in a saved run; scores and verdict stay as they are.

    Raises:
        ConfigError: the run has no such trial or item.
    """
    report = folder.load_report()
    item = weigh_dispute(dispute, report.graded, report.changes)
    others = tuple(
        old
        for old in report.disputes
        if (old.dispute.trial, old.dispute.item) != (dispute.trial, dispute.item)
    )
    fresh = report.model_copy(update={"disputes": (*others, item)})
    folder.save("report", fresh)
    return fresh


def _weighed_again(
    disputes: Sequence[DisputedItem], graded: Sequence[GradedTrial], changes: ChangeSet
) -> tuple[DisputedItem, ...]:
    """Return the disputes held against new grades; one whose item is no longer graded is left out."""
    there = {(trial.trial, item.id) for trial in graded for item in trial.items}
    return tuple(
        weigh_dispute(old.dispute, graded, changes)
        for old in disputes
        if (old.dispute.trial, old.dispute.item) in there
    )
