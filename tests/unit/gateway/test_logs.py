"""From the gateway's stdout to files: entry by entry, whatever else is said in between."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.gateway.ledger import Refused
from skilleval.gateway.logs import CALLS, REFUSED, keep_logs, say_entry


def test_what_is_said_is_kept(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The other end of stdout has the same entries, a line each, in order."""
    entries = [Refused(trial="t", method="CONNECT", target=f"host-{number}:443") for number in range(3)]
    for entry in entries:
        say_entry(REFUSED, entry)
    keep_logs(capfd.readouterr().out.splitlines(), str(tmp_path / "logs"))
    lines = (tmp_path / "logs" / REFUSED).read_text().splitlines()

    assert [Refused.model_validate_json(line) for line in lines] == entries


@pytest.mark.parametrize("name", ["../out", "/etc/passwd", "other.jsonl", ""])
def test_no_other_file_is_written(tmp_path: Path, name: str) -> None:
    """A line names one of the two logs, or is dropped."""
    (tmp_path / "logs").mkdir()
    keep_logs([json.dumps({"log": name, "entry": {}})], str(tmp_path / "logs"))

    assert [path.name for path in tmp_path.rglob("*")] == ["logs"]


@given(st.lists(st.text(st.characters(exclude_characters="\n"))))
def test_other_lines_are_dropped(noise: list[str]) -> None:
    """Whatever a library prints, the reader goes on to the end."""
    rest = iter([*noise, json.dumps({"log": CALLS, "entry": {}})])
    keep_logs(rest, "")

    assert list(rest) == []
