"""The verdict: six clauses, the literal bar, and what the check shows."""

from skilleval.domain.verdict import Clause, SkillVerdict, Verdict
from skilleval.gate import rule
from skilleval.gate.behaviour import judge_claims, judge_evidence, judge_security
from skilleval.gate.case import Case, SkillCase, skill_cases
from skilleval.gate.clauses import judge_mean, judge_tasks
from skilleval.gate.conclusion import Standing, conclude, worst_conclusion, worst_verdict
from skilleval.gate.looks import choose_look, settle
from skilleval.gate.triggers import judge_triggers
from skilleval.gate.weigh import literal_bar, weigh
from skilleval.gate.words import overall_title, sentence_for, title_for


def decide(case: Case) -> Verdict:
    """Return the verdict on a run: each skill by itself, the worst for the whole.

    Pure: the same case gives the same verdict, so that a saved run can be judged again.
    """
    skills = tuple(judge_skill(skill) for skill in skill_cases(case))
    worst = worst_verdict(skill.verdict for skill in skills)
    guilty = next((skill for skill in skills if skill.verdict == worst), None)
    return Verdict(
        verdict=worst,
        conclusion=worst_conclusion(skill.conclusion for skill in skills),
        reason=guilty.reason if guilty else "nothing-changed",
        title=overall_title(skills),
        skills=skills,
    )


def judge_skill(case: SkillCase) -> SkillVerdict:
    """Return the verdict on one skill."""
    clauses = judge_clauses(case)
    literal = literal_bar(case)
    verdict, reason = weigh(case, clauses)
    is_ceiling = rule.is_ceiling(case.tables.lift)
    standing = Standing(
        literal,
        verdict,
        is_ceiling=is_ceiling,
        is_waiting=bool(case.waiting),
        has_broken_evals=reason == "broken-evals",
    )
    conclusion = conclude(standing, case.bar)
    look = choose_look(case, verdict)
    return SkillVerdict(
        skill=case.change.name,
        verdict=verdict,
        reason=reason,
        sentence=sentence_for(case, reason, clauses),
        conclusion=conclusion,
        title=title_for(reason, standing, case.bar),
        literal_bar=literal,
        clauses=clauses,
        settle=settle(case, look) if verdict == "inconclusive" else None,
        next_look=look,
        notes=_notes(case),
    )


def _notes(case: SkillCase) -> tuple[str, ...]:
    """Return what a reader must know of the measure itself."""
    suite = case.change.base_suite
    notes = []
    if case.change.wants_uplift and case.has_tasks and not any(task.is_gradable for task in suite.tasks):
        notes.append("The tasks are the author's own, from this change: the base side has none.")
    if case.change.wants_triggers and case.has_queries and not suite.queries:
        notes.append("The trigger queries are the author's own, from this change: the base side has none.")
    return tuple(notes)


def judge_clauses(case: SkillCase) -> tuple[Clause, ...]:
    """Return the six clauses in their order."""
    return (
        judge_mean(case),
        judge_tasks(case),
        judge_claims(case),
        judge_triggers(case),
        judge_security(case),
        judge_evidence(case),
    )
