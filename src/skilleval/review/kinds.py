"""What a file is, by its name and its first bytes."""

import re
from pathlib import PurePosixPath

from skilleval.review.page import Kind


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SUFFIXES = {
    "python": "py pyi pyw",
    "bash": "sh bash zsh ksh fish command",
    "javascript": "js mjs cjs jsx",
    "typescript": "ts mts cts tsx",
    "powershell": "ps1 psm1 psd1",
    "batch": "bat cmd",
    "applescript": "applescript scpt",
    "ruby": "rb",
    "perl": "pl pm",
    "script": "vbs lua r jl awk tcl php sql hta",
    "compiled": "go rs java kt swift c h cpp cc cs scala",
    "make": "mk",
}
LANGUAGES = {suffix: language for language, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
_NAMED_CODE = {"makefile": "make", "dockerfile": "docker", "justfile": "make", "rakefile": "ruby"}
_PROSE = _words("md markdown mdx mdc txt rst adoc org text j2 tmpl hbs html htm")
_MACHINE = _words("xsd css map lock scss less wsdl dtd xsl po pot afm svg ipynb")
_MACHINE_NAMES = {"package-lock.json", "pnpm-lock.yaml", "npm-shrinkwrap.json", "composer.lock", "go.sum"}
_SHEBANGS = {
    "python": "python", "bash": "bash", "/sh": "bash", "zsh": "bash", "env sh": "bash",
    "node": "javascript", "perl": "perl", "ruby": "ruby", "pwsh": "powershell",
}  # fmt: skip
_PROGRAMS = (
    (b"\x7fELF", "ELF program"), (b"MZ", "Windows program"), (b"\xca\xfe\xba\xbe", "Mach-O or Java program"),
    (b"\xcf\xfa\xed\xfe", "Mach-O program"), (b"\xce\xfa\xed\xfe", "Mach-O program"),
    (b"\xfe\xed\xfa", "Mach-O program"), (b"dex\n", "Android program"), (b"!<arch>\n", "library"),
    (b"\x4c\x00\x00\x00\x01\x14\x02\x00", "Windows shortcut"),
)  # fmt: skip
_QUIET = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"%PDF", b"\x00\x01\x00\x00", b"OTTO", b"true", b"wOFF",
    b"wOF2", b"ID3", b"OggS", b"fLaC", b"BM", b"II*\x00", b"MM\x00*", b"\x00\x00\x01\x00", b"SQLite format 3",
    b"PAR1", b"ARROW1", b"\x1aE\xdf\xa3",
)  # fmt: skip


def is_text(content: bytes) -> bool:
    """Return whether the bytes look like text: no NUL in their first 8 KiB, as git decides."""
    return b"\0" not in content[:8192]


def kind_of(path: str, raw: str) -> tuple[Kind, str]:
    """Return what a text file is by its name, and for scripts without a suffix by its first line."""
    name = PurePosixPath(path).name.lower()
    suffix = name.rpartition(".")[2] if "." in name else ""
    if name in _MACHINE_NAMES or suffix in _MACHINE or name.endswith((".min.js", ".min.css")):
        return "data", "machine"
    language = LANGUAGES.get(suffix) or _NAMED_CODE.get(name.partition(".")[0], "")
    if language:
        return "code", language
    first = raw.partition("\n")[0]
    if first.startswith("#!"):
        return "code", next((language for mark, language in _SHEBANGS.items() if mark in first), "script")
    return ("prose", "markdown") if suffix in _PROSE or not suffix else ("data", suffix)


def program_kind(content: bytes) -> str:
    """Return which kind of program the bytes are, by their first bytes; empty for none."""
    return next((name for magic, name in _PROGRAMS if content.startswith(magic)), "")


def program_words(content: bytes) -> str:
    """Return words for an encoded program, else an empty string: some first bytes alone test a format."""
    kind = program_kind(content) if len(content) >= MIN_PROGRAM else ""
    return f"{PROGRAM}{kind}" if kind else ""


MIN_PROGRAM = 64
PROGRAM = "a compiled program: "
"""How a page begins that decodes to a program."""


def is_known_media(content: bytes) -> bool:
    """Return whether the bytes are a picture, font, sound, film, PDF or table of a known format."""
    return content.startswith(_QUIET) or content[4:8] == b"ftyp"


def is_bytecode(path: str, content: bytes) -> bool:
    """Return whether a file is compiled Python or Java."""
    return bool(re.search(r"\.(?:pyc|pyo|class)$", path, re.IGNORECASE)) or (
        content[2:4] == b"\r\n" and path.endswith("c")
    )
