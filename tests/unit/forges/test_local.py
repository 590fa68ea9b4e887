"""Two refs of a checkout as the event."""

from pathlib import Path

import pytest

from skilleval.errors import RepositoryError
from skilleval.event import parse_event
from skilleval.forges.local import LocalForge
from tests.builders_changes import Checkout


def test_payload_pins_both_refs(tmp_path: Path) -> None:
    """The event carries names and commits, and stage 1 can read it."""
    checkout = Checkout(tmp_path)
    base = checkout.write({"a": "1"}).commit()
    checkout.git("branch", "old")
    head = checkout.write({"a": "2"}).commit()

    payload = LocalForge(checkout.objects, name="owner/skills", base="old", head="main").payload()

    assert payload == {
        "kind": "refs",
        "repository": "owner/skills",
        "base": {"ref": "old", "sha": base},
        "head": {"ref": "main", "sha": head},
    }
    assert parse_event(payload).trust == "local"


def test_an_unknown_ref_is_an_error(tmp_path: Path) -> None:
    """A ref that is not there stops before anything runs."""
    checkout = Checkout(tmp_path)
    checkout.write({"a": "1"}).commit()

    with pytest.raises(RepositoryError, match="'nowhere'"):
        LocalForge(checkout.objects, name="x", base="nowhere", head="main").payload()
