"""What a room is made of, and what its commands see."""

from skilleval.domain.policy import Limits
from skilleval.engine.containers import Door
from skilleval.execution.sandboxes.docker.room_settings import GATEWAY_URL, environment, room_spec


def test_without_a_door_no_proxy_is_named() -> None:
    """And nothing of the bot's own environment is there."""
    names = set(environment(has_door=False))

    assert names == {"PATH", "HOME", "TMPDIR", "LANG", "TZ", "USER", "LOGNAME", "SHELL"}


def test_with_a_door_every_proxy_is_the_gateway() -> None:
    """Upper and lower case, since programs differ; the gateway itself is reached directly."""
    seen = environment(has_door=True)

    assert {value for name, value in seen.items() if name.lower().endswith("_proxy")} == {
        GATEWAY_URL,
        "127.0.0.1,localhost",
    }
    assert seen["NO_PROXY"] == seen["no_proxy"]


def test_limits_reach_the_container() -> None:
    """Memory with room for the supervisor, processors, folders of half the memory, one door."""
    door = Door("/run/skilleval", "/somewhere/0")
    spec = room_spec("image", Limits(memory_mb=1000, cpus=1.5), door, {"a": "b"})

    assert (spec.caps.memory_mb, spec.caps.cpus) == (1064, 1.5)
    assert {(one.path, one.size_mb) for one in spec.scratch} == {("/work", 500), ("/home/agent", 500)}
    assert spec.door == door
    assert spec.argv[-2:] == ("/run/skilleval/model.sock", "8787")
    assert spec.labels == {"a": "b"}
