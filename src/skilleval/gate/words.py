"""Titles and sentences, short and plain."""

from collections.abc import Sequence

from skilleval.domain.change import SkillChange
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause, SkillVerdict, VerdictWord
from skilleval.gate.case import SkillCase
from skilleval.gate.conclusion import VERDICT_ORDER, Standing

TITLES = {
    "better": "better than before",
    "triggers-hold": "triggers as well as before",
    "removed": "skill removed",
    "nothing-changed": "no skill changed",
    "nothing-to-measure": "nothing that reaches an agent changed",
    "measure-changed": "only the evals changed: the measure itself is new",
    "no-evals": "no evals: reviewed, not measured",
    "broken-evals": "its evals cannot be used: reviewed, not measured",
    "no-baseline": "nothing to compare with: reviewed, not judged",
    "not-judged": "measured, not judged: no old version and no floor",
    "cannot-measure": "the skill cannot be read or compared",
    "mean": "worse than before",
    "tasks": "a task got worse",
    "claims": "causes false claims",
    "triggers": "triggers worse than before",
    "security": "introduces a security finding",
    "own-tests": "the skill's own tests fail",
    "ours": "could not be judged, and that is on us, not on the skill",
    "ceiling": "cannot show a gain: both at 1.0",
    "thin": "bar met, evidence thin",
    "no-gain-shown": "no gain shown",
    "no-trigger-evals": "bar met, triggering not measured",
    "no-routes": "no request with a known owner: routing not measured",
    "not-offered": "the host did not offer the skill: triggering not measured",
    "routing-holds": "requests reach the right skill",
    "routing-open": "requests could not be tried on all skills",
    "triggers-unconfirmed": "a query stopped working, not yet confirmed",
    "budget": "only partly measured: the budget did not allow more",
    "waiting": "reviewed; trials have not started",
}


_DOES: dict[VerdictWord, str] = {
    "error": "could not be judged",
    "fail": "failed",
    "inconclusive": "inconclusive",
    "pass": "passed",
}


def title_for(reason: str, standing: Standing, bar: Bar) -> str:
    """Return the check's title for one skill."""
    title = TITLES[reason]
    if standing.literal_bar is None and reason == "triggers-unconfirmed":
        title = f"not settled: {title}"
    return title if bar.blocking else f"{title} (not blocking)"


def overall_title(skills: Sequence[SkillVerdict]) -> str:
    """Return the title over all skills: the worst is named, and those that fare as it does are counted."""
    if not skills:
        return TITLES["nothing-changed"]
    worst = min(skills, key=lambda skill: VERDICT_ORDER.index(skill.verdict))
    alike = sum(skill.verdict == worst.verdict for skill in skills)
    of_all = f"all {alike} skills" if alike == len(skills) else f"{alike} of {len(skills)} skills"
    more = f" ({of_all} {_DOES[worst.verdict]})" if len(skills) > 1 else ""
    return f"{worst.skill}: {worst.title}{more}"


def sentence_for(case: SkillCase, reason: str, clauses: Sequence[Clause]) -> str:
    """Return why, in plain words: one sentence, or one for each clause that is broken."""
    by_name = {clause.name: clause for clause in clauses}
    if reason in by_name or reason == "own-tests":
        return " ".join(clause.reason for clause in clauses if clause.state == "broken")
    if reason == "cannot-measure":
        return case.change.problem
    if reason == "waiting":
        return case.waiting
    if reason == "ours":
        return by_name["evidence"].reason
    open_clause = next((clause for clause in clauses if clause.state == "open"), None)
    if open_clause is not None and reason not in {"no-evals", "broken-evals"}:
        return open_clause.reason
    return _fixed_sentence(case, reason, by_name["mean"])


def _fixed_sentence(case: SkillCase, reason: str, mean: Clause) -> str:
    if reason in {"no-evals", "broken-evals"}:
        missing = "tasks" if case.change.wants_uplift else "trigger queries"
        why = f": {_what_is_wrong(case.change)}" if reason == "broken-evals" else "."
        return f"There are no {missing} that can be graded, so nothing was measured{why}"
    if reason == "better":
        return mean.reason
    return f"{TITLES[reason][0].upper()}{TITLES[reason][1:]}."


def _what_is_wrong(change: SkillChange) -> str:
    """Return the first thing that is wrong with a skill's evals, and how many more there are."""
    suites = (change.base_suite, change.head_suite)
    errors = [problem for suite in suites for problem in suite.problems if problem.level == "error"]
    said = [f"{' '.join((one.path, one.where)).strip()}: {one.message}" for one in errors]
    said += [
        f"{task.source}: task {task.id} has no statement that an agent without the skill could meet"
        for suite in suites
        for task in suite.tasks
        if not task.is_gradable
    ]
    distinct = list(dict.fromkeys(said))
    more = f" (and {len(distinct) - 1} more)" if len(distinct) > 1 else ""
    return f"{distinct[0]}{more}."
