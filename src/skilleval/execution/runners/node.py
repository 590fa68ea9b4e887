"""JavaScript tests, with the test runner that Node brings."""

import re

from skilleval.domain.own_tests import OwnSuite
from skilleval.execution.runners.told import Told, cut_short, tail_of, version_of
from skilleval.ports import Sandbox

_TESTS = re.compile(r"^[#ℹ] tests (\d+)", re.MULTILINE)
_FAILED = re.compile(r"^\s*not ok \d+ - (.+)$", re.MULTILINE)


async def run(suite: OwnSuite, room: Sandbox, timeout_s: float) -> Told:
    """Return what came of the JavaScript tests."""
    version = await version_of(room, ("node", "--version"))
    if version is None:
        return Told("not-run", "node", "node is not in the room: name nodejs under sandbox.packages.apt")
    runner = f"node {version}"
    argv = ("node", "--test", "--test-reporter=tap", *suite.paths)
    result = await room.run(argv, timeout_s=timeout_s)
    if told := cut_short(result, runner, timeout_s=timeout_s):
        return told
    output, seconds = tail_of(result), result.seconds
    found = _TESTS.findall(result.stdout)
    tests = int(found[-1]) if found else None
    if tests == 0:
        return Told("not-run", runner, "node found no test in these files", output=output, seconds=seconds)
    if result.exit_code == 0 and tests:
        return Told("passed", runner, tests=tests, output=output, seconds=seconds)
    failed = tuple(dict.fromkeys(name.strip() for name in _FAILED.findall(result.stdout)))
    return Told(
        "failed", runner, "" if failed else "it ended without a summary", tests, failed, output, seconds
    )
