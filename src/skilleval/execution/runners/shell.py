"""Plain shell tests: a script that exits with 0 has passed."""

from skilleval.domain.own_tests import OwnSuite, SuiteState
from skilleval.execution.runners.told import Told, cut_short, tail_of, version_of
from skilleval.ports import Sandbox


async def run(suite: OwnSuite, room: Sandbox, timeout_s: float) -> Told:
    """Return what came of the scripts, each run by bash, the first that hangs ending it."""
    if await version_of(room, ("bash", "-c", "echo $BASH_VERSION")) is None:
        return Told("not-run", "bash", "bash is not in the room")
    failed, results = [], []
    for path in suite.paths:
        result = await room.run(("bash", path), timeout_s=timeout_s)
        results.append(result)
        if told := cut_short(result, "bash", timeout_s=timeout_s):
            return told
        if result.exit_code != 0:
            failed.append(f"{path} (exit code {result.exit_code})")
    seconds = sum(result.seconds for result in results)
    state: SuiteState = "failed" if failed else "passed"
    return Told(
        state, "bash", tests=len(results), failed=tuple(failed), output=tail_of(*results), seconds=seconds
    )
