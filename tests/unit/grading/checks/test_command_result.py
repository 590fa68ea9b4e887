"""`command`: stored results."""

import pytest

from skilleval.domain.suite import CommandCheck
from skilleval.domain.trial import CommandResult, Evidence
from skilleval.grading.checks.command_result import mark
from skilleval.grading.exhibit import Exhibit


def result(**parts: object) -> Exhibit:
    """Return an exhibit with the stored result of check C."""
    raw = {"argv": ("x",), "exit_code": 0, **parts}
    return Exhibit(Evidence(commands={"C": CommandResult.model_validate(raw)}))


CHECK = CommandCheck(id="C", kind="command", argv=("x",), stdout_pattern="ok \\d")


@pytest.mark.parametrize(("parts", "passed"), [
    ({"stdout": "ok 7\n"}, True), ({"stdout": "no"}, False), ({"exit_code": 1, "stderr": "boom"}, False),
    ({"timed_out": True, "exit_code": None}, False), ({"exit_code": 127}, None), ({"exit_code": 126}, None),
])  # fmt: skip
def test_result_decides(parts: dict[str, object], passed: bool | None) -> None:
    """Exit code and output decide; a command that is not there says nothing of the work."""
    assert mark(CHECK, result(**parts)).passed is passed


def test_command_that_was_not_run_says_nothing() -> None:
    """No stored result is no fail."""
    assert mark(CHECK, Exhibit(Evidence())).passed is None


def test_hostile_output_pattern_says_nothing() -> None:
    """A pattern that runs for ever is cut off."""
    check = CHECK.model_copy(update={"stdout_pattern": r"(a+)+$"})

    assert mark(check, result(stdout="a" * 5000 + "b")).passed is None
