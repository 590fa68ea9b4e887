"""What the client of the provider says when no whole answer comes, and that it keeps its connections."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from skilleval.gateway.outbound import Outbound, Unanswered

Wire = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
_WHOLE = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"


async def _silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
    await reader.read()


def _saying(answer: bytes) -> Wire:
    """Answer the first request so, and hang up."""

    async def wire(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()

    return wire


def _then_silent(answer: bytes) -> Wire:
    """Answer the first request so, and say nothing more."""

    async def wire(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await reader.read()

    return wire


async def _ask(wire: Wire, times: int = 1) -> int:
    """Ask a server that answers with these bytes; return how many connections it saw."""
    connections = 0

    async def count(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        try:
            await wire(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(count, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    outbound = Outbound(f"http://127.0.0.1:{port}")
    try:
        for _ in range(times):
            await outbound.post("/v1/messages", b"{}", {}, silence_s=0.2)
    finally:
        await outbound.close()
        server.close()
    return connections


@pytest.mark.parametrize(
    ("wire", "status", "words"),
    [
        pytest.param(_silent, 504, "was silent for 0.2 s", id="silence before an answer"),
        pytest.param(
            _then_silent(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"),
            504,
            "silent",
            id="silence within one",
        ),
        pytest.param(_saying(b""), 502, "broke off", id="hangs up"),
        pytest.param(_saying(b"\x15\x03\x01\x00\x02 no HTTP\r\n\r\n"), 502, "broke off", id="no HTTP"),
        pytest.param(_saying(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"), 502, "broke off", id="cut"),
        pytest.param(
            _saying(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"),
            502,
            "broke off",
            id="bad chunk",
        ),
    ],
)
def test_what_is_no_whole_answer_is_said_in_words(wire: Wire, status: int, words: str) -> None:
    """Silence is told apart from a lost connection, and nothing of the transport's own comes through."""
    with pytest.raises(Unanswered, match=words) as caught:
        asyncio.run(_ask(wire))

    assert caught.value.status == status


def test_a_server_that_is_not_there_was_not_silent() -> None:
    """A refused connection is named as one."""

    async def ask() -> None:
        server = await asyncio.start_server(_silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        outbound = Outbound(f"http://127.0.0.1:{port}")
        try:
            await outbound.post("/v1/messages", b"{}", {}, silence_s=5.0)
        finally:
            await outbound.close()

    with pytest.raises(Unanswered, match="cannot be reached") as caught:
        asyncio.run(ask())

    assert caught.value.status == 502


def test_calls_one_after_the_other_share_a_connection() -> None:
    """A handshake with the provider costs more than a short call's own way."""

    async def wire(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            await reader.readuntil(b"{}")
            writer.write(_WHOLE)

    assert asyncio.run(_ask(wire, times=3)) == 1
