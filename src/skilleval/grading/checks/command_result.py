"""`command`: the stored result of a command that stage 5 ran in the sandbox after the agent had gone.

Nothing is run here. A command that was not run, or could not be found, says nothing of the work.
"""

from skilleval.domain.suite import CommandCheck
from skilleval.domain.trial import CommandResult
from skilleval.grading.checks.mark import Mark, cannot_tell, clip, fails, holds
from skilleval.grading.checks.pattern import PatternProblem, search
from skilleval.grading.exhibit import Exhibit

NOT_RUNNABLE = {126, 127}
"""What a POSIX shell answers for a command it cannot execute, or cannot find."""


def mark(check: CommandCheck, exhibit: Exhibit) -> Mark:
    """Return whether the command ended as wanted, and said what it should."""
    result = exhibit.evidence.commands.get(check.id)
    if result is None:
        return cannot_tell("the command was not run")
    if result.timed_out:
        return fails(f"the command was still running after {check.timeout_s:g} s")
    if result.exit_code in NOT_RUNNABLE and check.exit_code != result.exit_code:
        return cannot_tell(f"the command could not be started: {clip(result.stderr)}")
    if result.exit_code != check.exit_code:
        return fails(f"exit code {result.exit_code}, wanted {check.exit_code}: {said(result)}")
    return _output(check, result)


def said(result: CommandResult) -> str:
    """Return the last thing that the command said, for a reader."""
    lines = (result.stderr.strip() or result.stdout.strip() or "(no output)").splitlines()
    return clip(lines[-1])


def _output(check: CommandCheck, result: CommandResult) -> Mark:
    if not check.stdout_pattern:
        return holds(f"exit code {result.exit_code}")
    try:
        hit = search(check.stdout_pattern, result.stdout, ignore_case=False)
    except PatternProblem as exc:
        return cannot_tell(str(exc))
    return Mark(
        hit is not None, f"printed “{clip(hit.line)}”" if hit else f"no match in output: {said(result)}"
    )
