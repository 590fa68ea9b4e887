"""Golden tasks: how they ended, by task and arm. Watched, never gated."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from skilleval.domain.grade import GradedTrial
from skilleval.domain.lift import GoldenCounts, GoldenTask
from skilleval.domain.value import Arm


def count_golden(trials: Sequence[GradedTrial]) -> tuple[GoldenTask, ...]:
    """Return the ends of golden tasks, by task. A trial that broke or timed out failed; ours are left out."""
    ends: dict[str, dict[Arm, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    golden = {trial.cell.item for trial in trials if trial.golden is not None}
    for trial in trials:
        if trial.cell.item not in golden or trial.void or trial.state == "errored":
            continue
        ends[trial.cell.item][trial.cell.arm][trial.golden or "failed"] += 1
    return tuple(
        GoldenTask(
            id=task,
            arms={
                arm: GoldenCounts(
                    resolved=found["resolved"], escalated=found["escalated"], failed=found["failed"]
                )
                for arm, found in sorted(arms.items())
            },
        )
        for task, arms in sorted(ends.items())
    )
