"""The formulas behind each clause, with their sources, as `skilleval explain` prints them."""

from skilleval.domain.verdict import ClauseName

FORMULAS: dict[ClauseName, tuple[str, ...]] = {
    "mean": (
        "lift of a task = mean(candidate scores) - mean(baseline scores); the suite's is their mean",
        "s^2 = sum of squares within (task, arm) / degrees of freedom, at least 0.02^2",
        "SE = s * sqrt(sum(1/n_baseline + 1/n_candidate)) / tasks; p_gain = T_df(lift / SE)",
        "interval for new tasks: paired t over tasks; from 20 on, tasks resampled (Miller 2024)",
    ),
    "tasks": (
        "a task's own variance is drawn to s^2 as far as chance, 2 s^4 / df, explains the distance",
        "tau^2 = (Q - (tasks - 1)) / (sum w - sum w^2 / sum w), w = 1/variance (DerSimonian and Laird 1986)",
        "drawn to the mean: B * lift + (1 - B) * centre, B = tau^2 / (tau^2 + variance); odds from its t",
        "under 4 tasks: each by itself, harm held against the number of tasks (Holm 1979)",
    ),
    "claims": (
        "a pattern: one kind, confirmed by a second look, in at least 2 tasks and 3 candidate trials, and",
        "P(rate candidate > rate baseline) > 0.95, with a Beta(1/2, 1/2) prior on both (Jeffreys)",
    ),
    "triggers": (
        "per query: share of right trials, candidate - baseline; the mean with a 95 % interval over queries",
        "(paired t under 20 queries, spread at least what repeats alone give; from 20 on resampled)",
        "queries that fell from always right to never count from 5 trials an arm on, together (p = .008)",
        "routing, all skills together: per request the share of trials in which the expected skills load,",
        "candidate - baseline as above; the floor is held against the mean over requests",
    ),
    "security": (
        "an introduced finding at or above review.block-at, high confidence; or one that is incomplete,",
        "or a suite of the skill's own tests that fails on the candidate's scripts;",
        "trigger-hijack: lower end of the Wilson interval of k of 20 everyday requests over .10, and new",
        "by a one-sided exact sign test (p <= .05)",
    ),
    "evidence": (
        "ours: a task or query with under 2/3 of its repeats in an arm, or arms whose errored trials differ",
        "(Fisher's exact test, two-sided, p <= .05), or a review, probe or digest that failed",
    ),
}
