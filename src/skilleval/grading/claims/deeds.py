"""The tool calls of a trial as texts to search."""

import json
from dataclasses import dataclass
from functools import cached_property

import regex

from skilleval.domain.trial import ToolCall

_COMMAND_KEYS = ("command", "cmd", "script", "argv", "code")
_LISTING = regex.compile(r"\*|\bls\b|\bfind\b|\bgrep\b|\brg\b|\s-r\b|--recursive|\btree\b|\bhead\b.*\*")
SEEN = 120
"""How much of a call or its result a reader is shown."""


_RUN = (
    r"(?:was|were|has been|have been|got) (?:also |then |now |just )?(?:run|executed|invoked|applied|"
    r"started|re-?run)"
)
TOOLS = (
    "prettier|black|eslint|stylelint|mypy|ruff|flake8|pylint|pyright|isort|bandit|semgrep|shellcheck|yamllint|actionlint|"
    "hadolint|terraform|gofmt|rustfmt|clippy|rubocop|markdownlint|tox|nox|jest|vitest|pytest|webpack|vite|pandoc|docker|kubectl|"
    "pyflakes|pycodestyle|vulture|codespell|aspell|hunspell|vale|lychee|lighthouse|playwright|cypress|hyperfine|"
    "valgrind|trivy|gitleaks|csvlint|csvkit|xmllint|openssl|sqlite3|psql|helm|ansible-lint|"
    "nginx -t|jq|tsc|clang-format|htmlhint|jsonlint|xmllint|pdflatex|ffmpeg|imagemagick|sqlfluff"
)
TOOL_RAN = regex.compile(
    rf"\b(?P<tool>{TOOLS})\s+{_RUN}\b|\b(?:I|we)(?:['’]ve| have)? (?:also |then )?(?:ran|run|executed|used|"
    rf"applied) (?P<tool>{TOOLS})\b|"
    r"\b(?:verified|checked|validated|tested|confirmed|linted|formatted|compiled|measured|rendered|parsed|"
    r"scanned)\b"
    rf"[^.;]{{0,60}}\b(?:with|using|via|through)\s+(?:the\s+)?(?P<tool>{TOOLS})\b",
    regex.IGNORECASE,
)
"""A tool by its name, without backticks: "Prettier was run as well"."""
CHECKED_CLEAN = regex.compile(
    r"\b(?:linter|lint|type[- ]?check(?:er|s)?|mypy|eslint|build|compiler)\b[^.]{0,20}\b(?:pass(?:es|ed)|"
    r"is clean|succeed(?:s|ed)|was clean|reported no|found no)\b",
    regex.IGNORECASE,
)
CHECKS = regex.compile(
    r"lint|mypy|ruff|eslint|tsc|pyright|build|make|compile|check|cargo|go |gradle|mvn|npm|yarn|pnpm|\.sh",
    regex.IGNORECASE,
)
"""A checker that is said to have found nothing, and what calls of one look like."""


OPENED_AGAIN = regex.compile(
    r"\b(?:by\s+(?:re-?opening|opening|reading|re-?reading|viewing|printing|loading|looking at)|"
    r"(?P<own>re-?opened|opened|read back|loaded|printed|viewed))\s+"
    r"(?:(?:it|them)\s+(?:again|back|once more|afterwards)|"
    r"(?:the|both|each|my|that)\s+(?:(?:new|finished|saved|written|resulting|output|result|final)\s+)*"
    r"files?\s+(?:again|back|once more|afterwards))",
    regex.IGNORECASE,
)
"""A second look at what was written: "double-checked by opening the file again"."""
_WRITES = frozenset({"write", "edit", "multiedit", "notebookedit", "create", "str_replace"})


FILE_TOOLS = _WRITES | {"read", "glob", "grep", "ls", "skill", "load_skill", "todowrite"}
"""Tools that run nothing."""


@dataclass(frozen=True)
class Calls:
    """The tool calls of a trial."""

    calls: tuple[ToolCall, ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Return each call as one line: its name and all that it was given."""
        return tuple(call_line(call) for call in self.calls)

    @cached_property
    def commands(self) -> tuple[tuple[str, ToolCall], ...]:
        """Return (command line, call) of the calls that run something."""
        return tuple((line, call) for call in self.calls if (line := _command(call)))

    @property
    def runs_anything(self) -> bool:
        """Return whether a call may have run something: a command, or a tool of an unknown kind."""
        return bool(self.commands) or any(call.name.lower() not in FILE_TOOLS for call in self.calls)

    @property
    def lists_files(self) -> bool:
        """Return whether a command may have read files that it does not name."""
        return any(_LISTING.search(line) for line, _ in self.commands)

    @property
    def after_last_write(self) -> tuple[str, ...] | None:
        """Return the calls after the last one that wrote a file; None where no call is known to write."""
        writes = [number for number, call in enumerate(self.calls) if call.name.lower() in _WRITES]
        return self.texts[writes[-1] + 1 :] if writes else None

    def showing(self, evidence: "regex.Pattern[str]") -> tuple[ToolCall, ...]:
        """Return the calls that match: commands by their line, other tools by name and arguments.

        Tools for files are left out: what stands in a file that was written has not been done.
        """
        lines = {id(call): line for line, call in self.commands}
        found = ((lines.get(id(call)) or _told(call), call) for call in self.calls)
        return tuple(call for line, call in found if evidence.search(line))

    def running(self, command: str) -> tuple[ToolCall, ...]:
        """Return the calls that have every word of the command; options may differ."""
        words = [word for word in regex.findall(r"[^\s'\";|&]+", command) if not word.startswith("-")]
        return tuple(call for line, call in self.commands if all(word in line for word in words))

    def ran(self, command: str) -> bool:
        """Return whether a call has every word of the command; options may differ."""
        return bool(self.running(command))


def _told(call: ToolCall) -> str:
    return "" if call.name.lower() in FILE_TOOLS else call_line(call)


def call_line(call: ToolCall) -> str:
    """Return a call in one line."""
    return f"{call.name} {json.dumps(call.arguments, ensure_ascii=False, default=str)}"


def _command(call: ToolCall) -> str:
    value = next((call.arguments[key] for key in _COMMAND_KEYS if key in call.arguments), "")
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
