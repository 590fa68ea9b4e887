"""Turns by the provider's headers: on time, fair, slower after a 429."""

import asyncio
from collections.abc import Awaitable, Callable

from skilleval.gateway.pace import Pacer


def headers(limit: float, remaining: float, kind: str = "requests") -> dict[str, str]:
    return {
        f"anthropic-ratelimit-{kind}-limit": str(limit),
        f"anthropic-ratelimit-{kind}-remaining": str(remaining),
    }


def learn(pacer: Pacer, given: dict[str, str], *, turn: int = 10**9, fresh_input: int = 0) -> None:
    pacer.learn(given, turn=turn, fresh_input=fresh_input, output=0)


def seconds(body: Callable[[], Awaitable[object]]) -> float:
    async def timed() -> float:
        loop = asyncio.get_running_loop()
        started = loop.time()
        await body()
        return loop.time() - started

    return asyncio.run(timed())


def test_nothing_is_held_back_before_the_first_answer() -> None:
    """There is no limit to keep yet."""

    async def body() -> None:
        pacer = Pacer()
        await asyncio.gather(*(pacer.turn("t") for _ in range(100)))

    assert seconds(body) < 0.5


def test_what_remains_may_go_at_once_and_the_rest_at_the_limit() -> None:
    """1,200 a minute with 5 left: five at once, ten more take about half a second."""

    async def body() -> None:
        pacer = Pacer()
        learn(pacer, headers(1200, 5))
        await asyncio.gather(*(pacer.turn("t") for _ in range(15)))

    assert 0.45 <= seconds(body) < 1.0


def test_input_tokens_are_a_limit_too() -> None:
    """Calls of 1,000 fresh tokens against 600,000 a minute: ten a second."""

    async def body() -> None:
        pacer = Pacer()
        for _ in range(30):
            learn(pacer, headers(600_000, 0, "input-tokens"), fresh_input=1000)
        await asyncio.gather(*(pacer.turn("t") for _ in range(4)))

    assert 0.35 <= seconds(body) < 1.0


def test_a_429_holds_all_and_slows_down() -> None:
    """Nothing goes before the time that the server named; then without a burst."""

    async def body() -> None:
        pacer = Pacer()
        learn(pacer, headers(1200, 100))
        pacer.hold(0.3)
        await asyncio.gather(*(pacer.turn("t") for _ in range(4)))

    assert 0.3 + 4 / (20 * 0.8) - 0.1 <= seconds(body) < 1.2


def test_a_trial_with_many_calls_does_not_starve_the_others() -> None:
    """Turns go round: the second trial's call is not behind all ten of the first."""

    async def body() -> list[str]:
        pacer, order = Pacer(), list[str]()
        learn(pacer, headers(6000, 0))

        async def call(trial: str) -> None:
            await pacer.turn(trial)
            order.append(trial)

        await asyncio.gather(*(call("greedy") for _ in range(10)), call("modest"))
        return order

    assert asyncio.run(body()).index("modest") <= 1


def test_headers_that_are_no_numbers_are_ignored() -> None:
    """A proxy in between may send anything."""

    async def body() -> None:
        pacer = Pacer()
        learn(
            pacer,
            {"anthropic-ratelimit-requests-limit": "many", "anthropic-ratelimit-requests-remaining": ""},
        )
        await pacer.turn("t")

    assert seconds(body) < 0.5
