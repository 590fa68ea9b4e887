"""The text inside office files, PDF files and pictures, taken out with regular expressions inside bounds.

No parser of a format is run on hostile bytes: what is looked for are words, and marks of active content.
"""

import re
import zlib
from collections.abc import Iterator

from skilleval.review.archives import Listing, list_archive
from skilleval.review.lazy import Lazy

MAX_STREAMS = 400
MAX_TEXT = 1024 * 1024
_TAG = Lazy(rb"<(?:w:p|a:p|text:p|row|/w:p|/a:p|/text:p|/row|w:br|/si)\b[^>]{0,400}>")
_ANY_TAG = Lazy(rb"<[^>]{0,2000}>")
_OFFICE_PART = Lazy(
    r"(?:document|slide\d*|notesslide\d*|sharedstrings|sheet\d*|content|comments?\d*|core|app"
    r"|custom|header\d*|footer\d*)\.xml$",
    re.IGNORECASE,
)
_STREAM = Lazy(rb"stream\r?\n")
_SHOWN = Lazy(rb"\((?P<text>(?:[^()\\]|\\.){1,2000})\)|<(?P<hex>[0-9A-Fa-f\s]{4,4000})>\s*Tj")
_ACTIVE_PDF = Lazy(rb"/(?:JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|RichMedia|SubmitForm|ImportData)\b")
_PNG_TEXT = Lazy(rb"(?:tEXt|iTXt|zTXt)(?P<text>[\x20-\x7e\x00\n\r\t]{8,4000})")
_JPEG_TEXT = Lazy(
    rb"\xff\xfe..(?P<text>[\x20-\x7e\n\r\t]{8,4000})|(?:ASCII\x00\x00\x00|UNICODE\x00"
    rb"|ImageDescription|<rdf:)(?P<more>[\x20-\x7e\n\r\t]{8,8000})",
    re.DOTALL,
)


def document_text(content: bytes) -> str:
    """Return the words of an office file, PDF file or picture; empty for anything else."""
    if content.startswith(b"PK"):
        listing = list_archive(content)
        return _office_text(listing) if _is_office(listing) else ""
    if content.startswith(b"%PDF"):
        return _pdf_text(content)
    if content.startswith((b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")):
        return _picture_text(content)
    return ""


def active_content(content: bytes) -> tuple[str, ...]:
    """Return what in a document can act by itself: macros, remote templates, scripts."""
    if content.startswith(b"%PDF"):
        return tuple(sorted({found[0].decode() for found in _ACTIVE_PDF.finditer(content)} - {"/AA"}))
    if not content.startswith(b"PK"):
        return ()
    listing = list_archive(content)
    if not _is_office(listing):
        return ()
    found = [
        f"macros ({m.path})" for m in listing.members if m.path.lower().endswith(("vbaproject.bin", ".bas"))
    ]
    for member in listing.members:
        if member.path.endswith(".rels"):
            remote = re.search(
                rb'(?:attachedTemplate|oleObject|frame)"[^>]{0,300}Target="(https?://[^"]{4,200})"',
                member.content,
            )
            found += [f"remote template {remote[1].decode('utf-8', 'replace')}"] if remote else []
    return tuple(found)


def _is_office(listing: Listing) -> bool:
    names = {member.path for member in listing.members}
    return "[Content_Types].xml" in names or "mimetype" in names


def _office_text(listing: Listing) -> str:
    parts = [m.content for m in listing.members if _OFFICE_PART.search(m.path)]
    text = b"\n".join(_ANY_TAG.sub(b"", _TAG.sub(b"\n", part)) for part in parts)[:MAX_TEXT]
    return re.sub(r"\n\s*\n+", "\n", _unescaped(text.decode("utf-8", "replace"))).strip()


def _pdf_text(content: bytes) -> str:
    words: list[str] = []
    for data in (content[:MAX_TEXT], *_pdf_streams(content)):
        for found in _SHOWN.finditer(data):
            piece = found["text"] or bytes.fromhex(
                re.sub(rb"\s", b"", found["hex"] + b"0")[: len(found["hex"]) // 2 * 2].decode()
            )
            words.append(re.sub(r"\\(.)", r"\1", piece.decode("latin-1")))
            if sum(map(len, words[-1:])) + len(words) > MAX_TEXT:
                break
    text = "\n".join(words)[:MAX_TEXT]
    return "".join(char for char in text if char.isprintable() or char == "\n")


def _pdf_streams(content: bytes) -> Iterator[bytes]:
    left = 4 * MAX_TEXT
    for count, found in enumerate(_STREAM.finditer(content)):
        if count >= MAX_STREAMS or left <= 0:
            return
        try:
            data = zlib.decompressobj().decompress(
                content[found.end() : found.end() + 2 * MAX_TEXT], min(left, MAX_TEXT)
            )
        except zlib.error:
            continue
        left -= len(data)
        yield data


def _picture_text(content: bytes) -> str:
    pattern = _PNG_TEXT if content.startswith(b"\x89PNG") else _JPEG_TEXT
    found = [
        next(group for group in match.groups() if group)
        for match in pattern.finditer(content[: 4 * MAX_TEXT])
    ]
    return "\n".join(text.replace(b"\x00", b" ").decode("latin-1") for text in found)[:MAX_TEXT]


def _unescaped(text: str) -> str:
    for name, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
        text = text.replace(name, char)
    return text
