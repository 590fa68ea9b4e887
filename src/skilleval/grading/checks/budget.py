"""`budget`: tokens, seconds or tool calls of the trial, at most so many."""

from skilleval.domain.suite import BudgetCheck
from skilleval.grading.checks.mark import Mark
from skilleval.grading.exhibit import Exhibit


def mark(check: BudgetCheck, exhibit: Exhibit) -> Mark:
    """Return whether the trial stayed within the limit."""
    evidence = exhibit.evidence
    spent = {
        "tokens": float(evidence.usage.tokens),
        "seconds": evidence.seconds,
        "tool_calls": float(len(evidence.tool_calls)),
    }[check.measure]
    return Mark(spent <= check.at_most, f"{spent:g} {check.measure}, at most {check.at_most:g}")
