"""One call to the provider: paced, tried again where that helps, whole or not at all.

An answer is read to its end before a byte of it goes to the agent. So a cut stream is asked for again without
the agent having seen half of it, and no answer is counted twice.
"""

import asyncio
import itertools
import json
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime

import httpx2

from skilleval.domain.price import TokenCount
from skilleval.domain.trial import Usage
from skilleval.gateway.config import GatewayConfig
from skilleval.gateway.ledger import Call, Ledger
from skilleval.gateway.outbound import Outbound, Unanswered
from skilleval.gateway.pace import Pacer
from skilleval.gateway.reading import Reading, error_words, read_message, read_stream

_PASSED_ON = ("anthropic-version", "anthropic-beta", "content-type", "user-agent")
_RETRIED = {408, 409, 429, 500, 502, 503, 504, 529}
_OURS = {401, 403, 404}
"""Refusals that say something of our key or settings, not of the agent's request."""
_SLOWEST_TOKENS_A_S = 30.0
"""What the slowest models write in a second."""
_JSON = "application/json"
_NOTHING = Reading()


async def _never() -> bool:
    return False


@dataclass(frozen=True)
class Question:
    """A call as it came in: whose, which path, which headers, the body and what it asks for."""

    trial: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    model: str
    is_streamed: bool
    max_tokens: int = 0
    is_abandoned: Callable[[], Awaitable[bool]] = _never
    """Says whether nobody waits for the answer any more: the trial was ended, or the bot gave up."""

    def silence_s(self, between_pieces_s: float) -> float:
        """Return how long the server may send nothing: a plain answer is one piece, sent when it is whole."""
        is_whole = self.is_counted and not self.is_streamed
        return between_pieces_s + (self.max_tokens / _SLOWEST_TOKENS_A_S if is_whole else 0.0)

    @property
    def is_counted(self) -> bool:
        """Whether it makes the model answer; counting tokens is free."""
        return not self.path.endswith("count_tokens")


@dataclass(frozen=True)
class Answer:
    """What goes back to the agent."""

    status: int
    body: bytes
    media_type: str = _JSON

    @property
    def headers(self) -> dict[str, str]:
        """Our retries are over when a fault goes back, so the client's own would only double them."""
        return {} if self.status < 400 else {"x-should-retry": "false"}


@dataclass(frozen=True)
class _Try:
    """What one try brought: an answer, or why not and whether (and when) to try again."""

    answer: Answer
    reading: Reading = _NOTHING
    problem: str = ""
    retry: bool = False
    retry_after_s: float | None = None
    fatal: bool = False


_UNTRIED = _Try(Answer(503, b""))


class Upstream:
    """Asks the provider. Belongs to one event loop."""

    def __init__(self, config: GatewayConfig, key: str, ledger: Ledger, pacer: Pacer) -> None:
        """Open the connections; `close` ends them."""
        self._config = config
        self._key = key
        self._ledger = ledger
        self._pacer = pacer
        self._tickets = itertools.count()
        self._outbound = Outbound(config.upstream)

    async def close(self) -> None:
        """Close the connections."""
        await self._outbound.close()

    async def ask(self, question: Question) -> Answer:
        """Return the provider's answer, or a fault in the provider's own shape."""
        refusal = self._refusal()
        if refusal:
            self._book(question, _Try(fault(403, refusal), problem=refusal), 0, 0.0, 0.0)
            return fault(403, refusal)
        ticket = next(self._tickets)
        self._ledger.asks(question.trial, ticket)
        try:
            return await self._ask(question)
        finally:
            self._ledger.settled(question.trial, ticket)

    def _refusal(self) -> str:
        ceiling = self._config.max_cost_usd
        if ceiling is not None and ceiling > 0 and self._ledger.spent_usd >= ceiling:
            self._ledger.fatal = self._ledger.fatal or f"max-cost-usd {ceiling:g} is spent"
        return self._ledger.fatal

    async def _ask(self, question: Question) -> Answer:
        started, waited, tried_at = time.monotonic(), 0.0, 0.0
        tried, tries = _UNTRIED, 0
        for attempt in range(1, self._config.retries + 2):
            waiting_since = time.monotonic()
            turn = await self._pacer.turn(question.trial)
            now = time.monotonic()
            waited += now - waiting_since
            if attempt > 1:
                self._ledger.troubled(question.trial, now - tried_at)
                if await question.is_abandoned():  # what nobody waits for is not paid a second time
                    tried = replace(tried, reading=_NOTHING)  # what it cost is booked
                    break
            tried_at, tries = now, attempt
            tried = await self._try(question, turn)
            if tried.fatal:
                self._ledger.fatal = tried.problem
            if not tried.retry or attempt > self._config.retries:
                break
            self._book_lost(question, tried.reading)
            await self._pause(tried, attempt)
        self._book(question, tried, tries, waited, time.monotonic() - started)
        return tried.answer

    async def _pause(self, tried: _Try, attempt: int) -> None:
        if tried.answer.status == 429:
            self._pacer.hold(tried.retry_after_s or self._config.backoff_s)
            return
        backoff = self._config.backoff_s * 2 ** (attempt - 1) * (0.75 + random.random() / 2)  # noqa: S311
        await asyncio.sleep(tried.retry_after_s if tried.retry_after_s is not None else backoff)

    async def _try(self, question: Question, turn: int) -> _Try:
        headers = {name: question.headers[name] for name in _PASSED_ON if name in question.headers}
        headers |= self._credentials(question)
        url = question.path + (f"?{question.query}" if question.query else "")
        try:
            response = await self._outbound.post(
                url, question.body, headers, silence_s=question.silence_s(self._config.silence_s)
            )
        except Unanswered as exc:
            return _Try(fault(exc.status, str(exc)), problem=str(exc), retry=True)
        tried = _understand(response, question)
        if response.status_code < 400:
            tokens = tried.reading.tokens
            self._pacer.learn(
                response.headers,
                turn=turn,
                fresh_input=tokens.fresh + tokens.cache_write,
                output=tokens.output,
            )
        return tried

    def _credentials(self, question: Question) -> dict[str, str]:
        """Return the key in the way in which the client would have sent its own."""
        if "authorization" in question.headers:
            return {"authorization": f"Bearer {self._key}"}
        return {"x-api-key": self._key}

    def _book_lost(self, question: Question, reading: Reading) -> None:
        cost = self._cost(reading.model or question.model, reading.tokens)
        if cost:
            self._ledger.lost(question.trial, cost)

    def _book(self, question: Question, tried: _Try, attempts: int, waited_s: float, seconds: float) -> None:
        if not question.is_counted and not tried.problem:
            return
        failed = bool(tried.problem)
        if failed:
            self._book_lost(question, tried.reading)
        self._ledger.book(
            Call(
                trial=question.trial,
                model=tried.reading.model or question.model,
                state="failed" if failed else "answered",
                status=tried.answer.status,
                usage=Usage() if failed else self._usage(tried.reading),
                attempts=attempts,
                waited_s=round(waited_s, 4),
                seconds=round(seconds, 4),
                reason=tried.problem,
            )
        )

    def _usage(self, reading: Reading) -> Usage:
        tokens = reading.tokens
        return Usage(
            fresh_tokens=tokens.fresh + tokens.cache_write,
            cached_tokens=tokens.cache_read,
            output_tokens=tokens.output,
            calls=1,
            cost_usd=self._cost(reading.model, tokens),
        )

    def _cost(self, model: str, tokens: TokenCount) -> float | None:
        return self._config.prices.cost_usd(model, tokens) if self._config.prices else None


def fault(status: int, words: str) -> Answer:
    """Return an error in the shape that clients of the Messages API read."""
    kind = {403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}.get(status, "api_error")
    return Answer(status, json.dumps({"type": "error", "error": {"type": kind, "message": words}}).encode())


def _understand(response: httpx2.Response, question: Question) -> _Try:
    body, status = response.content, response.status_code
    media = response.headers.get("content-type", _JSON)
    answer = Answer(status, body, media)
    if status >= 400:
        return _refused(answer, _seconds(response.headers.get("retry-after"), now=time.time()))
    if not question.is_counted:
        return _Try(answer)
    reading = read_stream(body) if media.startswith("text/event-stream") else read_message(body)
    if reading.problem:
        status = 529 if reading.overloaded else 502
        return _Try(fault(status, reading.problem), reading, problem=reading.problem, retry=True)
    if not _is_same_model(asked=question.model, answered=reading.model):
        words = f"asked for model {question.model}, answered by {reading.model or 'none'}"
        return _Try(fault(502, words), reading, problem=words)
    return _Try(answer, reading)


def _refused(answer: Answer, retry_after_s: float | None) -> _Try:
    words = f"the model server answered {answer.status}: {error_words(answer.body)}"
    if answer.status == 429 and retry_after_s is None:
        # A rate limit says when to come back; a spent spending limit does not, and waiting does not help.
        return _Try(answer, problem=f"{words} (no retry-after: a spending limit?)", fatal=True)
    if answer.status in _RETRIED:
        return _Try(answer, problem=words, retry=True, retry_after_s=retry_after_s)
    is_ours = answer.status in _OURS
    return _Try(answer, problem=words if is_ours else "", fatal=answer.status == 401)


def _is_same_model(*, asked: str, answered: str) -> bool:
    """An alias may be answered under its dated name."""
    return answered == asked or answered.startswith(f"{asked}-") or asked.startswith(f"{answered}-")


def _seconds(text: str | None, *, now: float) -> float | None:
    """Return what Retry-After says, in seconds: a number, or a date (RFC 9110, section 10.2.3)."""
    if text is None:
        return None
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except ValueError:
        return None
