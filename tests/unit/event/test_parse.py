"""The event: what asks for a run."""

import pytest

from skilleval.errors import ConfigError
from skilleval.event import parse_event

PAYLOAD = {
    "kind": "refs",
    "repository": "shop",
    "base": {"ref": "main", "sha": "b" * 40},
    "head": {"ref": "HEAD", "sha": "a" * 40},
}


def test_two_refs_are_a_request_of_a_local_person() -> None:
    """Two refs of a checkout are trusted: it is the user's own shell."""
    request = parse_event(PAYLOAD | {"only": ["invoice-check"]})

    assert (request.base_sha, request.head_sha, request.trust) == ("b" * 40, "a" * 40, "local")
    assert request.only == ("invoice-check",)
    assert request.may_spend


@pytest.mark.parametrize("broken", [{}, {"kind": "refs"}, PAYLOAD | {"base": {"ref": "main", "sha": "main"}}])
def test_an_unknown_shape_is_named(broken: dict[str, object]) -> None:
    """What cannot be read says where it is wrong."""
    with pytest.raises(ConfigError, match="this event cannot be read"):
        parse_event(broken)
