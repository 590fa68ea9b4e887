"""A pull request's conversation in memory: what tests of the comment speak in."""

from skilleval.domain.value import CommitSha
from skilleval.ports import Note


class MemoryThread:
    """A `Thread` without a network."""

    def __init__(self, head_sha: CommitSha, notes: tuple[Note, ...] = ()) -> None:
        """Begin with comments of ours."""
        self.head_sha = head_sha
        self.notes = {note.id: note for note in notes}
        self.writes = 0

    def head(self) -> CommitSha:
        """Return the head, which a test may move."""
        return self.head_sha

    def own(self) -> tuple[Note, ...]:
        """Return every comment, the oldest first."""
        return tuple(self.notes[id_] for id_ in sorted(self.notes))

    def create(self, body: str) -> None:
        """Add a comment."""
        self.writes += 1
        id_ = max(self.notes, default=0) + 1
        self.notes[id_] = Note(id=id_, body=body)

    def edit(self, note: int, body: str) -> bool:
        """Change a comment; False when it is gone."""
        if note not in self.notes:
            return False
        self.writes += 1
        self.notes[note] = Note(id=note, body=body)
        return True

    def delete(self, note: int) -> None:
        """Remove a comment."""
        self.writes += 1
        self.notes.pop(note, None)
