"""Secrets in every form in which they may turn up."""

import base64
import json
import urllib.parse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.cli.runner.masks import Redactor, forms_of

SECRET = "sk-ant/a+b c\"d'é%?=9xQ"


@pytest.mark.parametrize(
    "form",
    [
        SECRET,
        json.dumps(SECRET)[1:-1],
        json.dumps(json.dumps(SECRET))[3:-3],
        urllib.parse.quote(SECRET, safe=""),
        urllib.parse.quote_plus(SECRET),
        base64.b64encode(SECRET.encode()).decode(),
        base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("="),
        SECRET.encode().hex(),
    ],
)
def test_each_form_is_blackened(form: str) -> None:
    """Base64, URL, JSON and hex do not get a secret past the mask."""
    assert form not in Redactor([SECRET]).text(f"before {form} after")


@given(
    st.binary(max_size=20),
    st.text(st.characters(codec="ascii"), min_size=12, max_size=40),
    st.binary(max_size=20),
)
def test_base64_hides_nothing_wherever_it_begins(before: bytes, secret: str, after: bytes) -> None:
    """A secret inside a longer text, as in `Authorization: Basic`, is found in that text's base64."""
    text = base64.b64encode(before + secret.encode() + after).decode()

    assert Redactor([secret]).text(text) != text


def test_bytes_are_blackened_too() -> None:
    """Files are swept as bytes."""
    assert Redactor([SECRET]).bytes(b"\xff" + SECRET.encode() + b"\0") == b"\xff***\0"


def test_short_values_are_no_secrets() -> None:
    """Masking `true` would blacken every log."""
    assert forms_of("true") == ()
    assert forms_of("") == ()
    assert Redactor(["true", ""]).text("it is true") == "it is true"


def test_lines_of_a_secret_are_secrets() -> None:
    """The runner masks by line, so each line of a key is masked by itself."""
    assert "second line of it" in forms_of("first line of it\nsecond line of it")
