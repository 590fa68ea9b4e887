"""False claims: kinds over the trials of both arms, and which of them are a pattern."""

from collections import defaultdict
from collections.abc import Sequence

from skilleval.domain.grade import Claim, GradedTrial
from skilleval.domain.lift import ClaimPattern, ClaimQuote, ClaimTable
from skilleval.domain.value import Arm
from skilleval.stats.trials import is_scored

MIN_TASKS = 2
MIN_TRIALS = 3
MORE_SHOWN = 0.95
"""A pattern: at least so many tasks, candidate trials, and odds that the candidate does it more often."""


def estimate_claims(skill: str, trials: Sequence[GradedTrial]) -> ClaimTable:
    """Return the kinds of false claims in both arms. Only confirmed claims count; the others are shown."""
    answered = [trial for trial in trials if trial.state == "completed" and is_scored(trial)]
    told: dict[str, list[tuple[GradedTrial, Claim]]] = defaultdict(list)
    for trial in answered:
        for claim in trial.false_claims:
            told[claim.kind].append((trial, claim))
    of_arm = {arm: sum(trial.cell.arm == arm for trial in answered) for arm in ("candidate", "baseline")}
    patterns = [
        _pattern(kind, pairs, candidates=of_arm["candidate"], baselines=of_arm["baseline"])
        for kind, pairs in sorted(told.items())
    ]
    return ClaimTable(skill=skill, patterns=tuple(pattern for pattern in patterns if pattern is not None))


def _pattern(
    kind: str, pairs: Sequence[tuple[GradedTrial, Claim]], *, candidates: int, baselines: int
) -> ClaimPattern | None:
    confirmed: dict[Arm, set[str]] = {"candidate": set(), "baseline": set()}
    seen: set[Arm] = set()
    tasks = set()
    for trial, claim in pairs:
        arm = trial.cell.arm
        if arm not in confirmed:
            continue
        seen.add(arm)
        if claim.confirmed:
            confirmed[arm].add(trial.trial)
            tasks |= {trial.cell.item} if arm == "candidate" else set()
    if not seen:
        return None
    told = {arm for arm, found in confirmed.items() if found} or seen
    new, old = (len(confirmed["candidate"]), candidates), (len(confirmed["baseline"]), baselines)
    p_more = odds_more_often(new, old) if candidates and baselines else None
    return ClaimPattern(
        kind=kind,
        status="both" if len(told) == 2 else "new" if "candidate" in told else "gone",
        candidate=new,
        baseline=old,
        tasks=tuple(sorted(tasks)),
        p_more=p_more,
        is_pattern=len(tasks) >= MIN_TASKS
        and new[0] >= MIN_TRIALS
        and p_more is not None
        and p_more > MORE_SHOWN,
        quotes=tuple(_quote(trial, claim) for trial, claim in pairs if trial.cell.arm in confirmed),
    )


def _quote(trial: GradedTrial, claim: Claim) -> ClaimQuote:
    return ClaimQuote(
        task=trial.cell.item,
        trial=trial.trial,
        arm=trial.cell.arm,
        quote=claim.quote or claim.text,
        evidence=claim.evidence,
        confirmed=claim.confirmed,
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
