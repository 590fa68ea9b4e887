"""False claims: kinds over the trials of both arms, and which of them are a pattern."""

from collections.abc import Mapping, Sequence

from skilleval.domain.grade import Claim, GradedTrial
from skilleval.domain.lift import ClaimPattern, ClaimQuote, ClaimTable
from skilleval.domain.value import Arm
from skilleval.stats.trials import is_scored

MIN_TASKS = 2
MIN_TRIALS = 3
MORE_SHOWN = 0.95
"""A pattern: at least so many tasks, candidate trials, and odds that the candidate does it more often."""


def estimate_claims(skill: str, trials: Sequence[GradedTrial]) -> ClaimTable | None:
    """Return the kinds of false claims in both arms, or None without an answer.

    Only confirmed claims count; the others are shown.
    """
    answers: dict[Arm, list[GradedTrial]] = {"candidate": [], "baseline": []}
    for trial in sorted(trials, key=lambda trial: (trial.cell.item, trial.cell.repeat)):
        if trial.state == "completed" and is_scored(trial) and trial.cell.arm in answers:
            answers[trial.cell.arm].append(trial)
    if not any(answers.values()):
        return None
    kinds = {claim.kind for arm in answers.values() for trial in arm for claim in trial.false_claims}
    return ClaimTable(skill=skill, patterns=tuple(_pattern(kind, answers) for kind in sorted(kinds)))


def _pattern(kind: str, answers: Mapping[Arm, Sequence[GradedTrial]]) -> ClaimPattern:
    quotes = [
        _quote(trial, claim)
        for arm in ("candidate", "baseline")
        for trial in answers[arm]
        for claim in trial.false_claims
        if claim.kind == kind
    ]
    telling = [quote for quote in quotes if quote.confirmed]
    new, old = (
        (len({quote.trial for quote in telling if quote.arm == arm}), len(answers[arm]))
        for arm in ("candidate", "baseline")
    )
    tasks = {quote.task for quote in telling if quote.arm == "candidate"}
    p_more = odds_more_often(new, old) if new[1] and old[1] else None
    arms = {quote.arm for quote in telling or quotes}
    return ClaimPattern(
        kind=kind,
        status="both" if len(arms) == 2 else "new" if "candidate" in arms else "gone",
        candidate=new,
        baseline=old,
        tasks=tuple(sorted(tasks)),
        p_more=p_more,
        is_pattern=len(tasks) >= MIN_TASKS and new[0] >= MIN_TRIALS and (p_more or 0.0) > MORE_SHOWN,
        quotes=tuple(quotes),
    )


def _quote(trial: GradedTrial, claim: Claim) -> ClaimQuote:
    return ClaimQuote(
        task=trial.cell.item,
        trial=trial.trial,
        arm=trial.cell.arm,
        quote=claim.quote or claim.text,
        evidence=claim.evidence,
        confirmed=claim.confirmed,
        by=claim.by,
        second=claim.second,
        second_said=claim.second_said,
        reading=claim.reading,
    )


def odds_more_often(new: tuple[int, int], old: tuple[int, int]) -> float:
    """Return P(rate behind `new` > rate behind `old`), counts as (k, n), prior Beta(1/2, 1/2) each.

    The double integral over two beta densities, by Gauss-Legendre in the angle x = sin(t)^2, where the
    densities have no poles.
    """
    import numpy as np  # noqa: PLC0415  slow to import
    from scipy.special import betainc, betaln  # noqa: PLC0415  slow to import

    a, b = new[0] + 0.5, new[1] - new[0] + 0.5
    c, d = old[0] + 0.5, old[1] - old[0] + 0.5
    nodes, weights = np.polynomial.legendre.leggauss(200)
    angle = np.pi / 4 * (nodes + 1)
    density = 2 * np.exp(
        (2 * a - 1) * np.log(np.sin(angle)) + (2 * b - 1) * np.log(np.cos(angle)) - betaln(a, b)
    )
    below = betainc(c, d, np.sin(angle) ** 2)
    return float(np.sum(weights * density * below) * np.pi / 4)
