"""Secrets in every form in which they may turn up: the runner masks only the forms that it knows."""

import base64
import json
import urllib.parse
from collections.abc import Iterable, Iterator

SHORTEST = 6
"""Shorter values are no secrets: masking them would blacken the log."""
MASK = "***"


def forms_of(secret: str) -> tuple[str, ...]:
    """Return the secret and its base64, URL, JSON and hex forms, the longest first."""
    if len(secret) < SHORTEST:
        return ()
    found = {secret, *secret.splitlines(), *_escaped(secret), *_base64(secret.encode())}
    return tuple(sorted((form for form in found if len(form) >= SHORTEST), key=len, reverse=True))


def _escaped(secret: str) -> Iterator[str]:
    quoted = json.dumps(secret)[1:-1]
    yield quoted
    yield json.dumps(quoted)[1:-1]
    yield urllib.parse.quote(secret, safe="")
    yield urllib.parse.quote_plus(secret)
    yield secret.encode().hex()


def _base64(data: bytes) -> Iterator[str]:
    """Yield what stays the same of the secret's base64, wherever in a longer text it begins.

    Three bytes make four characters, so there are three ways to cut; the first and the last
    characters also hold bits of the neighbours and are left out.
    """
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        yield encode(data).decode()
        yield encode(data).decode().rstrip("=")
        for before in range(3):
            text = encode(b"\0" * before + data).decode()
            first = -(-before * 8 // 6)  # characters that hold bits of what stands before
            last = len(text) - len(text.rstrip("="))
            yield text[first : len(text) - last - (1 if last else 0)]


class Redactor:
    """Replaces secrets in text."""

    def __init__(self, secrets: Iterable[str]) -> None:
        """Know every form of these secrets."""
        found = {form for secret in secrets for form in forms_of(secret)}
        self.forms = tuple(sorted(found, key=len, reverse=True))

    def text(self, text: str) -> str:
        """Return the text without secrets."""
        for form in self.forms:
            text = text.replace(form, MASK)
        return text

    def bytes(self, data: bytes) -> bytes:
        """Return the bytes without secrets."""
        for form in self.forms:
            data = data.replace(form.encode(), MASK.encode())
        return data
