"""What differs between two texts, line by line: GitHub leaves out patches of large files, and of files whose
attributes in the repository itself say so.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

MOST_PAIRS: Final = 1_000_000
"""Lines times lines that are compared; past this, all between the equal ends is one hunk."""
_NO_NEWLINE: Final = b"\n\\ No newline at end of file\n"


def diff_lines(old: bytes, new: bytes) -> bytes:
    """Return the hunks of a unified diff without context lines; nothing where the bytes are the same."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    return b"".join(
        _hunk(before[start:end], after[new_start:new_end], start, new_start)
        for start, end, new_start, new_end in _spans(before, after)
    )


def _spans(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int, int, int]]:
    least = min(len(old), len(new))
    head = next((at for at in range(least) if old[at] != new[at]), least)
    tail = next((at for at in range(least - head) if old[-1 - at] != new[-1 - at]), least - head)
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(before) * len(after) > MOST_PAIRS:
        yield head, len(old) - tail, head, len(new) - tail
        return
    for tag, start, end, new_start, new_end in SequenceMatcher(None, before, after).get_opcodes():
        if tag != "equal":
            yield head + start, head + end, head + new_start, head + new_end


def _hunk(removed: Sequence[bytes], added: Sequence[bytes], start: int, new_start: int) -> bytes:
    """Return a hunk; of a side without lines, the line before is named, as git does."""
    place = (
        f"@@ -{start + bool(removed)},{len(removed)} +{new_start + bool(added)},{len(added)} @@\n".encode()
    )
    lines = [b"-" + line for line in removed] + [b"+" + line for line in added]
    return place + b"".join(line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines)
