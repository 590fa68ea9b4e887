"""Reading: what the review reads of a bundle, made ready once for every rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from skilleval.domain.bundle import BundleFile
from skilleval.domain.policy import ReviewPolicy
from skilleval.review.page import Kind, Page

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
    "script": "vbs lua r jl awk tcl php sql",
    "compiled": "go rs java kt swift c h cpp cc cs scala",
    "make": "mk",
}
LANGUAGES = {suffix: language for language, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
_NAMED_CODE = {"makefile": "make", "dockerfile": "docker", "justfile": "make", "rakefile": "ruby"}
_PROSE = set(["md", "markdown", "mdx", "mdc", "txt", "rst", "adoc", "org", "text", "j2", "tmpl", "hbs"])
_MACHINE = set(["xsd", "css", "map", "lock", "scss", "less", "pem", "wsdl", "dtd", "xsl", "po", "pot", "afm"])
_MACHINE_NAMES = {"package-lock.json", "pnpm-lock.yaml", "npm-shrinkwrap.json", "composer.lock", "go.sum"}
_SHEBANGS = {
    "python": "python", "bash": "bash", "/sh": "bash", "zsh": "bash", "env sh": "bash",
    "node": "javascript", "perl": "perl", "ruby": "ruby", "pwsh": "powershell",
}  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """A skill's files and the pages made of them. `path` is the skill's folder in the repository."""

    skill: str
    path: str
    files: tuple[BundleFile, ...]
    policy: ReviewPolicy

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Return a page for each file that holds text."""
        return tuple(page for file in self.files for page in pages_of(file, self.policy))

    def page(self, path: str) -> Page | None:
        """Return the page of the file at `path`, or None."""
        return next((page for page in self.pages if page.path == path and not page.origin), None)


def pages_of(file: BundleFile, policy: ReviewPolicy) -> Iterator[Page]:
    """Yield the page of a text file, cut to what the policy lets rules read; nothing for other files."""
    if file.mode in {"120000", "160000"} or not is_text(file.content):
        return
    raw = file.content[: policy.text_bytes].decode("utf-8", errors="replace").replace("\r\n", "\n")
    kind, language = kind_of(file.path, raw)
    yield Page(path=file.path, kind=kind, language=language, raw=raw)


def is_text(content: bytes) -> bool:
    """Return whether the bytes look like text: no NUL in their first 8 KiB, as git decides."""
    return bool(content) and b"\0" not in content[:8192]


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
        found = next((lang for mark, lang in _SHEBANGS.items() if mark in first), "script")
        return "code", found
    return ("prose", "markdown") if suffix in _PROSE or not suffix else ("data", suffix)
