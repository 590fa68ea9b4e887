"""`python`: the stored result of a check file of the suite, run in the sandbox after the agent had gone.

Told apart by its last line: a failed assertion is about the work, any other exception is the check's own.
"""

import regex

from skilleval.domain.suite import PythonCheck
from skilleval.domain.trial import CommandResult
from skilleval.grading.checks.command_result import NOT_RUNNABLE, said
from skilleval.grading.checks.mark import Mark, cannot_tell, clip, fails, holds
from skilleval.grading.exhibit import Exhibit

_TRACEBACK = regex.compile(r"^Traceback \(most recent call last\):", regex.MULTILINE)
_LAST_LINE = regex.compile(r"^(?P<name>[\w.]+)(?::\s*(?P<message>.*))?$")
_BROKEN = regex.compile(r"^\s*(?:SyntaxError|IndentationError|TabError)\b", regex.MULTILINE)


def mark(check: PythonCheck, exhibit: Exhibit) -> Mark:
    """Return whether the check file ended by itself, failed, or broke."""
    result = exhibit.evidence.commands.get(check.id)
    if result is None:
        return cannot_tell("the check file was not run")
    if result.timed_out:
        return cannot_tell(f"the check file was still running after {check.timeout_s:g} s")
    if result.exit_code is None or result.exit_code in NOT_RUNNABLE or result.exit_code < 0:
        return cannot_tell(f"the check file could not be run: {said(result)}")
    return holds(f"{check.script.path} passed") if result.exit_code == 0 else _failed(result)


def _failed(result: CommandResult) -> Mark:
    if _BROKEN.search(result.stderr):
        return cannot_tell(f"the check file cannot be read: {said(result)}")
    if not _TRACEBACK.search(result.stderr):
        return fails(f"exit code {result.exit_code}: {said(result)}")
    last = _LAST_LINE.match(result.stderr.strip().splitlines()[-1])
    if last is not None and last["name"].endswith("AssertionError"):
        return fails(f"assertion failed: {clip(last['message'] or 'without a message')}")
    return cannot_tell(f"the check file crashed: {said(result)}")
