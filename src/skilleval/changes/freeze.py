"""The digest of a folder: SHA-256 over the sorted manifest of its files' digests.

The same figure as
`find . -type f -print0 | LC_ALL=C sort -z | xargs -0 shasum -a 256 | shasum -a 256`
run in the folder, so that anyone can check it without us.
"""

import hashlib
from collections.abc import Iterable

from skilleval.domain.value import Digest


def manifest_digest(files: Iterable[tuple[str, Digest]]) -> Digest:
    """Return the digest of (relative path, SHA-256 of the bytes) pairs, in any order.

    Paths are compared by their bytes. A name with a backslash or a newline is written the way
    `shasum` does: escaped, and the line starts with a backslash.
    """
    whole = hashlib.sha256()
    for path, digest in sorted((path.encode("utf-8", "surrogateescape"), digest) for path, digest in files):
        whole.update(_line(path, digest))
    return whole.hexdigest()


def _line(path: bytes, digest: Digest) -> bytes:
    escaped = path.replace(b"\\", b"\\\\").replace(b"\n", b"\\n")
    mark = b"\\" if escaped != path else b""
    return mark + digest.encode("ascii") + b"  ./" + escaped + b"\n"
