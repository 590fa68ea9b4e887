"""Progress of a long review: nothing in the first two seconds, then a line now and then."""

import time
from collections.abc import Callable
from typing import Final

Tell = Callable[[str], None]

EVERY_S: Final = 2.0


def unhurried(say: Tell, *, clock: Callable[[], float] = time.monotonic) -> Tell:
    """Return a `say` that passes on what comes two seconds after the last word, and drops the rest."""
    last = clock()

    def tell(text: str) -> None:
        nonlocal last
        if clock() - last >= EVERY_S:
            last = clock()
            say(text)

    return tell


def quiet(_text: str) -> None:
    """Say nothing."""
