"""The proxy in front of the emulator: checks each request, plays faults, and answers what emulate lacks."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.github_double.faults import ACTED, REFUSALS, Fault

COMMENT_LIMIT = 65_536
MOST_FILES = 3_000
Judge = Callable[["Seen"], str]


@dataclass(frozen=True)
class Seen:
    """One request that came."""

    method: str
    path: str
    """With its query."""
    body: Any


@dataclass
class Desk:
    """What the proxy does and has seen. Tests turn its knobs."""

    upstream: str
    judge: Judge = lambda _: ""
    faults: Iterator[Fault] = field(default_factory=lambda: repeat("ok"))
    slow_s: float = 0.05
    too_slow_s: float = 1.5
    limited: frozenset[str] = frozenset()
    """Tokens that may write nothing, as a fork's."""
    seen: list[Seen] = field(default_factory=list)
    objections: list[str] = field(default_factory=list)
    statuses: list[dict[str, Any]] = field(default_factory=list)
    reactions: list[tuple[str, str]] = field(default_factory=list)
    pull_files: list[dict[str, Any]] = field(default_factory=list)
    """The changed files of the pull request (`files.py`), of which emulate knows only the number."""
    rewrite: dict[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Changes to what emulate answers on a path: states that it cannot be brought into."""
    graphql_login: str = "github-actions[bot]"
    """Whose token it is, by GraphQL; empty = it does not say."""
    hides_user: bool = True
    """An Actions token may not ask who it is."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next_fault(self) -> Fault:
        """Return what happens to the next request."""
        with self.lock:
            return next(self.faults)

    def paths(self, method: str) -> list[str]:
        """Return the paths asked for with a method, without queries."""
        return [urlsplit(seen.path).path for seen in self.seen if seen.method == method]


Answer = tuple[int, dict[str, str], bytes]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    desk: Desk

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _serve(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        raw = self.rfile.read(length)
        seen = Seen(self.command, self.path, json.loads(raw) if raw else None)
        objection = self.desk.judge(seen)
        with self.desk.lock:
            self.desk.seen.append(seen)
            self.desk.objections.extend([objection] if objection else [])
        self._play(self.desk.next_fault(), seen, raw)

    def _play(self, fault: Fault, seen: Seen, raw: bytes) -> None:
        answer = self._answer(seen, raw) if fault in ACTED else (0, {}, b"")
        if fault in REFUSALS:
            refusal = REFUSALS[fault]
            answer = refusal.status, refusal.all_headers(), json.dumps({"message": refusal.message}).encode()
        if fault in {"slow", "too-slow"}:
            time.sleep(self.desk.slow_s if fault == "slow" else self.desk.too_slow_s)
        try:
            self._send(answer, cut=fault == "cut")
        except OSError:
            self.close_connection = True  # the other side has lost patience

    def _send(self, answer: Answer, *, cut: bool) -> None:
        status, headers, data = answer
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data) + (10 if cut else 0)))
        self.end_headers()
        if status != 204:
            self.wfile.write(data)
        self.close_connection = self.close_connection or cut

    def _answer(self, seen: Seen, raw: bytes) -> Answer:
        own = _own_answer(self.desk, seen, self.headers.get("authorization", ""))
        return own or self._forward(raw)

    def _forward(self, raw: bytes) -> Answer:
        upstream = http.client.HTTPConnection(urlsplit(self.desk.upstream).netloc, timeout=20)
        try:
            headers = {
                key: value
                for key, value in self.headers.items()
                if key.lower() in {"authorization", "content-type", "accept"}
            }
            upstream.request(self.command, self.path, raw or None, headers)
            reply = upstream.getresponse()
            kept = {"link": link} if (link := reply.getheader("link")) else {}
            change = self.desk.rewrite.get(urlsplit(self.path).path)
            data = reply.read()
            return reply.status, kept, json.dumps(change(json.loads(data))).encode() if change else data
        finally:
            upstream.close()

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve


def _own_answer(desk: Desk, seen: Seen, authorization: str) -> Answer | None:
    """Return what emulate would not say: missing routes, limits, and the rights of a token."""
    path = urlsplit(seen.path).path
    if seen.method != "GET" and any(token in authorization for token in desk.limited):
        return _json(403, {"message": "Resource not accessible by integration"})
    if path == "/user" and desk.hides_user:
        return _json(403, {"message": "Resource not accessible by integration"})
    if path == "/graphql":
        viewer = {"login": desk.graphql_login} if desk.graphql_login else None
        return _json(200, {"data": {"viewer": viewer}})
    if path.endswith("/files") and "/pulls/" in path:
        return _page(desk, seen, desk.pull_files[:MOST_FILES])
    if seen.method == "POST" and "/statuses/" in path:
        desk.statuses.append({**seen.body, "sha": path.rsplit("/", 1)[1]})
        return _json(201, {"id": len(desk.statuses), **seen.body})
    if path.endswith("/statuses"):
        sha = path.split("/")[-2]
        return _json(200, [row for row in reversed(desk.statuses) if row["sha"] == sha])
    if seen.method == "POST" and path.endswith("/reactions"):
        desk.reactions.append((path.split("/")[-2], seen.body["content"]))
        return _json(201, {"id": len(desk.reactions), "content": seen.body["content"]})
    if "/comments" in path and seen.body and len(seen.body.get("body", "")) > COMMENT_LIMIT:
        return _json(422, {"message": "Validation Failed: body is too long (maximum is 65536 characters)"})
    return None


def _page(desk: Desk, seen: Seen, rows: list[dict[str, Any]]) -> Answer:
    """Return one page of a list, and the link to the next."""
    asked = {key: int(values[-1]) for key, values in parse_qs(urlsplit(seen.path).query).items()}
    size, page = min(asked.get("per_page", 30), 100), asked.get("page", 1)
    status, headers, body = _json(200, rows[(page - 1) * size : page * size])
    more = page * size < len(rows)
    link = {"link": f'<{desk.upstream}?page={page + 1}>; rel="next"'} if more else {}
    return status, {**headers, **link}, body


def _json(status: int, data: Any) -> Answer:
    return status, {}, json.dumps(data).encode()


@contextmanager
def running_proxy(desk: Desk) -> Iterator[str]:
    """Serve the desk on a free port of loopback and yield its address."""
    handler = type("Handler", (_Handler,), {"desk": desk})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
