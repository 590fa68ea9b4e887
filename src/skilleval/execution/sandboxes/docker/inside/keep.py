"""Keeps a room alive, and offers the gateway's Unix socket on loopback.

`python3 -I -S keep.py SOCKET PORT`. Each connection to 127.0.0.1:PORT is joined to a new one to SOCKET, byte
for byte; agents use it as model endpoint and as HTTP(S) proxy. Without a socket it only waits.
Runs as a user of its own, so that what works in the room can neither signal nor trace it.
"""

import asyncio
import sys

_BLOCK = 65536


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while True:
            block = await source.read(_BLOCK)
            if not block:
                break
            target.write(block)
            await target.drain()
        if target.can_write_eof():
            target.write_eof()
    except (ConnectionError, OSError):
        target.close()


async def _serve(path: str, port: int) -> None:
    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(path)
        except OSError:
            writer.close()
            return
        await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))
        far_writer.close()
        writer.close()

    server = await asyncio.start_server(join, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


async def _wait() -> None:
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], int(sys.argv[2])) if len(sys.argv) > 2 else _wait())
