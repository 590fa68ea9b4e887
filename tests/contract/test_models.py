"""What every client of a model promises: a reply as plain data, usage, and ModelError for all that fails."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.responses import JSONResponse, Response

from skilleval.errors import ModelError
from skilleval.models.anthropic import AnthropicModels
from skilleval.models.chat import ChatModels
from skilleval.models.patience import Patience
from skilleval.ports import ModelCall, ModelReply, Models, TextBlock, ToolUseBlock
from skilleval.testing.model import Answer, ScriptedModels, says, uses
from tests.contract.chat_server import as_chat, chat_serving
from tests.contract.model_server import ModelServer, failure, message, serving, text, tool_use

KEY = "sk-ant-very-secret"
CALL = ModelCall(
    model="offline", system="Be brief.", messages=({"role": "user", "content": "hi"},), trial_id="abc123"
)


def ask(models: Models, call: ModelCall = CALL) -> ModelReply:
    """Return the reply to one call from a client of its own."""

    async def body() -> ModelReply:
        async with models.open() as model:
            return await model.reply(call)

    return asyncio.run(body())


def client(server: ModelServer, **patience: float) -> AnthropicModels:
    """Return the real client, pointed at a server of the test."""
    return AnthropicModels(
        api_key=KEY, base_url=server.url, patience=Patience(**{"retries": 0, "call_s": 10.0, **patience})
    )


# ---------------------------------------------------------------- all clients


@dataclass(frozen=True)
class Case:
    """The same answer, from the wire for the real client and as a value for the scripted one."""

    wire: Callable[[], Response]
    value: Answer


@contextmanager
def _anthropic(case: Case) -> Iterator[Models]:
    with serving(lambda _body: case.wire()) as server:
        yield client(server)


@contextmanager
def _scripted(case: Case) -> Iterator[Models]:
    yield ScriptedModels([case.value])


@contextmanager
def _chat(case: Case) -> Iterator[Models]:
    with chat_serving(lambda _body: as_chat(case.wire())) as server:
        yield ChatModels(api_key=KEY, base_url=f"{server.url}/v1", patience=Patience(retries=0, call_s=10.0))


CLIENTS = {"anthropic": _anthropic, "chat": _chat, "scripted": _scripted}


@pytest.fixture(params=CLIENTS)
def answering(request: pytest.FixtureRequest) -> Callable[[Case], Any]:
    """Return a maker of clients that answer as a case says."""
    return CLIENTS[request.param]


def test_text_reply(answering: Callable[[Case], Any]) -> None:
    """A plain answer comes as one text block, with its stop reason and one call counted."""
    case = Case(lambda: message(text("Hello.")), says("Hello."))

    with answering(case) as models:
        reply = ask(models)

    assert reply.content == (TextBlock(text="Hello."),)
    assert (reply.stop_reason, reply.usage.calls) == ("end_turn", 1)


def test_tool_reply(answering: Callable[[Case], Any]) -> None:
    """A tool call comes with name and arguments."""
    case = Case(
        lambda: message(tool_use("Read", file_path="a"), stop_reason="tool_use"), uses("Read", file_path="a")
    )

    with answering(case) as models:
        reply = ask(models)

    (block,) = reply.content
    assert isinstance(block, ToolUseBlock)
    assert (block.name, block.input, reply.stop_reason) == ("Read", {"file_path": "a"}, "tool_use")


def test_failure_is_a_model_error(answering: Callable[[Case], Any]) -> None:
    """What fails raises ModelError, and says whether a later try may succeed."""
    case = Case(lambda: failure(529, "overloaded_error", "busy"), ModelError("busy", retryable=True))

    with answering(case) as models, pytest.raises(ModelError) as caught:
        ask(models)

    assert caught.value.retryable


# ---------------------------------------------------------------- the real client: what it sends


def test_request_on_the_wire() -> None:
    """Model, system prompt, messages, tools, forced tool and the trial's id go out as the API wants them."""
    tool = {"name": "grade", "description": "d", "input_schema": {"type": "object"}}
    call = CALL.model_copy(update={"tools": (tool,), "tool_choice": "grade", "max_tokens": 77})

    with serving(lambda _body: message(text("ok"))) as server:
        ask(client(server), call)

    (body,) = server.bodies
    assert (body["model"], body["max_tokens"], body["messages"]) == ("offline", 77, list(call.messages))
    assert body["system"][0]["text"] == "Be brief."
    assert body["tools"] == [tool]
    assert body["tool_choice"] == {"type": "tool", "name": "grade"}
    assert server.headers[0]["x-skilleval-trial"] == "abc123"


def test_nothing_optional_is_sent_unasked() -> None:
    """Without tools, temperature and trial, none of them is on the wire."""
    call = ModelCall(model="offline", system="", messages=CALL.messages)

    with serving(lambda _body: message(text("ok"))) as server:
        ask(client(server), call)

    assert not {"system", "tools", "tool_choice", "temperature"} & set(server.bodies[0])
    assert "x-skilleval-trial" not in server.headers[0]


def test_prompt_cache_is_asked_for() -> None:
    """System prompt and conversation are marked for the prompt cache."""
    with serving(lambda _body: message(text("ok"))) as server:
        ask(client(server))

    (body,) = server.bodies
    assert body["cache_control"] == {"type": "ephemeral"}
    assert body["system"][0]["cache_control"] == {"type": "ephemeral"}


def test_temperature_reaches_a_model_that_takes_it() -> None:
    """A temperature is sent, under the API version that still knows it."""
    with serving(lambda _body: message(text("ok"))) as server:
        ask(client(server), CALL.model_copy(update={"temperature": 0.0}))

    assert server.bodies[0]["temperature"] == 0.0
    assert server.headers[0]["anthropic-version"] == "2023-06-01"


def test_temperature_is_dropped_where_it_is_refused() -> None:
    """A model that refuses a temperature is asked again without one, and is not offered one a second time."""

    def handler(body: dict[str, Any]) -> Response:
        if "temperature" in body:
            return failure(400, "invalid_request_error", "`temperature` is deprecated for this model.")
        return message(text("ok"))

    call = CALL.model_copy(update={"temperature": 0.0})

    async def twice(models: AnthropicModels) -> None:
        async with models.open() as model:
            await model.reply(call)
            await model.reply(call)

    with serving(handler) as server:
        asyncio.run(twice(client(server)))

    assert ["temperature" in body for body in server.bodies] == [True, False, False]


def test_proxy_of_the_environment_does_not_see_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on loopback is called directly, whatever proxy is set."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)

    with serving(lambda _body: message(text("ok"))) as server:
        assert ask(client(server)).stop_reason == "end_turn"


# ---------------------------------------------------------------- the real client: what it reads


def test_usage_and_cost() -> None:
    """Tokens are told apart by how they are billed, and priced by the table."""
    usage = {
        "input_tokens": 1000,
        "cache_creation_input_tokens": 2000,
        "cache_read_input_tokens": 10_000,
        "output_tokens": 500,
    }

    with serving(lambda _body: message(text("ok"), model="claude-sonnet-5-5", usage=usage)) as server:
        reply = ask(client(server))

    dollars = (1000 * 2 + 2000 * 2 * 1.25 + 10_000 * 2 * 0.05 + 500 * 10) / 1e6
    tokens = (reply.usage.fresh_tokens, reply.usage.cached_tokens, reply.usage.output_tokens)
    assert tokens == (3000, 10_000, 500)
    assert reply.usage.cost_usd == pytest.approx(dollars)


def test_unknown_model_has_no_price() -> None:
    """A model that the table does not know costs None, not 0; the offline model costs 0."""
    with serving(lambda body: message(text("ok"), model=body["model"])) as server:
        unknown = ask(client(server), CALL.model_copy(update={"model": "some-new-model"}))
        offline = ask(client(server))

    assert (unknown.usage.cost_usd, offline.usage.cost_usd) == (None, 0.0)


def test_other_blocks_are_no_answer() -> None:
    """Thinking is left out; text and tools stay in order."""
    thinking = {"type": "thinking", "thinking": "hm", "signature": "s"}

    with serving(
        lambda _body: message(thinking, text("a"), tool_use("Glob", pattern="*"), text("b"))
    ) as server:
        reply = ask(client(server))

    assert [block.type for block in reply.content] == ["text", "tool_use", "text"]


# ---------------------------------------------------------------- the real client: faults


@pytest.mark.parametrize(
    ("status", "kind", "retryable", "words"),
    [
        (400, "invalid_request_error", False, "refused"),
        (401, "authentication_error", False, "ANTHROPIC_API_KEY"),
        (403, "permission_error", False, "may not use"),
        (404, "not_found_error", False, "does not know the model"),
        (413, "request_too_large", False, "too large"),
        (429, "rate_limit_error", True, "rate limit"),
        (500, "api_error", True, "failed"),
        (529, "overloaded_error", True, "failed"),
    ],
)
def test_status_codes(status: int, kind: str, retryable: bool, words: str) -> None:
    """Each status says what it means, with the server's own words, and whether a later try may succeed."""
    with (
        serving(lambda _body: failure(status, kind, "the server's own words")) as server,
        pytest.raises(ModelError) as caught,
    ):
        ask(client(server))

    assert caught.value.retryable is retryable
    assert words in str(caught.value)
    assert "the server's own words" in str(caught.value)
    assert str(status) in str(caught.value)


def test_spent_cap_is_final() -> None:
    """A 429 that says the spending cap is reached is no rate limit: a later try does not help, money does."""
    details = {"error_code": "enforced_spend_limit_reached"}
    error = {"type": "rate_limit_error", "message": "cap reached", "details": details}

    with (
        serving(lambda _body: JSONResponse({"type": "error", "error": error}, 429)) as server,
        pytest.raises(ModelError) as caught,
    ):
        ask(client(server))

    assert not caught.value.retryable
    assert "spending limit" in str(caught.value)


def test_retries_of_its_own() -> None:
    """A passing fault is tried again by the client itself, and counts once."""
    answers = iter([failure(529, "overloaded_error", "busy", **{"retry-after": "0"}), message(text("ok"))])

    with serving(lambda _body: next(answers)) as server:
        reply = ask(client(server, retries=1))

    assert (len(server.bodies), reply.usage.calls) == (2, 1)


def test_dead_server() -> None:
    """A server that is not there is named, with a hint."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    models = AnthropicModels(api_key=KEY, base_url=f"http://127.0.0.1:{port}", patience=Patience(retries=0))

    with pytest.raises(ModelError) as caught:
        ask(models)

    assert caught.value.message.startswith(f"the model server does not answer: 127.0.0.1:{port}")
    assert caught.value.retryable
    assert "start it" in caught.value.hint


def test_silent_server() -> None:
    """A server that takes the call and never answers is given up after the time for a call."""

    def handler(_body: dict[str, Any]) -> Response:
        time.sleep(2.0)
        return message(text("late"))

    with serving(handler) as server, pytest.raises(ModelError, match="did not answer in time") as caught:
        ask(client(server, call_s=0.3))

    assert caught.value.retryable


@pytest.mark.parametrize(
    "body",
    [
        b"not json",
        b'{"type": "message", "content": [',
        b"",
        b"[]",
        b'"words"',
        b"{}",
        b'{"type": "message", "role": "assistant", "content": null, "model": "m", "usage": null}',
        b'{"type": "message", "model": "m", "content": [{"type": "text"}], "usage": {"input_tokens": 1}}',
        b'{"type": "message", "model": "m", "content": "words", "usage": {"input_tokens": "x"}}',
    ],
)
def test_malformed_answer(body: bytes) -> None:
    """An answer that makes no sense is the server's fault, not a reply and not a crash."""
    with (
        serving(lambda _body: Response(body, media_type="application/json")) as server,
        pytest.raises(ModelError) as caught,
    ):
        ask(client(server))

    assert caught.value.retryable


def test_wrong_content_type() -> None:
    """A web page instead of an answer is a ModelError."""
    with (
        serving(lambda _body: Response("<html>login</html>", media_type="text/html")) as server,
        pytest.raises(ModelError),
    ):
        ask(client(server))


# ---------------------------------------------------------------- the key


def test_missing_key() -> None:
    """Without a key nothing is called, and the way out is named."""
    with pytest.raises(ModelError) as caught:
        ask(AnthropicModels(api_key=""))

    assert "offline" in caught.value.hint


def test_key_of_the_environment_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key that was given is sent, not one that lies around in the environment."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-other")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "tok-other")

    with serving(lambda _body: message(text("ok"))) as server:
        ask(client(server))

    sent = " ".join(server.headers[0].values())
    assert KEY in sent
    assert "other" not in sent


def test_key_is_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    """The key is in no repr, no log line and no error, also when the server repeats it."""
    caplog.set_level(logging.DEBUG)

    with serving(lambda _body: failure(401, "authentication_error", f"invalid key {KEY}")) as server:
        models = client(server)
        with pytest.raises(ModelError) as caught:
            ask(models)

    error = caught.value
    shown = [repr(models), str(models), str(error), repr(error), error.message, error.hint, caplog.text]
    assert not any(KEY in words for words in shown)
    assert (error.__cause__, error.__context__) == (None, None)
