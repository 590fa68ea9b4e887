"""Foreign text on a line of a text that we print: one line, and nothing that a machine obeys.

GitHub's runner reads what a step prints, on both streams, for commands: a line that begins, after blanks,
with `::`, and the older `##[` anywhere in a line (docs.github.com, "Workflow commands").
"""

import re
from typing import Final

MARK: Final = "| "
"""Stands before a line that would begin like a command."""

_COMMAND: Final = re.compile(r"(?:[\s\ufeff\u200b\u180e]|\x1b\[[0-9;]*m)*::")  # our colours are no text


def one_line(text: str) -> str:
    """Return foreign text on one line, without control or invisible characters."""
    return text if text.isprintable() else "".join(char if char.isprintable() else " " for char in text)


def no_command(line: str) -> str:
    """Return a line that is no command to the runner; what makes it one is broken where all can see it."""
    line = line.replace("##[", "##(")
    return MARK + line if _COMMAND.match(line) else line


def inert_line(text: str) -> str:
    """Return foreign text as a whole line of output: `one_line`, and `no_command`."""
    return no_command(one_line(text))
