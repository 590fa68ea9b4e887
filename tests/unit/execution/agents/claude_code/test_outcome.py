"""How a run ended: the agent's doing, our limits, or ours."""

from dataclasses import dataclass

import pytest

from skilleval.domain.trial import Broke, CommandResult, Completed, Errored, Outcome, TimedOut, Usage
from skilleval.execution.agents.claude_code.outcome import outcome_of
from skilleval.execution.agents.claude_code.stream import Stream

GOOD: dict[str, object] = {"subtype": "success", "is_error": False, "result": "x"}
BAD: dict[str, object] = {"subtype": "error_during_execution", "is_error": True}


@dataclass(frozen=True)
class AnAccount:
    """What a gateway would say."""

    faults: tuple[str, ...] = ()
    waiting_s: float = 0.0
    troubled_s: float = 0.0
    fatal: str = ""
    usage: Usage = Usage()  # noqa: RUF009 - frozen
    refused: tuple[()] = ()
    listing: None = None


def ended(
    result: dict[str, object] | None = None,
    *,
    exit_code: int | None = 0,
    timed_out: bool = False,
    stopped: str = "",
    account: AnAccount | None = None,
) -> Outcome:
    stream = Stream(events=({"type": "system"},), result=result, stopped=stopped)
    command = CommandResult(argv=("claude",), exit_code=exit_code, timed_out=timed_out)
    return outcome_of(stream, command, account or AnAccount(), timeout_s=100.0)


def test_an_answer_is_completed() -> None:
    """Also when a call had failed on the way and was asked again."""
    assert ended(GOOD) == Completed()
    assert ended(GOOD, account=AnAccount(faults=("529",))) == Completed()


def test_stopped_by_us_is_completed() -> None:
    """The answer that was looked for is known."""
    assert ended(stopped="loaded", exit_code=0) == Completed(stopped_early=True)


def test_our_limit_is_timed_out() -> None:
    """On seconds or turns."""
    assert isinstance(ended(timed_out=True, exit_code=None), TimedOut)
    assert isinstance(ended({"subtype": "error_max_turns", "is_error": True}, exit_code=1), TimedOut)


@pytest.mark.parametrize("exit_code", [1, 137, 139, None])
def test_death_without_a_result_is_broke(exit_code: int | None) -> None:
    """Killed by the memory limit, crashed, gave up: inside its own limits."""
    assert isinstance(ended(exit_code=exit_code), Broke)


def test_an_error_of_its_own_is_broke() -> None:
    """A request that the API refuses as too long is the agent's own making."""
    assert isinstance(ended(BAD, exit_code=1), Broke)
    assert isinstance(ended(BAD | {"api_error_status": 400}, exit_code=1), Broke)


@pytest.mark.parametrize(
    "account",
    [AnAccount(faults=("the model server answered 529",)), AnAccount(fatal="max-cost-usd 10 is spent")],
)
def test_a_fault_of_the_server_is_ours(account: AnAccount) -> None:
    """With an error as result, without a result, and when our limit ended the waiting."""
    assert isinstance(ended(BAD, exit_code=1, account=account), Errored)
    assert isinstance(ended(exit_code=1, account=account), Errored)
    assert isinstance(ended(timed_out=True, exit_code=None, account=account), Errored)


def test_a_silent_server_is_ours_and_a_slow_tool_is_not() -> None:
    """Over half of the time waiting for one answer: it was not the agent that was slow."""
    assert isinstance(ended(timed_out=True, account=AnAccount(waiting_s=51.0)), Errored)
    assert isinstance(ended(timed_out=True, account=AnAccount(waiting_s=49.0)), TimedOut)


def test_time_that_the_provider_lost_is_not_the_agents() -> None:
    """Over a tenth of the trial's time went into tries that failed: others had that time to work in."""
    assert isinstance(ended(timed_out=True, account=AnAccount(troubled_s=11.0)), Errored)
    assert isinstance(ended(timed_out=True, account=AnAccount(troubled_s=9.0)), TimedOut)
    assert isinstance(ended(GOOD, account=AnAccount(troubled_s=90.0)), Completed)


def test_a_cli_that_never_started_is_ours() -> None:
    """Not one event within the limit: the machine had no time for it, and no skill had a chance."""
    command = CommandResult(argv=("claude",), exit_code=None, timed_out=True)
    outcome = outcome_of(Stream(), command, AnAccount(), timeout_s=60.0)

    assert isinstance(outcome, Errored)
    assert "did not start within 60 s" in outcome.reason


def test_a_missing_cli_is_ours() -> None:
    """It cannot be found or started, and said nothing."""
    command = CommandResult(argv=("claude",), exit_code=127, stderr="claude: not found")

    assert isinstance(outcome_of(Stream(), command, None, timeout_s=1.0), Errored)


def test_without_a_gateway_the_clis_own_word_counts() -> None:
    """`api_error_status` names the server's refusal."""
    stream = Stream(events=({},), result=BAD | {"api_error_status": 529})
    command = CommandResult(argv=("claude",), exit_code=1)

    assert isinstance(outcome_of(stream, command, None, timeout_s=1.0), Errored)
