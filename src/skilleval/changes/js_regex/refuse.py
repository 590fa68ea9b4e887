"""What a pattern may not hold."""

from typing import Final

MAX_LENGTH: Final = 4_000
MAX_DEPTH: Final = 40
MAX_REPEAT: Final = 1_000
MAX_SIZE: Final = 50_000
"""Characters after all counted repetitions are written out: `regex` does write them out."""


class PatternError(Exception):
    """A pattern that is no JavaScript, or that cannot be carried over; `at` counts from 0."""

    def __init__(self, message: str, at: int | None = None) -> None:
        """Keep the place."""
        super().__init__(message)
        self.at = at
