"""What a request must look like."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.testing.offline.wire import ApiError, error_body, messages_request
from tests.builders_offline import a_body

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def test_unknown_keys_are_let_through() -> None:
    """A newer client's keys do not break an older server."""
    assert messages_request({**a_body("A"), "thinking": {"type": "adaptive"}}).max_tokens == 4096


def test_error_shape() -> None:
    """Errors look like the API's."""
    assert error_body("api_error", "no", "req_1") == {
        "type": "error",
        "error": {"type": "api_error", "message": "no"},
        "request_id": "req_1",
    }


@pytest.mark.parametrize("kind", ["any", "tool"])
def test_a_choice_needs_tools(kind: str) -> None:
    """A tool cannot be chosen where none is offered."""
    with pytest.raises(ApiError, match="tool_choice"):
        messages_request({**a_body("A", tools=[]), "tool_choice": {"type": kind, "name": "x"}})


@given(st.sampled_from(["messages", "system", "tools", "tool_choice", "max_tokens"]), JSON)
def test_any_value_is_read_or_refused(key: str, value: object) -> None:
    """Whatever stands under a key, the request is read or refused with a message."""
    problem = ""
    try:
        messages_request({**a_body("A"), key: value})
    except ApiError as refused:
        problem = f"{refused.kind}: {refused.message}"

    assert not problem or problem.startswith("invalid_request_error: ")
