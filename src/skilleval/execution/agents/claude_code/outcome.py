"""How a run of the CLI ended, on positives and negatives alike: completed, timed out, broke, or ours."""

from skilleval.domain.trial import Broke, CommandResult, Completed, Errored, Outcome, TimedOut
from skilleval.execution.agents.claude_code.stream import Stream
from skilleval.execution.agents.meter import Account

_TAIL_CHARS = 300
_TROUBLED_SHARE = 0.1
"""Of a trial's time: whoever lost more to the provider's faults had not the time that the others had."""


def outcome_of(
    stream: Stream, command: CommandResult, account: Account | None, *, timeout_s: float
) -> Outcome:
    """Return the outcome. What the provider or we did to the trial is never the agent's."""
    ours = _ours(stream, command, account, timeout_s=timeout_s)
    if ours:
        return Errored(reason=ours)
    if stream.stopped:
        return Completed(stopped_early=True)
    if command.timed_out:
        return TimedOut(reason=f"no answer within {timeout_s:g} s")
    return _said(stream, command)


def _said(stream: Stream, command: CommandResult) -> Outcome:
    """Return what the CLI's last event says of its end."""
    result = stream.result
    if result is None:
        return Broke(reason=f"the agent died: exit code {command.exit_code}{_tail(command)}")
    if result.get("subtype") == "error_max_turns":
        return TimedOut(reason=f"no answer within {result.get('num_turns')} turns")
    if result.get("is_error"):
        return Broke(reason=f"the agent gave up: {result.get('subtype')}{_tail(command)}")
    return Completed()


def _ours(stream: Stream, command: CommandResult, account: Account | None, *, timeout_s: float) -> str:
    """Return what failed on our side or the provider's, empty when nothing did that decided the trial."""
    if command.exit_code in {126, 127} and not stream.events:
        return f"the agent's CLI cannot be started{_tail(command)}"
    if command.timed_out and not stream.events:  # it says hello before it does anything
        return f"the agent's CLI did not start within {timeout_s:g} s: is this machine overloaded?"
    is_over = stream.result is not None and not stream.result.get("is_error")
    if is_over or stream.stopped:
        return ""
    said = _accounted(account, timeout_s if command.timed_out else None) if account else ""
    return said or _api_fault(stream)


def _accounted(account: Account, timeout_s: float | None) -> str:
    """Return what the gateway knows; `timeout_s` = the limit that ended the trial, None = none did."""
    if account.fatal or account.faults:
        return account.fatal or account.faults[-1]
    if timeout_s is None:
        return ""
    if account.waiting_s > timeout_s / 2:
        return f"the model server did not answer within {account.waiting_s:.0f} s"
    if account.troubled_s > timeout_s * _TROUBLED_SHARE:
        return f"the model server's faults took {account.troubled_s:.0f} of the trial's {timeout_s:g} s"
    return ""


def _api_fault(stream: Stream) -> str:
    """Return what the CLI itself says of the API: 400 and 413 are of the agent's own making."""
    status = stream.result.get("api_error_status") if stream.result else None
    if isinstance(status, int) and status not in {400, 413}:
        return f"the model server answered {status}"
    return ""


def _tail(command: CommandResult) -> str:
    said = " ".join(command.stderr.split())[-_TAIL_CHARS:]
    return f": {said}" if said else ""
