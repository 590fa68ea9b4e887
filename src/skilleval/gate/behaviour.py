"""Clauses 3, 5 and 6: claims, security, evidence."""

from collections.abc import Sequence

from skilleval.domain.finding import SEVERITIES, Finding
from skilleval.domain.lift import ClaimPattern, ClaimTable
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.policy import Bar
from skilleval.domain.verdict import Clause, Numbers
from skilleval.gate.case import SkillCase


def judge_claims(case: SkillCase) -> Clause:
    """Return clause 3: does the candidate make a kind of false claim that the baseline does not?"""
    table = case.tables.claims
    if not case.change.wants_uplift or table is None:
        return Clause(
            name="claims",
            state="n/a",
            reason="No answer was looked at for claims.",
            would_change="tasks whose answers a grader reads",
        )
    caused = [pattern for pattern in table.patterns if pattern.is_pattern]
    if caused:
        worst = max(caused, key=lambda pattern: pattern.p_more or 0.0)
        return Clause(
            name="claims",
            state="broken",
            reason=f"The change makes it say what is false: {worst.kind}.",
            numbers=_claim_numbers(worst, len(caused)),
            would_change="a candidate that does not say this",
        )
    return Clause(
        name="claims",
        state="met",
        reason=_watch(table),
        numbers={"patterns": 0, "kinds": sum(pattern.is_counted for pattern in table.patterns)},
        would_change="a kind of false claim in 2 tasks and 3 trials, more often than before (odds over 0.95)",
    )


def _claim_numbers(worst: ClaimPattern, patterns: int) -> Numbers:
    return {
        "patterns": patterns,
        "candidate": f"{worst.candidate[0]} of {worst.candidate[1]}",
        "baseline": f"{worst.baseline[0]} of {worst.baseline[1]}",
        "tasks": len(worst.tasks),
        "p_more": worst.p_more,
    }


def _watch(table: ClaimTable) -> str:
    more = [pattern.kind for pattern in table.patterns if (pattern.p_more or 0.0) > 0.5 and pattern.tasks]
    return f"No pattern yet; watch: {', '.join(more[:3])}." if more else "No false-claim pattern is caused."


def judge_security(case: SkillCase) -> Clause:
    """Return clause 5: does the change introduce something dangerous?"""
    if case.change.kind == "removed":
        return Clause(name="security", state="n/a", reason="The skill is removed.")
    if case.review is None or case.review.error:
        return Clause(
            name="security",
            state="open",
            reason=f"{_review_fault(case)}.".capitalize(),
            would_change="a review that runs to its end",
        )
    introduced = case.review.of("introduced")
    blocking = blocking_findings(case)
    numbers: Numbers = {
        "introduced": len(introduced),
        "blocking": len(blocking),
        "block_at": case.bar.block_at,
        **_own_test_numbers(case),
    }
    if blocking:
        first = blocking[0]
        return Clause(
            name="security",
            state="broken",
            reason=f"Introduced: {first.message} ({first.path}:{first.line}, {first.rule}).",
            numbers=numbers,
            would_change="a change without it, or a reason on record at the base side",
        )
    if failing := [run for run in case.own_tests if run.state == "failed"]:
        return Clause(
            name="security",
            state="broken",
            reason=f"The skill's own tests fail: {_failing(failing[0])}.",
            numbers=numbers,
            would_change="scripts that pass the tests of both sides",
        )
    if case.change.asked:
        return Clause(
            name="security",
            state="n/a",
            reason="Only trials were asked for: the files were not reviewed.",
            numbers=numbers,
            would_change="skilleval review, or a whole run",
        )
    return Clause(
        name="security",
        state="met",
        reason=f"Nothing introduced that blocks{_passing(case.own_tests)}.",
        numbers=numbers,
        would_change=f"an introduced finding at {case.bar.block_at} or above with high confidence",
    )


def blocking_findings(case: SkillCase) -> list[Finding]:
    """Return the introduced findings that block."""
    introduced = case.review.of("introduced") if case.review else ()
    return [finding for finding in introduced if _blocks(finding, case.bar)]


def _own_test_numbers(case: SkillCase) -> Numbers:
    states = [run.state for run in case.own_tests]
    return {"own_tests": len(states), "own_tests_failed": states.count("failed")} if states else {}


def _failing(run: OwnTestRun) -> str:
    """Return which tests fail, of which side, and whether they did before."""
    whose = {"baseline": "those of the base side", "candidate": "those of the change", "both": "unchanged"}
    what = run.failed[0] if run.failed else run.reason or ", ".join(run.paths[:2])
    more = f" and {len(run.failed) - 1} more" if len(run.failed) > 1 else ""
    before = {
        "failed": "; they fail on the base's scripts, too",
        "passed": "; they pass on the base's scripts",
    }
    return f"{what}{more} ({run.runner}; tests: {whose[run.side]}){before.get(run.before, '')}"


def _passing(runs: Sequence[OwnTestRun]) -> str:
    if not runs:
        return ""
    passed = sum(run.state == "passed" for run in runs)
    left = f", {len(runs) - passed} not run" if passed < len(runs) else ""
    return f"; own tests: {passed} of {len(runs)} suites pass{left}"


def _blocks(finding: Finding, bar: Bar) -> bool:
    """Return whether an introduced finding blocks: what cannot be read is never clean."""
    severe = SEVERITIES.index(finding.severity) >= SEVERITIES.index(bar.block_at)
    return finding.incomplete or (severe and finding.confidence == "high")


def _review_fault(case: SkillCase) -> str:
    if case.review is None:
        return "the security review did not run"
    return f"the security review failed: {case.review.error}" if case.review.error else ""


def judge_evidence(case: SkillCase) -> Clause:
    """Return clause 6: is what we did enough, and sound, to say anything at all?"""
    health = case.health
    numbers: Numbers = {"usable": health.usable, "planned": health.planned}
    faults = _faults(case)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        return Clause(
            name="evidence",
            state="broken",
            reason=f"Not the skill's fault: {faults[0]}{more}.",
            numbers=numbers | {"faults": len(faults)},
            would_change="a run in which enough trials complete",
        )
    if health.left_out:
        return Clause(
            name="evidence",
            state="open",
            reason=f"The budget ended before enough trials of: {', '.join(health.left_out[:3])}.",
            numbers=numbers | {"left_out": len(health.left_out)},
            would_change="a larger budget",
        )
    return Clause(
        name="evidence",
        state="met" if health.planned else "n/a",
        reason=f"{health.usable} of {health.planned} trials count."
        if health.planned
        else "Nothing had to run.",
        numbers=numbers,
        would_change="a task and arm with under two thirds of its repeats" if health.planned else "",
    )


def _faults(case: SkillCase) -> list[str]:
    faults = [] if case.waiting else list(case.health.faults)
    review = _review_fault(case)
    return [*faults, review] if review and case.change.kind != "removed" else faults
