"""Which skills a model was offered, read from what an agent sent: its own event stream names them all.

Claude Code 2.1.332 lists skills in a message, `- name: description` a line, below a fixed sentence. It cuts
a description at 1,536 characters; past about 29,000 characters in all, the rest are names alone.
"""

import re
from collections.abc import Iterator
from typing import Final

_HEAD: Final = "skills are available for use with the Skill tool:"
_ENTRY: Final = re.compile(r"- ([\w:/.-]{1,128})(?:: (.*))?")
_MOST: Final = 2000


def read_listing(asked: object) -> dict[str, int] | None:
    """Return name to characters of description shown (0 = name alone), or None without a listing."""
    for text in _texts(asked):
        _, head, rest = text.partition(_HEAD)
        if head:
            return dict(_entries(rest))
    return None


def _entries(text: str) -> Iterator[tuple[str, int]]:
    """Yield the lines of a listing up to the first that is none; an entry may go on over lines."""
    name, size = "", 0
    for line in text.lstrip("\n").splitlines()[:_MOST]:
        entry = _ENTRY.fullmatch(line)
        if entry or not line.strip():
            if name:
                yield name, size
            name, size = (entry[1], len(entry[2] or "")) if entry else ("", 0)
            if not entry:
                return
        elif name:
            size += 1 + len(line)
    if name:
        yield name, size


def _texts(asked: object) -> Iterator[str]:
    messages = asked.get("messages") if isinstance(asked, dict) else None
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            yield content
        for block in content if isinstance(content, list) else ():
            text = block.get("text") if isinstance(block, dict) else None
            if isinstance(text, str):
                yield text
