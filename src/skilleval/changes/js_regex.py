"""JavaScript-flavoured patterns for the `regex` module."""

import regex

from skilleval.errors import SuiteError


def translate(pattern: str) -> str:
    """Return the pattern for `regex`; raises SuiteError for what cannot be carried over."""
    try:
        regex.compile(pattern)
    except regex.error as exc:
        raise SuiteError(f"the pattern {pattern!r} cannot be read: {exc}") from exc
    return pattern
