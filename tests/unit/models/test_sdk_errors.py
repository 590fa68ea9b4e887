"""Each error class of the vendors' SDKs has a meaning of its own, or its parent's."""

import anthropic
import openai
import pytest

from skilleval.models.sdk_errors import MEANINGS, meaning_of


def _sdk_errors() -> list[type[BaseException]]:
    """Return the SDK's public error classes, among them those that it makes from error codes."""
    public = [getattr(anthropic, name) for name in dir(anthropic)]
    errors = {
        value for value in public if isinstance(value, type) and issubclass(value, anthropic.AnthropicError)
    }
    return sorted(errors, key=lambda error: error.__name__)


@pytest.mark.parametrize("error", _sdk_errors(), ids=lambda error: error.__name__)
def test_each_error_of_the_sdk_is_mapped(error: type[BaseException]) -> None:
    """A new class of the SDK that nobody has thought about fails here."""
    assert error.__name__ in MEANINGS


def test_the_sdk_has_what_we_map() -> None:
    """No row speaks of a class that the SDK no longer has."""
    names = {error.__name__ for error in _sdk_errors()}

    assert set(MEANINGS) - names == {"OpenAIError"}


def test_the_other_sdk_shares_the_names() -> None:
    """Whatever a call over HTTP raises in it has a row, or is a kind of what has one."""
    public = [getattr(openai, name) for name in dir(openai)]
    raised = {each for each in public if isinstance(each, type) and issubclass(each, openai.APIStatusError)}
    kinds = {each for each in raised if each.__name__ in MEANINGS} - {openai.APIStatusError}

    assert len(kinds) > 6
    assert all(any(issubclass(each, kind) for kind in kinds) for each in raised - {openai.APIStatusError})


def test_nearest_parent_speaks_for_an_unknown_class() -> None:
    """A class without a row means what its parent means."""

    class SomethingNewError(anthropic.RateLimitError):
        """A class of a later SDK."""

    assert meaning_of(SomethingNewError) == MEANINGS["RateLimitError"]


def test_a_fault_of_the_body_is_the_servers() -> None:
    """What the SDK raises untranslated comes from an answer that makes no sense."""
    assert meaning_of(ValueError).retryable


@pytest.mark.parametrize("name", MEANINGS)
def test_final_errors_name_a_way_out(name: str) -> None:
    """An error that waiting does not cure says what does, but for the catch-alls."""
    meaning = MEANINGS[name]

    assert meaning.retryable or meaning.hint or name in {"AnthropicError", "OpenAIError", "APIStatusError"}
