"""Decoding: texts that lie encoded in a page, in any of the usual codes, packed or not."""

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from skilleval.review.arithmetic import shifted_texts
from skilleval.review.kinds import program_words
from skilleval.review.lazy import Lazy
from skilleval.review.page import Page

MAX_BLOBS = 300
MAX_BLOB = 256 * 1024
MAX_DECODED = 1024 * 1024
_BASE64 = Lazy(
    r"""(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/_-]{20,}={0,2}|(?<!\w)[A-Za-z0-9+/]{10,19}={1,2}(?![\w=]))"""
)
_HEX = Lazy(
    r"""[0-9A-Fa-f]{20,}|\\x[0-9A-Fa-f]{2}(?:\\x[0-9A-Fa-f]{2}){3,}
    |0x[0-9A-Fa-f]{2}(?:,?\s{0,2}0x[0-9A-Fa-f]{2}){7,}""",
    re.VERBOSE,
)
_PERCENT = Lazy(r"%[0-9A-Fa-f]{2}(?:[\w./-]{0,8}%[0-9A-Fa-f]{2}){4,}[\w./-]{0,200}")
_CODES = Lazy(r"\d{1,3}(?:\s{0,4},\s{0,4}\d{1,3}){9,4000}")
_MANY_NUMBERS = Lazy(r",\s{0,4}\d{1,3}(?:\s{0,4},\s{0,4}\d{1,3}){8}")
"""What is in a row of codes, too, and quicker to look for: it begins with a comma, not with any digit."""
_BASE85 = Lazy(r"""(?:b85|a85|ascii85)\w{0,10}\(\s{0,4}b?(["'])([^"'\n]{10,20000})\1""")
_BARE_BASE85 = Lazy(r"(?i:base|ascii|\b[abz])[ -]?85\b(?P<near>(?:.|\n){10,20000})")
_TOKEN = Lazy(r"(?<![^\s`\"'<~])[!-~]{12,}")
_TOKENS = 20
_PROGRAM_BYTES = Lazy(
    r"(?:\\x7[fF]|\x7f)(?:ELF|\\x45\\x4[cC]\\x46)[^\n]{0,20000}|\bMZ\\x90[^\n]{0,20000}",
    marks=("ELF", "\\x45\\x4", "MZ\\x90"),
)
_BASE32 = Lazy(r"[A-Z2-7]{24,}={0,6}")
_IMAGE = Lazy(r"data:(?:image|font)/[\w+.-]{1,20};base64,$")


def decoded_pages(page: Page) -> Iterator[Page]:
    """Yield a page for each encoded text in a page that decodes to something readable."""
    count = 0
    runs = tuple(_BASE64.finditer(page.raw))
    for codec in CODECS:
        for found in codec.found_in(page.raw, runs):
            data = codec.decode(found[0][:MAX_BLOB])
            text = program_words(data) or readable(data)
            if not text:
                continue
            line = page.file_line(page.raw.count("\n", 0, found.start()) + 1)
            how = f"decoded from {codec.name}"
            origin = f"{page.origin}, {how}" if page.origin else how
            yield page.derived(text, origin=origin, numbers=(line,) * (text.count("\n") + 1))
            count += 1
            if count >= MAX_BLOBS:
                return
    for start, text in shifted_texts(page):
        line = page.file_line(page.raw.count("\n", 0, start) + 1)
        origin = f"{page.origin}, decoded from a table" if page.origin else "decoded from a table"
        yield page.derived(text, origin=origin, numbers=(line,) * (text.count("\n") + 1))


def readable(data: bytes) -> str:
    """Return bytes as text if they are mostly printable, unpacked first if they are compressed; else ''."""
    if data[:2] == b"\x1f\x8b" or data[:1] == b"\x78":
        data = _unpacked(data) or data
    for encoding in ("utf-8", "utf-16-le"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        plain = sum(1 for char in text if char.isascii() and (char.isprintable() or char in "\t\r\n"))
        if len(text) >= 6 and plain >= 0.95 * len(text):
            return text.replace("\r", "")
    return ""


Runs = Sequence[re.Match[str]]
"""What looks like base64 in a text: long words of its characters. Hexadecimal and base32 stand in such."""
Find = Callable[[str, Runs], Iterable[re.Match[str]]]


@dataclass(frozen=True)
class Codec:
    """One way to encode: its name, how to find what looks like it, and how to read that."""

    name: str
    find: Find
    decode: Callable[[str], bytes]

    def found_in(self, raw: str, runs: Runs) -> Iterator[re.Match[str]]:
        """Yield what looks encoded in a text; pictures and fonts in addresses do not count."""
        for found in self.find(raw, runs):
            if not _IMAGE.search(raw[max(0, found.start() - 60) : found.start()]):
                yield found


def _anywhere(pattern: Lazy[str], *, mark: str = "", clue: Lazy[str] | None = None) -> Find:
    """Return how to find a pattern in a whole text, where a mark stands and a quicker pattern matches."""

    def find(raw: str, _: Runs) -> Iterable[re.Match[str]]:
        if mark in raw and (clue is None or clue.search(raw)):
            return pattern.finditer(raw)
        return ()

    return find


def _in_runs(pattern: Lazy[str], *, unless: tuple[str, ...] = ()) -> Find:
    """Return how to find a pattern in the long words of a text, or in all of it where a mark stands."""

    def find(raw: str, runs: Runs) -> Iterable[re.Match[str]]:
        if any(mark in raw for mark in unless):
            return pattern.finditer(raw)
        return (found for run in runs for found in pattern.finditer(raw, run.start(), run.end() + _PADDING))

    return find


_PADDING = 6
"""Signs of equality at the end of base32, at most."""


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompressobj(wbits=47).decompress(data, MAX_DECODED)
    except zlib.error:
        return b""


def _from_base64(text: str) -> bytes:
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    is_word = plain.isalpha() and (plain.islower() or plain.isupper())
    if is_word or plain.count("/") > 1 + len(plain) // 12:  # many strokes: a path
        return b""
    plain = plain[: len(plain) - (len(plain) % 4 == 1)]
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        return b""


def _from_hex(text: str) -> bytes:
    digits = re.sub(r"\\x|0x|[,\s]", "", text)
    return bytes.fromhex(digits[: len(digits) // 2 * 2])


def _from_codes(text: str) -> bytes:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return bytes(numbers) if max(numbers) < 256 else b""


def _from_base85(text: str) -> bytes:
    found = _BASE85.search(text)
    data = found[2].encode("ascii", "replace") if found else b""
    for decode in (base64.b85decode, base64.a85decode):
        try:
            decoded = decode(data)
        except ValueError:
            continue
        if readable(decoded):
            return decoded
    return b""


def _from_bare_base85(text: str) -> bytes:
    """Return the first readable of the words after one that names the code."""
    found = _BARE_BASE85.search(text)
    for count, token in enumerate(_TOKEN.finditer(found["near"]) if found else ()):
        if count >= _TOKENS:
            break
        data = token[0].removesuffix("~>").rstrip("\"'`),;.").encode("ascii")
        for decode in (base64.b85decode, base64.a85decode):
            try:
                decoded = decode(data)
            except ValueError:
                continue
            if readable(decoded) or program_words(decoded):
                return decoded
    return b""


def _from_escapes(text: str) -> bytes:
    """Return the bytes of a string of a program's source, as far as they are needed."""
    return text.encode("latin-1", "replace").decode("unicode_escape", "replace").encode("latin-1", "replace")


def _from_base32(text: str) -> bytes:
    plain = text.rstrip("=")
    try:
        return base64.b32decode(plain + "=" * (-len(plain) % 8))
    except binascii.Error:
        return b""


CODECS = (
    Codec("base64", lambda _, runs: runs, _from_base64),
    Codec("hex", _in_runs(_HEX, unless=("\\x", "0x")), _from_hex),
    Codec("percent signs", _anywhere(_PERCENT, mark="%"), unquote_to_bytes),
    Codec("character codes", _anywhere(_CODES, mark=",", clue=_MANY_NUMBERS), _from_codes),
    Codec("base85", _anywhere(_BASE85, mark="85"), _from_base85),
    Codec("base85", _anywhere(_BARE_BASE85, mark="85"), _from_bare_base85),
    Codec("escapes", _anywhere(_PROGRAM_BYTES), _from_escapes),
    Codec("base32", _in_runs(_BASE32), _from_base32),
)
