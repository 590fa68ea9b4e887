"""Text of DOCX, XLSX and PDF files: read in a child process with limits, since an agent wrote them.

The readers are python-docx, openpyxl and pypdf, the extra `documents`. A bomb or a crash ends the child
and not the bot; the child gets no environment, no file but its own code, and the bytes over stdin.
"""

import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path, PurePosixPath

READER = Path(__file__).with_name("document_reader.py")
TIMEOUT_S = 20.0
SUFFIXES = (".docx", ".xlsx", ".pdf")


class DocumentProblem(Exception):
    """A document without text. `of_the_file`: the agent left something that nobody can open."""

    def __init__(self, message: str, *, of_the_file: bool) -> None:
        """Keep whose fault it is."""
        super().__init__(message)
        self.of_the_file = of_the_file


def text_of_document(path: str, content: bytes) -> str:
    """Return the text, tables as lines with tabs. Raises DocumentProblem."""
    return "\n".join("\t".join(row) for row in _rows(path, content))


def rows_of_workbook(content: bytes) -> list[list[str]]:
    """Return the rows of the first sheet of an XLSX file. Raises DocumentProblem."""
    return [list(row) for row in _rows("workbook.xlsx", content)]


@lru_cache(maxsize=32)
def _rows(path: str, content: bytes) -> tuple[tuple[str, ...], ...]:
    suffix = PurePosixPath(path).suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise DocumentProblem(f"{path} is no document that can be read; known: {known}", of_the_file=False)
    try:
        child = subprocess.run(
            [sys.executable, "-I", str(READER), suffix],
            input=content,
            capture_output=True,
            timeout=TIMEOUT_S,
            env={},
            check=False,
        )
    except subprocess.TimeoutExpired as exc:
        raise DocumentProblem(f"{path} took longer than {TIMEOUT_S:g} s to read", of_the_file=True) from exc
    reply = _reply(child.stdout)
    if reply.get("missing"):
        raise DocumentProblem(
            f"{path} needs the package {reply['missing']}: install skilleval-bot[documents]",
            of_the_file=False,
        )
    rows = reply.get("rows")
    if child.returncode != 0 or not isinstance(rows, list):
        raise DocumentProblem(f"{path} cannot be opened as {suffix[1:].upper()}", of_the_file=True)
    return tuple(tuple(map(str, row)) for row in rows)


def _reply(output: bytes) -> dict[str, object]:
    try:
        reply = json.loads(output)
    except ValueError:
        return {}
    return reply if isinstance(reply, dict) else {}
