"""One comment, whatever happens beside it: the lowest id stays, with the newest body.

Each run brings the thread into the same state, from whatever state it finds it in: so parallel runs
agree without talking to each other, and a run that died half way is put right by the next.
"""

from datetime import UTC, datetime
from typing import Final

from skilleval.ports import Note, Thread
from skilleval.report.comment import read_state

ROUNDS: Final = 4
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


def settle(thread: Thread, body: str, *, first: str) -> None:
    """Leave exactly one comment that begins with `first`, with the newest of its bodies and `body`.

    Each round looks before it writes, and the last one finds nothing to do: what a parallel run wrote
    meanwhile is seen. GitHub has no conditional edit, so two edits in the same moment can still
    leave the older words; concurrency groups in the workflow keep that from happening.
    """
    newest = body
    for _ in range(ROUNDS):
        notes = [note for note in thread.own() if note.body.startswith(first)]
        newest = max([newest, *(note.body for note in notes)], key=_age)
        if len(notes) == 1 and _lines(notes[0].body) == _lines(newest):
            return
        _write(thread, notes, newest)


def _write(thread: Thread, notes: list[Note], newest: str) -> None:
    """Put the newest words into the oldest comment, then remove the others: a kill between loses none."""
    if not notes:
        thread.create(newest)
        return
    oldest, *twins = notes
    if _lines(oldest.body) != _lines(newest) and not thread.edit(oldest.id, newest):
        return  # it was removed meanwhile: the next round begins with the next one
    for twin in twins:
        thread.delete(twin.id)


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
