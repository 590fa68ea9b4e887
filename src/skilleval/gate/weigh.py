"""From the clauses to the verdict and its stable word."""

from collections.abc import Sequence

from skilleval.domain.change import SkillChange
from skilleval.domain.verdict import Clause, VerdictWord
from skilleval.gate import rule
from skilleval.gate.behaviour import blocking_findings
from skilleval.gate.case import SkillCase
from skilleval.gate.conclusion import LiteralBar
from skilleval.gate.triggers import fallen_queries, unseen_trials

Weighed = tuple[VerdictWord, str]
"""The verdict and its stable word."""


def weigh(case: SkillCase, clauses: Sequence[Clause]) -> Weighed:
    """Return the verdict: what is certain first, then what could not be measured, then what was."""
    return _certain(case, clauses) or _unmeasured(case) or _measured(case, clauses)


def literal_bar(case: SkillCase) -> LiteralBar:
    """Return clauses 1 and 2 as written, on all repeats; None where they do not apply or lack a task."""
    table = case.tables.lift
    if not case.change.wants_uplift or table is None or table.mean is None or case.health.left_out:
        return None
    if any(row.lift is None for row in rule.counted_rows(table)):
        return None
    holds = rule.mean_holds(table, case.bar) and not rule.fallen_rows(table, case.bar)
    return "pass" if holds else "fail"


def _certain(case: SkillCase, clauses: Sequence[Clause]) -> Weighed | None:
    """Return what holds whatever the odds say: removed, unreadable, our failure, a broken clause."""
    broken = [clause.name for clause in clauses if clause.state == "broken"]
    if case.change.kind == "removed":
        return "pass", "removed"
    if case.change.problem:
        return "fail", "cannot-measure"
    if "evidence" in broken:
        return "error", "ours"
    return ("fail", _word_for(case, broken[0])) if broken else None


def _word_for(case: SkillCase, clause: str) -> str:
    """Return the clause's name as the word; failing own tests have their own."""
    if clause != "security" or not any(run.state == "failed" for run in case.own_tests):
        return clause
    return "own-tests" if not blocking_findings(case) else clause


def _unmeasured(case: SkillCase) -> Weighed | None:
    """Return why there is nothing to weigh, if so."""
    change = case.change
    if not change.wants_uplift and not change.wants_triggers and not change.wants_routing:
        return "pass", "measure-changed" if "evals" in change.parts else "nothing-to-measure"
    if case.waiting:
        return "inconclusive", "waiting"
    if change.wants_routing and not change.wants_triggers and not change.wants_uplift:
        return None if case.has_routes else ("inconclusive", "no-routes")
    if not (case.has_tasks if change.wants_uplift else case.has_queries):
        return "inconclusive", "broken-evals" if has_broken_evals(change) else "no-evals"
    return ("inconclusive", "budget") if case.health.left_out else None


def has_broken_evals(change: SkillChange) -> bool:
    """Return whether a skill has evals of which something cannot be read or graded."""
    suites = (change.base_suite, change.head_suite)
    unread = any(problem.level == "error" for suite in suites for problem in suite.problems)
    return unread or any(not task.is_gradable for suite in suites for task in suite.tasks)


def _measured(case: SkillCase, clauses: Sequence[Clause]) -> Weighed:
    state = {clause.name: clause.state for clause in clauses}
    if {state["mean"], state["tasks"], state["triggers"]} == {"n/a"}:
        return "inconclusive", "not-judged" if case.change.asked else "no-baseline"
    if "open" not in state.values():
        return "pass", _held(case)
    if rule.is_ceiling(case.tables.lift):
        return "inconclusive", "ceiling"
    if literal_bar(case) == "fail":
        return "inconclusive", "no-gain-shown"
    if "open" in {state["mean"], state["tasks"]}:
        return "inconclusive", "thin"
    return "inconclusive", _open_triggers(case)


def _held(case: SkillCase) -> str:
    if case.change.wants_uplift:
        return "better"
    return "triggers-hold" if case.change.wants_triggers else "routing-holds"


def _open_triggers(case: SkillCase) -> str:
    """Return the word for a clause on triggers that is open."""
    if unseen_trials(case):
        return "not-offered"
    if case.tables.triggers is not None and fallen_queries(case.tables.triggers):
        return "triggers-unconfirmed"
    if case.has_routes and (case.routing is None or case.routing.candidate is None):
        return "routing-open"
    return "triggers-unconfirmed" if case.has_queries else "no-trigger-evals"
