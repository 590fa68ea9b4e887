"""Shell tests in the bats format."""

import re

from skilleval.domain.own_tests import OwnSuite, SuiteState
from skilleval.execution.runners.told import Told, cut_short, tail_of, version_of
from skilleval.ports import Sandbox

_LINE = re.compile(r"^(ok|not ok) \d+ (.*)$", re.MULTILINE)


async def run(suite: OwnSuite, room: Sandbox, timeout_s: float) -> Told:
    """Return what came of the bats files."""
    if await version_of(room, ("bats", "--version")) is None:
        return Told("not-run", "bats", "bats is not in the room: name bats under sandbox.packages.apt")
    result = await room.run(("bats", "--tap", *suite.paths), timeout_s=timeout_s)
    if told := cut_short(result, "bats", timeout_s=timeout_s):
        return told
    lines = _LINE.findall(result.stdout)
    failed = tuple(name for word, name in lines if word == "not ok")
    output, seconds = tail_of(result), result.seconds
    if not lines and result.exit_code == 0:
        return Told("not-run", "bats", "bats found no test in these files", output=output, seconds=seconds)
    state: SuiteState = "passed" if result.exit_code == 0 and not failed else "failed"
    return Told(state, "bats", tests=len(lines), failed=failed, output=output, seconds=seconds)
