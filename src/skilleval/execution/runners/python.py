"""Python tests: with pytest where the room has it, else with unittest where they are written for it."""

import re

from skilleval.domain.own_tests import OwnSuite
from skilleval.domain.trial import CommandResult
from skilleval.execution.runners.told import NOT_THERE, Told, cut_short, tail_of, version_of
from skilleval.ports import Sandbox

_PYTEST = ("python3", "-B", "-m", "pytest", "-q", "--color=no", "-p", "no:cacheprovider", "-rfE")
_COLLECTED_NOTHING = 5
_USAGE, _INTERNAL = 4, 3
_FAILED_LINE = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
_COUNT = re.compile(r"(\d+) (?:passed|failed|error|errors|xfailed|xpassed)\b")
_RAN = re.compile(r"^Ran (\d+) tests?", re.MULTILINE)
_UNITTEST_FAILED = re.compile(r"^(?:FAIL|ERROR): (\S+)(?: \(([^)]*)\))?", re.MULTILINE)
_NEEDS_PYTEST = re.compile(r"^\s*(?:import pytest|from pytest)\b", re.MULTILINE)


async def run(suite: OwnSuite, room: Sandbox, timeout_s: float) -> Told:
    """Return what came of the Python tests."""
    if await version_of(room, ("python3", "-c", "import platform; print(platform.python_version())")) is None:
        return Told("not-run", "python3", "python3 is not in the room")
    pytest = await version_of(room, ("python3", "-c", "import pytest; print(pytest.__version__)"))
    if pytest is not None:
        result = await room.run((*_PYTEST, *suite.paths), timeout_s=timeout_s)
        return _of_pytest(result, f"pytest {pytest}", timeout_s)
    if needing := _written_for_pytest(suite):
        way_out = "name pytest==… under sandbox.packages.pip"
        return Told("not-run", "unittest", f"{needing} needs pytest, which is not in the room: {way_out}")
    result = await room.run(("python3", "-B", "-m", "unittest", "-v", *suite.paths), timeout_s=timeout_s)
    return _of_unittest(result, timeout_s)


def _written_for_pytest(suite: OwnSuite) -> str:
    """Return the first test file that unittest would not run: it imports pytest, or has no test case."""
    texts = {file.path: file.content.decode("utf-8", "replace") for file in suite.files}
    for path in suite.paths:
        if _NEEDS_PYTEST.search(texts[path]) or "TestCase" not in texts[path]:
            return path
    return ""


def _of_pytest(result: CommandResult, runner: str, timeout_s: float) -> Told:
    if told := cut_short(result, runner, timeout_s=timeout_s):
        return told
    output, seconds = tail_of(result), result.seconds
    if result.exit_code in {_USAGE, _INTERNAL, *NOT_THERE}:
        return Told("not-run", runner, "pytest could not start", output=output, seconds=seconds)
    if result.exit_code == _COLLECTED_NOTHING:
        return Told("not-run", runner, "pytest found no test in these files", output=output, seconds=seconds)
    last = result.stdout.strip().splitlines()[-1:] or [""]
    tests = sum(int(number) for number in _COUNT.findall(last[0]))
    failed = tuple(dict.fromkeys(_FAILED_LINE.findall(result.stdout)))
    if result.exit_code == 0 and tests:
        return Told("passed", runner, tests=tests, output=output, seconds=seconds)
    reason = "" if failed or tests else "it ended without a summary"
    return Told("failed", runner, reason, tests or None, failed, output, seconds)


def _of_unittest(result: CommandResult, timeout_s: float) -> Told:
    runner = "unittest"
    if told := cut_short(result, runner, timeout_s=timeout_s):
        return told
    output, seconds = tail_of(result), result.seconds
    ran = _RAN.search(result.stderr)
    tests = int(ran.group(1)) if ran else None
    if tests == 0:
        return Told(
            "not-run", runner, "unittest found no test in these files", output=output, seconds=seconds
        )
    if result.exit_code == 0 and tests:
        return Told("passed", runner, tests=tests, output=output, seconds=seconds)
    failed = tuple(dict.fromkeys(name for name, _ in _UNITTEST_FAILED.findall(result.stderr)))
    reason = "" if failed else "it ended without a summary"
    return Told("failed", runner, reason, tests, failed, output, seconds)
