"""The digest equals what a person gets in a shell."""

import hashlib
import subprocess
from pathlib import Path

from skilleval.changes.freeze import manifest_digest

PIPE = "find . -type f -print0 | LC_ALL=C sort -z | xargs -0 shasum -a 256 | shasum -a 256"


def test_equals_the_shell_pipe(tmp_path: Path) -> None:
    """Odd names included: spaces, quotes, backslashes, newlines, bytes that are not UTF-8."""
    names = [
        b"b c",
        b"a/z",
        b"a.b",
        b"q'\"",
        b"back\\slash",
        b"new\nline",
        b"tab\t",
        b"\xff",
        "é".encode(),
        b"c\r",
    ]
    files = []
    for number, name in enumerate(names):
        path = Path(tmp_path, name.decode("utf-8", "surrogateescape"))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * number)
        digest = hashlib.sha256(b"x" * number).hexdigest()
        files.append((name.decode("utf-8", "surrogateescape"), digest))

    said = subprocess.run(["bash", "-c", PIPE], cwd=tmp_path, capture_output=True, check=True).stdout.decode()

    assert manifest_digest(files) == said.split()[0]
