"""The client of the Chat Completions API: what it sends, what it reads, its faults, its key."""

import asyncio
import json
import logging
from typing import Any

import pytest
from starlette.responses import JSONResponse, Response

from skilleval.errors import ModelError
from skilleval.models.chat import ChatModels
from skilleval.models.patience import Patience
from skilleval.ports import ModelCall, ModelReply, TextBlock, ToolUseBlock
from tests.contract.chat_server import KEY, chat, chat_serving
from tests.contract.model_server import ModelServer

TOOL: dict[str, object] = {"name": "grade", "description": "d", "input_schema": {"type": "object"}}
CALL = ModelCall(
    model="other-1",
    system="Be brief.",
    messages=({"role": "user", "content": "hi"},),
    tools=(TOOL,),
    tool_choice="grade",
    max_tokens=77,
    temperature=0.0,
)


def client(server: ModelServer, **patience: float) -> ChatModels:
    """Return the client, pointed at a server of the test."""
    return ChatModels(
        api_key=KEY,
        base_url=f"{server.url}/v1",
        patience=Patience(**{"retries": 0, "call_s": 10.0, **patience}),
    )


def ask(models: ChatModels, *calls: ModelCall) -> list[ModelReply]:
    """Return the replies to calls from one client."""

    async def body() -> list[ModelReply]:
        async with models.open() as model:
            return [await model.reply(call) for call in calls or (CALL,)]

    return asyncio.run(body())


def refusing(*parameters: str) -> Any:
    """Return a server's handler that takes none of these parameters."""

    def handler(body: dict[str, Any]) -> Response:
        for name in parameters:
            if name in body:
                words = f"Unsupported parameter: '{name}' is not supported with this model."
                return JSONResponse({"error": {"message": words, "type": "invalid_request_error"}}, 400)
        return chat("ok")

    return handler


def test_request_on_the_wire() -> None:
    """The system prompt is a message, the tool a function that must be called; nothing else is sent."""
    with chat_serving(lambda _body: chat("ok")) as server:
        ask(client(server))

    assert server.bodies == [
        {
            "model": "other-1",
            "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}],
            "max_completion_tokens": 77,
            "temperature": 0.0,
            "tools": [
                {
                    "type": "function",
                    "function": {"name": "grade", "description": "d", "parameters": {"type": "object"}},
                }
            ],
            "tool_choice": {"type": "function", "function": {"name": "grade"}},
        }
    ]
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_what_a_model_does_not_take_is_learned_once() -> None:
    """Temperature is left out, the token limit sent under its older name; the next call knows."""
    with chat_serving(refusing("temperature", "max_completion_tokens")) as server:
        ask(client(server), CALL, CALL)

    sent = [{"temperature", "max_completion_tokens", "max_tokens"} & set(body) for body in server.bodies]
    assert sent[-2:] == [{"max_tokens"}, {"max_tokens"}]
    assert len(sent) == 4
    assert server.bodies[-1]["max_tokens"] == 77


def test_a_refusal_of_what_must_be_sent_is_final() -> None:
    """Nothing that the request needs is dropped to please a server."""
    with chat_serving(refusing("tool_choice")) as server, pytest.raises(ModelError, match="tool_choice"):
        ask(client(server))

    assert len(server.bodies) == 1


def test_an_agents_conversation_is_refused() -> None:
    """Results of tools are no part of what goes over; the way out is named."""
    call = CALL.model_copy(update={"messages": ({"role": "user", "content": [{"type": "tool_result"}]},)})

    with chat_serving(lambda _body: chat("ok")) as server, pytest.raises(ModelError) as caught:
        ask(client(server), call)

    assert "grader-api" in caught.value.hint
    assert server.bodies == []


def test_tools_and_their_arguments() -> None:
    """A call comes with name and arguments; arguments that are no object are kept for the one who asked."""
    with chat_serving(
        lambda _body: chat(None, ("grade", '{"a": [1]}'), ("grade", "[1"), ("grade", "3"))
    ) as server:
        (reply,) = ask(client(server))

    blocks = [block for block in reply.content if isinstance(block, ToolUseBlock)]
    assert [block.input for block in blocks] == [{"a": [1]}, {"not an object": "[1"}, {"not an object": "3"}]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [("stop", "end_turn"), ("length", "max_tokens"), ("content_filter", "refusal"), ("odd", "odd")],
)
def test_stop_reasons(theirs: str, ours: str) -> None:
    """Why it stopped is said in the words of the Messages API, or in its own where there are none."""
    with chat_serving(lambda _body: chat("ok", finish_reason=theirs)) as server:
        (reply,) = ask(client(server))

    assert reply.stop_reason == ours


def test_a_refusal_is_said() -> None:
    """What a model says in refusing is an answer like another: the grader finds no grades in it."""
    with chat_serving(lambda _body: chat(None, refusal="I can't help with that.")) as server:
        (reply,) = ask(client(server))

    assert reply.content == (TextBlock(text="I can't help with that."),)


def test_usage() -> None:
    """Cached tokens are part of the prompt's; a model without a price costs None, not 0."""
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 800}}

    with chat_serving(lambda _body: chat("ok", usage=usage)) as server:
        (reply,) = ask(client(server))

    counted = reply.usage
    assert (counted.fresh_tokens, counted.cached_tokens, counted.output_tokens) == (200, 800, 50)
    assert (counted.calls, counted.cost_usd) == (1, None)


def test_halves_of_surrogate_pairs_do_not_stay() -> None:
    """What JSON can carry and a file cannot is replaced, in words and in arguments."""
    half = json.dumps({"a": "\ud800"})
    with chat_serving(
        lambda _body: Response(chat("x", ("grade", half)).body, media_type="application/json")
    ) as server:
        (reply,) = ask(client(server))

    str(reply.content).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"not json",
        b"",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [{"message": null}]}',
        b'{"choices": [{"message": {"content": "a", "tool_calls": 3}}], "usage": {}}',
        b'{"choices": [{"message": {"content": "a"}}]}',
        b'{"choices": [{"message": {"content": "a"}}], "usage": {"prompt_tokens": "many"}}',
    ],
)
def test_malformed_answer(body: bytes) -> None:
    """An answer that makes no sense is the server's fault, not a reply and not a crash."""
    with (
        chat_serving(lambda _body: Response(body, media_type="application/json")) as server,
        pytest.raises(ModelError) as caught,
    ):
        ask(client(server))

    assert caught.value.retryable


@pytest.mark.parametrize(("status", "retryable"), [(401, False), (404, False), (429, True), (500, True)])
def test_status_codes(status: int, retryable: bool) -> None:
    """Each status says with the server's own words what it means; a wrong key names the grader's."""
    error = {"error": {"message": "the server's own words", "type": "x"}}
    with (
        chat_serving(lambda _body: JSONResponse(error, status)) as server,
        pytest.raises(ModelError) as caught,
    ):
        ask(client(server))

    assert "the server's own words" in str(caught.value)
    assert caught.value.retryable is retryable
    assert ("GRADER_API_KEY" in caught.value.hint) is (status == 401)


def test_missing_key() -> None:
    """Without a key nothing is called, and the way out is named."""
    with pytest.raises(ModelError, match="GRADER_API_KEY"):
        ask(ChatModels(api_key="", base_url="http://127.0.0.1:1/v1"))


def test_key_is_never_shown(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is in no repr, log line or error, also when repeated; none of the environment is sent."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    caplog.set_level(logging.DEBUG)
    error = {"error": {"message": f"invalid key {KEY}", "type": "x"}}

    with chat_serving(lambda _body: JSONResponse(error, 401)) as server:
        models = client(server)
        with pytest.raises(ModelError) as caught:
            ask(models)

    failed = caught.value
    shown = [repr(models), str(failed), repr(failed), failed.message, failed.hint, caplog.text]
    assert not any(KEY in words for words in shown)
    assert (failed.__cause__, failed.__context__) == (None, None)
    assert "sk-of-the-environment" not in str(server.headers)
