"""Folding: what a text says once case, lookalikes and invisible characters are taken away.

Rules match folded text, so that `ＩＧＮＯＲＥ`, `іgnоrе` and `ig<zero width>nore` are one word. Line breaks
are never added or removed: line numbers of folded text are those of the file.
"""

import re
import unicodedata

_LOOKALIKES = {
    "a": "аᴀɑα", "b": "ьвʙƅ", "c": "сϲᴄⅽ", "d": "ԁᴅⅾɗ", "e": "еєᴇҽ℮ε", "f": "ғꜰƒ", "g": "ɡɢց", "h": "һʜн",
    "i": "іɪıι¡ӏ", "j": "јᴊϳ", "k": "кᴋκ", "l": "ⅼʟǀ", "m": "мᴍⅿ", "n": "пɴո", "o": "оᴏοσօ๐ჿ", "p": "рᴘρ",
    "q": "ԛզ", "r": "гʀᴦ", "s": "ѕꜱ", "t": "тᴛτ", "u": "ᴜυսц", "v": "ѵᴠν", "w": "ԝᴡѡω", "x": "хχ×",
    "y": "уʏγү", "z": "ᴢʐ", "'": "‘’", '"': "“”", "-": "–—", " ": "\u2028\u2029\x85",
}  # fmt: skip
_GONE = (
    0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x3164, 0xFEFF, 0xFFA0,
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0), *range(0xE0000, 0xE0080),
    *range(0x0300, 0x0370),  # combining marks, once letters are decomposed
)  # fmt: skip
_TABLE: dict[int, str | None] = {
    **{ord(alike): plain for plain, group in _LOOKALIKES.items() for alike in group},
    **dict.fromkeys(_GONE),
}
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
"""All that the table says something about; the rest of a text is passed over quickly."""

_TAG_FIRST, _TAG_LAST = 0xE0000, 0xE007F


def fold(text: str) -> str:
    """Return the text in lower case, compatibility forms and lookalikes made plain, invisible parts gone."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text).lower()
    return unicodedata.normalize("NFC", _NOT_ASCII.sub(_plain, decomposed))


def _plain(found: re.Match[str]) -> str:
    return found[0].translate(_TABLE)


def visible(text: str, *, limit: int = 240) -> str:
    """Return the text with everything that a reader would not see written out, cut to `limit` characters."""
    shown = "".join(_shown(char) for char in text[: limit * 2])
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def decoded_tags(text: str) -> str:
    """Return the ASCII text that characters of the Unicode tag block spell."""
    return "".join(chr(ord(char) - _TAG_FIRST) for char in text if _TAG_FIRST + 0x20 <= ord(char) < _TAG_LAST)


def decoded_selectors(text: str) -> str:
    """Return the readable text whose bytes variation selectors stand for, or an empty string."""
    codes = [ord(char) - 0xFE00 if ord(char) < 0xE0000 else ord(char) - 0xE0100 + 16 for char in text]
    said = bytes(code for code in codes if 0 <= code < 256).decode("ascii", "replace")
    return said if said.isprintable() and "\ufffd" not in said else ""


def _shown(char: str) -> str:
    if char in "\t\n\r":
        return " "
    code = ord(char)
    if _TAG_FIRST <= code <= _TAG_LAST or 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return f"<U+{code:04X}>"
    if code in {0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800} or not char.isprintable():
        return f"<U+{code:04X}>"
    return char
