"""One comment, whatever happens beside it: the lowest id stays, with the newest body.

Each run brings the thread into the same state, from whatever state it finds it in: so parallel runs
agree without talking to each other, and a run that died half way is put right by the next.
"""

from datetime import UTC, datetime
from typing import Final

from skilleval.ports import Note, Thread
from skilleval.report.comment import read_state

ROUNDS: Final = 3
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def settle(thread: Thread, body: str, *, first: str) -> None:
    """Leave exactly one comment that begins with `first`, with the newest of its bodies and `body`."""
    for _ in range(ROUNDS):
        notes = _notes(thread, first)
        if not notes:
            thread.create(body)
            notes = _notes(thread, first)  # a parallel run may have made another meanwhile
        if not notes or _keep_one(thread, notes, body):
            return


def _notes(thread: Thread, first: str) -> list[Note]:
    return [note for note in thread.own() if note.body.startswith(first)]


def _keep_one(thread: Thread, notes: list[Note], body: str) -> bool:
    """Bring the oldest comment up to date, remove the others; False when it was gone."""
    oldest, *twins = notes
    newest = max([body, *(note.body for note in notes)], key=_age)
    # the newest body first, then the twins: a kill in between loses nothing
    if _lines(newest) != _lines(oldest.body) and not thread.edit(oldest.id, newest):
        return False
    for twin in twins:
        thread.delete(twin.id)
    return True


def _age(body: str) -> datetime:
    """Return when the run of a body started; a body that we cannot read is older than any."""
    state = read_state(body)
    try:
        started = datetime.fromisoformat(state.started) if state else _NEVER
    except ValueError:
        return _NEVER
    return started if started.tzinfo else started.replace(tzinfo=UTC)


def _lines(body: str) -> list[str]:
    """Return a body without what GitHub may change in it: line ends, and space at the end."""
    return body.strip().splitlines()
