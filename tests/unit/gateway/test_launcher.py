"""A gateway that does not come up: said with its own words, and put away."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from skilleval.errors import ModelError
from skilleval.gateway import Gateway, GatewayConfig
from skilleval.gateway.config import Orders


@dataclass
class Dud:
    """Launches a gateway that says so much and ends; remembers what became of it."""

    says: tuple[str, ...] = ()
    said: str = ""
    slots: tuple[str, ...] = ("/slots/0",)
    sources: tuple[str, ...] = ("volume",)
    environment: Mapping[str, str] = field(default_factory=lambda: {"HTTPS_PROXY": "http://proxy:1"})
    sent: list[str] = field(default_factory=list)
    stopped: int = 0

    def launch(self, _slots: int) -> "Dud":
        """Return itself."""
        return self

    def send(self, line: str) -> None:
        """Keep it."""
        self.sent.append(line)

    def lines(self) -> Iterator[str]:
        """Yield what it says."""
        yield from self.says

    def stop(self) -> None:
        """Count."""
        self.stopped += 1


@pytest.mark.parametrize("says", [(), ("Traceback",), ("{}",), ("[1]",), ('{"port": "x"}',)])
def test_a_gateway_that_does_not_come_up_is_stopped_and_said(says: tuple[str, ...]) -> None:
    """Its last words are in the error, and nothing of it is left."""
    dud = Dud(says=says, said="No module named skilleval\n")
    gateway = Gateway(GatewayConfig(upstream="http://x", models=()), key="sk-1", slots=1, launcher=dud)

    with pytest.raises(ModelError, match="did not come up: No module named skilleval") as caught, gateway:
        pass
    assert dud.stopped == 1
    assert "sk-1" not in str(caught.value)


def test_orders_hold_key_slots_and_environment() -> None:
    """They go over stdin, once: neither arguments nor environment hold a key or a proxy's password."""
    dud = Dud()
    with (
        pytest.raises(ModelError),
        Gateway(GatewayConfig(upstream="http://x", models=()), key="sk-1", slots=1, launcher=dud),
    ):
        pass
    (line,) = dud.sent
    orders = Orders.model_validate_json(line)

    assert (orders.key, orders.slots) == ("sk-1", ("/slots/0",))
    assert orders.environment == {"HTTPS_PROXY": "http://proxy:1"}
    assert "sk-1" not in repr(orders)
