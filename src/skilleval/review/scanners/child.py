"""Runs an analyser as a child process: clean environment, own folder, bounded time and output."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from skilleval.errors import ScannerError
from skilleval.ports import ScanFile

MAX_OUTPUT_BYTES = 256 * 1024 * 1024
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
_BOUND = """
import os, resource, sys
for name, most in zip(("FSIZE", "CORE", "AS"), map(int, sys.argv[1:4])):
    if name != "AS" or most:
        try:
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
        except (OSError, ValueError):
            pass  # a system without that bound: the time limit remains
os.execv(sys.argv[4], sys.argv[4:])
"""
"""Becomes the analyser once its bounds are set: set from outside, they could come too late."""


def write_files(folder: Path, files: Sequence[ScanFile]) -> None:
    """Write the files into a folder of ours. Their paths are single names, given by the review."""
    check_names(files)
    for file in files:
        (folder / file.path).write_bytes(file.content)


def check_names(files: Sequence[ScanFile]) -> None:
    """Raise ScannerError for a path that is no single name, or that could be taken for a flag."""
    for file in files:
        if not file.path or "/" in file.path or file.path.startswith((".", "-")):
            raise ScannerError(f"a file for a scanner has an unsafe name: {file.path!r}")


def run_python(
    name: str, arguments: Sequence[str], *, folder: Path, timeout_s: float, memory_bytes: int = 0
) -> tuple[int, bytes]:
    """Run this interpreter and return exit code and stdout.

    It is isolated (`-I`), so that nothing is imported from the folder. `memory_bytes` bounds its address
    space; 0 leaves that to the analyser's own flag. Raises ScannerError that names the analyser when it
    takes too long or says too much.
    """
    home = folder.parent / f"{folder.name}-home"
    home.mkdir(exist_ok=True)
    output = home / "stdout"
    with output.open("wb") as stdout, (home / "stderr").open("wb") as stderr:
        process = subprocess.Popen(
            [*_bounded(memory_bytes), sys.executable, "-I", *arguments],
            cwd=folder, env=clean_environment(home), stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
            start_new_session=True,
        )  # fmt: skip
        try:
            code = process.wait(timeout=timeout_s)
        except subprocess.TimeoutExpired:
            raise ScannerError(
                f"{name} took longer than {timeout_s:.0f} s", hint="review fewer files at once"
            ) from None
        finally:
            _end_group(process)
    if output.stat().st_size > MAX_OUTPUT_BYTES:
        raise ScannerError(
            f"{name} wrote more than {MAX_OUTPUT_BYTES} bytes", hint="review fewer files at once"
        )
    return code, output.read_bytes()


def clean_environment(home: Path) -> dict[str, str]:
    """Return an environment that holds nothing of ours: a path, a language, and that folder as home."""
    return {**_ENVIRONMENT, "HOME": str(home), "TMPDIR": str(home)}


def last_words(folder: Path) -> str:
    """Return the last line that the analyser wrote to stderr, for an error message."""
    return last_line(folder.parent / f"{folder.name}-home" / "stderr")


def last_line(file: Path) -> str:
    """Return the last line of a file of words for people, cut to 200 characters."""
    text = file.read_text(errors="replace").strip()
    return text.splitlines()[-1][:200] if text else "no message"


def _bounded(memory_bytes: int) -> list[str]:
    bounds = (MAX_OUTPUT_BYTES, 0, memory_bytes)
    return [sys.executable, "-I", "-S", "-c", _BOUND, *map(str, bounds)]


def _end_group(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        process.wait()
