"""The skills that a model was offered, as an agent's own request lists them."""

from hypothesis import given
from hypothesis import strategies as st

from skilleval.gateway.ledger import Ledger
from skilleval.gateway.listing import read_listing

HEAD = "Some words.\n\nThe following skills are available for use with the Skill tool:\n\n"


def asked(text: str, *, in_blocks: bool = True) -> dict[str, object]:
    content = [{"type": "text", "text": text}] if in_blocks else text
    return {"model": "m", "messages": [{"role": "user", "content": content}]}


def test_names_with_the_length_of_what_is_shown() -> None:
    """Full, cut and bare entries; the listing ends at the first line that is none."""
    text = f"{HEAD}- pdf-forms: Fills forms.\n- team:csv: Cuts…\n- bare\n\nToday's date is near.\n- no: skill"

    assert read_listing(asked(text)) == {"pdf-forms": 12, "team:csv": 5, "bare": 0}
    assert read_listing(asked(text, in_blocks=False)) == read_listing(asked(text))


def test_a_description_may_run_over_lines() -> None:
    """What follows an entry belongs to it."""
    assert read_listing(asked(f"{HEAD}- one: First\nsecond line\n- two: x")) == {"one": 17, "two": 1}


def test_no_listing_is_none_and_not_empty() -> None:
    """An agent without skills says nothing of them: that is not a listing without entries."""
    assert read_listing(asked("Hello.")) is None
    assert read_listing({}) is read_listing(None) is read_listing({"messages": [1, {"content": [2]}]}) is None


@given(
    st.recursive(st.none() | st.text() | st.integers(), lambda x: st.lists(x) | st.dictionaries(st.text(), x))
)
def test_whatever_an_agent_sends_is_read_or_passed_over(value: object) -> None:
    """It is data of a room: nothing in it raises."""
    read_listing(value)
    read_listing({"messages": value})


def test_the_first_call_of_a_trial_counts() -> None:
    """Later calls may list skills again, shorter; other trials are other trials."""
    ledger = Ledger()
    ledger.listed("a", asked("no listing"))
    ledger.listed("a", asked(f"{HEAD}- one: x"))
    ledger.listed("a", asked(f"{HEAD}- two: x"))

    assert ledger.account("a").listing == {"one": 1}
    assert ledger.account("b").listing is None
    assert ledger.account().listing is None
