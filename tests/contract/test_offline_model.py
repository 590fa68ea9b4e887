"""The offline model speaks the Messages API: what the real SDK makes of it."""

from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest

from skilleval.errors import ModelError
from skilleval.testing.offline import serve_offline
from tests.builders_offline import a_body, a_tool

SKILLS = {"tide-table": "Work out high and low tides. Use for tide times at a harbour."}
REQUEST = "When is high tide at the harbour tomorrow?"


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    """A running server."""
    with serve_offline() as url:
        yield url


@pytest.fixture
def client(base_url: str) -> Iterator[anthropic.Anthropic]:
    """The real SDK, pointed at it."""
    with anthropic.Anthropic(base_url=base_url, api_key="dummy", max_retries=0) as client:
        yield client


def create(client: anthropic.Anthropic, **body: Any) -> anthropic.types.Message:
    """Return the answer to a plain request."""
    message: anthropic.types.Message = client.messages.create(**body)
    return message


def calls(message: anthropic.types.Message) -> list[tuple[str, object]]:
    """Return (tool, input) of each tool call in an answer."""
    return [(block.name, block.input) for block in message.content if block.type == "tool_use"]


def test_plain_answer(client: anthropic.Anthropic) -> None:
    """A request without tools gets text, with usage."""
    message = create(
        client, model="offline", max_tokens=200, messages=[{"role": "user", "content": "Say hello to Ana."}]
    )

    assert message.stop_reason == "end_turn"
    assert message.content[0].type == "text"
    assert message.usage.input_tokens > 0
    assert message.usage.output_tokens > 0


def test_a_fitting_skill_is_called(client: anthropic.Anthropic) -> None:
    """The listed skill that fits is asked for through the tool."""
    message = create(client, **a_body(REQUEST, skills=SKILLS))

    assert message.stop_reason == "tool_use"
    assert calls(message) == [("Skill", {"skill": "tide-table"})]


@pytest.mark.parametrize("skills", [SKILLS, {}])
def test_stream_and_plain_agree(client: anthropic.Anthropic, skills: dict[str, str]) -> None:
    """What a stream adds up to is the plain answer, ids included."""
    body: Any = a_body(REQUEST, skills=skills)
    plain = create(client, **body)
    with client.messages.stream(**body) as stream:
        streamed = stream.get_final_message()

    assert streamed.model_dump(exclude={"container"}) == plain.model_dump(exclude={"container"})


def test_event_order(base_url: str) -> None:
    """The events come in the API's order, each with its own name."""
    headers = {"x-api-key": "dummy", "anthropic-version": "2023-06-01"}
    body = {**a_body(REQUEST, skills=SKILLS), "stream": True}
    answer = httpx2.post(f"{base_url}/v1/messages?beta=true", json=body, headers=headers)
    names = [line.removeprefix("event: ") for line in answer.text.splitlines() if line.startswith("event: ")]

    assert answer.headers["content-type"].startswith("text/event-stream")
    assert names == [
        "message_start",
        "ping",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]


def test_same_request_same_answer(client: anthropic.Anthropic) -> None:
    """The server has no memory."""
    first, second = (create(client, **a_body(REQUEST)) for _ in range(2))

    assert first == second


def test_count_tokens_is_the_usage(client: anthropic.Anthropic) -> None:
    """The counted tokens are those that an answer reports as input."""
    body: Any = a_body(REQUEST, skills=SKILLS)
    counted = client.messages.count_tokens(
        **{key: value for key, value in body.items() if key != "max_tokens"}
    )
    used = create(client, **body).usage

    assert counted.input_tokens == used.input_tokens


def test_cached_prefix_is_reported(client: anthropic.Anthropic) -> None:
    """What a client marks for the cache is written first and read at the next turn."""
    mark = {"type": "ephemeral"}
    system = [{"type": "text", "text": "You are an agent. " * 50, "cache_control": mark}]
    first = {"role": "user", "content": "Hello there."}
    later = [first, {"role": "assistant", "content": "Hello."}, {"role": "user", "content": "And now?"}]
    at_first, at_later = (
        create(client, model="m", max_tokens=9, system=system, messages=turns).usage
        for turns in ([first], later)
    )

    assert (at_first.cache_read_input_tokens, at_first.input_tokens) == (0, 0)
    assert (at_later.cache_read_input_tokens or 0) >= (at_first.cache_creation_input_tokens or 0) - 1


def test_rate_limit_headers(client: anthropic.Anthropic) -> None:
    """A client that paces itself finds the headers that it reads."""
    body: Any = a_body(REQUEST)
    raw = client.messages.with_raw_response.create(**body)

    assert int(raw.headers["anthropic-ratelimit-requests-remaining"]) > 0
    assert raw.headers["request-id"].startswith("req_")


def test_forced_tool_gets_valid_input(client: anthropic.Anthropic) -> None:
    """A tool that must be used is used, with the keys that its schema requires."""
    message = create(
        client,
        model="m",
        max_tokens=50,
        tools=[a_tool("note", "text")],
        tool_choice={"type": "tool", "name": "note"},
        messages=[{"role": "user", "content": "Remember the milk."}],
    )

    assert calls(message) == [("note", {"text": "Remember the milk."})]


def test_long_answer_stops_at_max_tokens(client: anthropic.Anthropic) -> None:
    """An answer longer than allowed is cut, and says so."""
    message = create(
        client,
        model="m",
        max_tokens=1,
        messages=[{"role": "user", "content": 'Say "a long sentence, this one".'}],
    )

    assert message.stop_reason == "max_tokens"


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"messages": []}, "messages"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"tool_choice": {"type": "tool", "name": "Nope"}}, "tool_choice"),
        (
            {"messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x"}]}]},
            "tool_use_id",
        ),
    ],
)
def test_bad_requests_are_refused(client: anthropic.Anthropic, change: dict[str, object], word: str) -> None:
    """A malformed request is a 400 of the API's shape that names the key."""
    with pytest.raises(anthropic.BadRequestError, match=word) as refused:
        create(client, **{**a_body(REQUEST), **change})

    body = refused.value.body
    assert isinstance(body, dict)
    assert body["error"]["type"] == "invalid_request_error"


def test_broken_json_key_and_path(base_url: str) -> None:
    """No JSON is 400, no key 401, no such path 404; each with a typed error."""
    good = {"x-api-key": "dummy", "anthropic-version": "2023-06-01"}
    answers = [
        httpx2.post(f"{base_url}/v1/messages", content=b"{", headers=good),
        httpx2.post(f"{base_url}/v1/messages", json={}, headers={}),
        httpx2.post(f"{base_url}/v1/nothing", json={}, headers=good),
    ]

    assert [a.status_code for a in answers] == [400, 401, 404]
    assert {a.json()["type"] for a in answers} == {"error"}


def test_models_and_health(client: anthropic.Anthropic, base_url: str) -> None:
    """Clients that ask who is there get an answer."""
    assert [model.id for model in client.models.list()] == ["offline"]
    assert httpx2.head(base_url).status_code == 200
    assert httpx2.get(base_url).json()["status"] == "ok"


def test_taken_port_is_said() -> None:
    """A port that is in use is an error with a way out, and no hang."""
    with (
        serve_offline() as url,
        pytest.raises(ModelError, match="choose another port"),
        serve_offline(port=int(url.rsplit(":", 1)[1])),
    ):
        pass
