"""What a skill can reach, old against new: a table that a reviewer reads in ten seconds. Not a verdict."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import PurePosixPath

from skilleval.domain.finding import CapabilityRow
from skilleval.review.fold import visible
from skilleval.review.frontmatter import listed_values
from skilleval.review.kinds import is_text
from skilleval.review.lazy import Lazy
from skilleval.review.page import FENCE, Page
from skilleval.review.probe import words_of
from skilleval.review.reading import Reading
from skilleval.review.redact import redact

MAX_ENTRIES = 200
"""Entries of one kind that are kept; a table with more is read by nobody."""

_HOST = Lazy(
    r"\b(?:https?|wss?|ftp|ssh|s3)"
    r"://(?:[^\s/@\"'<>]{1,80}@)?([A-Za-z0-9][\w.-]{0,100}\.[A-Za-z]{2,24}"
    r"|\d{1,3}(?:\.\d{1,3}){3})"
)
_COMMAND = Lazy(
    r"""(?:(?:^|[|;&(`]|\$\()[ \t]{0,8}(?:\$[ ])?|\b(?:sudo|xargs|then|do|else)[ \t]{1,8})
    ([A-Za-z][\w.+-]{0,40})(?=[ \t\n;|)`]|$)""",
    re.MULTILINE | re.VERBOSE,
)
_INLINE = Lazy(r"`(?<!``)([a-z][\w.+-]{1,30} [^`\n]{2,200})`(?!`)")
_STARTED = Lazy(
    r"(?:subprocess\.\w{2,14}|Popen|spawn(?:Sync)?"
    r"|execFile(?:Sync)?)\(\s{0,4}\[?\s{0,4}[\"']([\w./-]{1,60})[\"']|(?:os\.system|popen"
    r"|exec(?:Sync)?)\(\s{0,4}f?[\"'`]([\w./-]{1,60})",
    marks=("subprocess.", "Popen", "spawn", "exec", "os.system", "popen"),
)
_PLACES = words_of("etc usr var tmp opt root home Users dev proc Library Applications")
_PATH = Lazy(
    rf"[~$/](?<![\w.:/].)(?:(?<=~)|(?<=\$)(?:HOME|\{{HOME\}})|(?<=/)(?:{'|'.join(sorted(_PLACES))}))"
    r"(?:/[\w.*@+-]{1,60}){1,8}",
    marks=("~/", "HOME", *(f"/{place}/" for place in _PLACES)),
)
_ENVIRONMENT = Lazy(
    r"(?:environ(?:\.get)?[\[(]\s{0,2}|getenv\(\s{0,2}|process\.env[.\[]\s{0,2}|env\.|\$\{?"
    r"|\$env:)[\"']?([A-Z][A-Z0-9_]{2,60})\b"
)
_COMMENT = Lazy(r"(?:^|\s)#[^\n]*")
_NAMESPACES = frozenset(
    {"www.w3.org", "schemas.microsoft.com", "schemas.openxmlformats.org", "json-schema.org"}
)
_LEGAL = Lazy(r"(?:^|/)(?:licen[cs]e|notice|copying|third_party)[^/]{0,40}$", re.IGNORECASE)
_USUAL_NAMES = words_of(
    "HOME PATH PWD USER SHELL TMPDIR TERM LANG IFS OLDPWD HOSTNAME EOF UID PYTHONPATH ARGUMENTS NF NR RANDOM"
)
_SHELL_WORDS = words_of(
    """if then else elif fi for while do done case esac in function return exit local export echo set true
    false cd test read shift break continue declare unset printf eval source and or not the a to is with
    from this that"""
)
_INSTALL = Lazy(
    r"\b(?:pip3?|uv(?:[ ]pip|[ ]tool)?|pipx|npm|pnpm|yarn|bun|brew|apt(?:-get)?|gem|cargo"
    r"|go)[ ](?:i|install|add|get)[ ]([^\n;&|`#]{1,200})",
    marks=(" i ", " install ", " add ", " get "),
)
_RUN_PACKAGE = Lazy(
    r"\b(?:npx|bunx|uvx|pipx[ ]run|pnpm[ ]dlx)[ ](?:-y[ ]|--yes[ ]"
    r"|--from[ ])*([@A-Za-z][\w@/.=<>~-]{1,80})",
    marks=("npx", "bunx", "uvx", "pipx run", "pnpm dlx"),
)
_REQUIREMENT = Lazy(
    r"^([A-Za-z][\w.\[\],-]{0,60}[ ]?(?:[=<>~!]=?[ ]?[\w.*]{1,30}(?:,[ ]?[=<>~!]=?[ ]?[\w.*]{1,30}){0,3})?)"
    r"[ \t]*(?:;[^\n]*)?$",
    re.MULTILINE,
)
_MANIFEST = Lazy(
    r"\"((?:@[\w.-]{1,60}/)?[\w.-]{1,80})\"\s{0,4}:\s{0,4}\"([~^<>=]{0,2}\d[\w.*+-]{0,30}"
    r"|latest|\*|(?:git|https?|file)[^\"\n]{1,120})\""
)
_HOOK = Lazy(
    r"[\"'](PreToolUse|PostToolUse|SessionStart|SessionEnd|UserPromptSubmit|Stop|SubagentStop"
    r"|Notification|PreCompact)[\"']\s{0,4}:"
)
_PINNED = Lazy(r"==\s?\d|@\d|^\d[\w.+-]*$|@sha256")

Entries = Iterator[str]


def capability_rows(base: Reading, head: Reading) -> tuple[CapabilityRow, ...]:
    """Return a row for each kind of reach that either side has: what is added, removed and kept."""
    old, new = capabilities(base), capabilities(head)
    rows = []
    for kind in KINDS:
        before, after = old[kind], new[kind]
        if before or after:
            added, removed, kept = after - before, before - after, before & after
            rows.append(
                CapabilityRow(
                    kind=kind,
                    added=tuple(sorted(added)),
                    removed=tuple(sorted(removed)),
                    kept=tuple(sorted(kept)),
                )
            )
    return tuple(rows)


def capabilities(reading: Reading) -> dict[str, frozenset[str]]:
    """Return what a skill can reach, by kind."""
    return {
        kind: frozenset(islice(_shown(list_kind(reading)), MAX_ENTRIES)) for kind, list_kind in KINDS.items()
    }


def _shown(entries: Entries) -> Entries:
    for entry in dict.fromkeys(entries):
        yield redact(visible(entry.strip(), limit=120))


def _pages(reading: Reading) -> Iterator[Page]:
    for page in reading.pages:
        if (
            page.language != "machine"
            and not page.origin.endswith("put together")
            and not _LEGAL.search(page.path)
        ):
            yield page


def _hosts(reading: Reading) -> Entries:
    for page in _pages(reading):
        for found in _HOST.finditer(page.raw) if "://" in page.raw else ():
            if found[1].lower() not in _NAMESPACES:
                yield found[1].lower()


def _commands(reading: Reading) -> Entries:
    for page in _pages(reading):
        for text in _shell_texts(page):
            for found in _COMMAND.finditer(_COMMENT.sub("", text)):
                if found[1] not in _SHELL_WORDS:
                    yield found[1]
        if page.kind == "code":
            for found in _STARTED.finditer(page.raw):
                yield (found[1] or found[2]).rpartition("/")[2]


def _shell_texts(page: Page) -> Iterator[str]:
    if page.kind == "code" and page.language == "bash":
        yield page.raw
    if page.kind == "prose":
        for fence in FENCE.finditer(page.raw):
            if re.match(r"(?:ba|z)?sh\b|shell|console|terminal", fence["info"].strip().lower()):
                yield fence["body"]
        yield from (found[1] for found in _INLINE.finditer(page.raw))


def _paths(reading: Reading) -> Entries:
    for page in _pages(reading):
        yield from (found[0] for found in _PATH.finditer(page.raw))


def _environment(reading: Reading) -> Entries:
    for page in _pages(reading):
        yield from (found[1] for found in _ENVIRONMENT.finditer(page.raw) if found[1] not in _USUAL_NAMES)


def _tools(reading: Reading) -> Entries:
    page = reading.page("SKILL.md")
    return iter(listed_values(page.raw, "allowed-tools", "allowed_tools", "tools") if page else ())


def _dependencies(reading: Reading) -> Entries:
    for page in _pages(reading):
        name = PurePosixPath(page.path).name
        if re.fullmatch(r"requirements[\w.-]{0,30}\.txt", name):
            yield from (_pin(found[1]) for found in _REQUIREMENT.finditer(page.raw))
        elif name == "package.json":
            yield from (
                _pin(f"{found[1]}@{found[2]}")
                for found in _MANIFEST.finditer(page.raw)
                if found[1] != "version"
            )
        for found in _INSTALL.finditer(page.raw):
            yield from (
                _pin(word) for word in found[1].split() if re.match(r"[A-Za-z@][\w@/.\[\]=<>~-]+$", word)
            )
        yield from (_pin(found[1]) for found in _RUN_PACKAGE.finditer(page.raw))


def _pin(dependency: str) -> str:
    plain = dependency.strip()
    version = plain.rpartition("@")[2] if "@" in plain[1:] else plain
    return plain if _PINNED.search(plain) or _PINNED.search(version) else f"{plain} (not pinned)"


def _hooks(reading: Reading) -> Entries:
    for page in _pages(reading):
        yield from (f"{found[1]} ({page.path})" for found in _HOOK.finditer(page.raw))


def _executables(reading: Reading) -> Entries:
    for file in reading.files:
        if file.mode in {"120000", "160000"}:
            yield f"{file.path} (link)"
        elif file.mode == "100755" or (file.content[:2] == b"#!" and is_text(file.content)):
            yield file.path


def _bundled_scripts(reading: Reading) -> Entries:
    scripts = [page.path for page in reading.pages if page.kind == "code" and not page.origin]
    for page in reading.pages:
        if page.kind == "prose" and not page.origin:
            yield from (path for path in scripts if path in page.raw or PurePosixPath(path).name in page.raw)


KINDS: dict[str, Callable[[Reading], Entries]] = {
    "hosts": _hosts,
    "commands": _commands,
    "paths": _paths,
    "environment": _environment,
    "tools": _tools,
    "dependencies": _dependencies,
    "hooks": _hooks,
    "executables": _executables,
    "bundled scripts it runs": _bundled_scripts,
}
