"""A folder of ours, as the engine's machine knows it."""

from collections.abc import Mapping
from pathlib import PurePosixPath

import pytest

from skilleval.engine.own import translated

TEMP: Mapping[str, object] = {"Destination": "/github/runner_temp", "Source": "/home/r/_temp", "RW": True}
VOLUME: Mapping[str, object] = {
    "Type": "volume",
    "Destination": "/data",
    "Source": "/var/lib/docker/volumes/v/_data",
    "RW": True,
}
INNER: Mapping[str, object] = {"Destination": "/github/runner_temp/inner", "Source": "/elsewhere", "RW": True}
READ_ONLY: Mapping[str, object] = {"Destination": "/ro", "Source": "/x", "RW": False}


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/github/runner_temp/gate/0", "/home/r/_temp/gate/0"),
        ("/github/runner_temp", "/home/r/_temp"),
        ("/data/gate", "/var/lib/docker/volumes/v/_data/gate"),
        ("/github/runner_temp/inner/a", "/elsewhere/a"),
        ("/github/runner_tempting", None),
        ("/tmp/gate", None),
        ("/ro/gate", None),
    ],
)
def test_the_innermost_writable_mount_counts(folder: str, expected: str | None) -> None:
    """Bind mounts and volumes alike; names that only begin alike, and read-only mounts, hold nothing."""
    assert translated(PurePosixPath(folder), [TEMP, VOLUME, INNER, READ_ONLY]) == expected
