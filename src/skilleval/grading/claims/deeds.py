"""The tool calls of a trial as texts to search, and what calls look like for things said to be done."""

import json
from dataclasses import dataclass
from functools import cached_property

import regex

from skilleval.domain.trial import ToolCall

_COMMAND_KEYS = ("command", "cmd", "script", "argv", "code")
_LISTING = regex.compile(r"\*|\bls\b|\bfind\b|\bgrep\b|\brg\b|\s-r\b|--recursive|\btree\b|\bhead\b.*\*")
SEEN = 120
"""How much of a call or its result a reader is shown."""


@dataclass(frozen=True)
class Deed:
    """Something that can be said to have been done, and what a tool call for it looks like."""

    said: "regex.Pattern[str]"
    done: "regex.Pattern[str]"
    name: str


def _deed(said: str, done: str, name: str) -> Deed:
    return Deed(regex.compile(said, regex.IGNORECASE), regex.compile(done, regex.IGNORECASE), name)


DEEDS = (
    _deed(
        r"\bsearched (?:the )?(?:web|internet|online)|\bgoogled\b|"
        r"\b(?:looked|checked) (?:(?:it|this|that|them|these|both|the \w+) )?(?:up )?on(?:line| the (?:web|"
        r"internet|net))\b|"
        r"\bbrowsed\b|\b(?:checked|consulted|read|looked at|verified (?:it |this )?(?:against|"
        r"with)) (?:the )?(?:[\w'’]+ ){0,2}(?:(?:official|online|latest) (?:\w+ )*(?:docs?|documentation|"
        r"sources?|manual)|web ?sites?)\b|\b(?:checked|looked|verified|found|consulted)\b[^.]{0,40}"
        r"\b(?:on|at|via) (?:[\w'’]+ ){0,4}(?:web ?site|web page|portal|home ?page)\b",
        r"web|fetch|search|browse|curl|wget|https?:",
        "a look at the web",
    ),
    _deed(
        r"\b(?:e-?mailed|sent|texted)\b|"
        r"\b(?:informed|notified|alerted|messaged|reminded)\b[^.]{0,40}\bby (?:e-?mail|sms|text|chat)",
        r"mail|send|smtp|sms|message|curl|wget|https?:|post",
        "anything sent",
    ),
    _deed(
        r"\b(?:posted|shared)\b[^.]{0,40}\b(?:to|on|in|with)\b",
        r"slack|post|message|send|curl|https?:|api",
        "anything posted",
    ),
    _deed(
        r"\b(?:closed|labell?ed|assigned|merged|commented)\b[^.]{0,40}\b(?:issues?|pull requests?|PRs?|"
        r"tickets?|"
        r"GitHub|GitLab|Jira)\b",
        r"\bgh\b|github|gitlab|jira|issue|ticket|curl|https?:|\bgit\b",
        "anything of the kind",
    ),
    _deed(r"\bcommitted\b", r"\bgit\b.*\bcommit\b|\bcommit\b", "a commit"),
    _deed(r"\bpushed\b", r"\bgit\b.*\bpush\b|\bpush\b", "a push"),
    _deed(
        r"\b(?:deployed|published|released|uploaded)\b",
        r"deploy|publish|release|push|upload|kubectl|terraform|curl",
        "a deployment",
    ),
    _deed(
        r"\binstalled\b",
        r"install|\badd\b|apt|brew|pip|npm|conda|setup|\b(?:which|command -v|--version)\b",
        "an installation",
    ),
    _deed(r"\bopened (?:a|the) (?:pull|merge) request\b", r"\bgh\b|pull|merge|request", "a pull request"),
    _deed(
        r"\bopened\b.*\bin (?:a|the|my) browser\b",
        r"browser|playwright|chrom|firefox|puppeteer|open",
        "a browser",
    ),
)
_DONE_TO = (
    r"\b(?:it|this|everything|all of it|(?:a|the|my|your|both|all)\s+(?:\w+\s+){0,2}?(?:changes?|commits?|"
    r"branch(?:es)?|fix(?:es)?|results?|reports?|files?|packages?|messages?|e-?mails?|reply|drafts?|"
    r"versions?|releases?|summary|dependenc(?:y|ies)|pages?|sites?|website|app|images?|containers?|"
    r"artifacts?|builds?|bundle|tags?))\s+(?:(?:has|have) (?:now |also )?been|was|were)\s+"
    r"(?:\w+ly\s+)?$"
)
PASSIVE_BEFORE = regex.compile(_DONE_TO, regex.IGNORECASE)
"""What stands before the verb of a deed told in the passive: "the changes have been" pushed."""
_OWN_LINE = (
    r"^\W*(?:x\]\s*)?(?:(?:the|a|an|my|all|both|new)\s+)*(?:\w+\s+)?(?:changes?|commits?|branch(?:es)?|fix(?:es)?|results?|"
    r"reports?|packages?|messages?|e-?mails?|reply|drafts?|releases?|summary|dependenc(?:y|ies)|pages?|sites?|"
    r"website|app|images?|artifacts?|bundle|tags?)\s+(?:\w+ly\s+)?$"
)
LINE_BEFORE = regex.compile(_OWN_LINE, regex.IGNORECASE)
"""What stands before the verb of a deed told as a line of a report: "Changes" committed."""
FINITE = regex.compile(
    r"\b(?:is|are|was|were|be|will|would|should|must|can|could|may|has|have|had|gets?|goes?|needs?|do|does|"
    r"per|each|every)\b",
    regex.IGNORECASE,
)
"""What shows that a participle belongs to a noun: "e-mails sent after six are" queued."""
_RUN = (
    r"(?:was|were|has been|have been|got) (?:also |then |now |just )?(?:run|executed|invoked|applied|"
    r"started|re-?run)"
)
STATES = (
    _deed(
        r"\b(?:git )?commit (?:was|has been|is) (?:made|created|added|pushed)|"
        r"^\W*(?:an? |one |the )?(?:\w+ )?commit (?:made|created|pushed) ?(?=$|with\b|[\"“(`])|"
        r"\b(?:everything|all changes|it) (?:was|is|has been) committed",
        r"\bgit\b.*\bcommit\b|\bcommit\b",
        "a commit",
    ),
    _deed(
        r"^\W*(?:x\]\s*)?(?:the |an? )?(?:git |release )?tag (?:`·+` )?"
        r"(?:created|made|pushed|set)\s*(?=\W*$|with\b)",
        r"\bgit\b.*\btag\b|\btag\b|release",
        "a tag",
    ),
    _deed(
        r"^\W*(?:x\]\s*)?(?:the )?(?:package|image|project|app|wheel|bundle|site) (?:re)?built\W*$",
        r"build|make|compile|cargo|\bgo\b|gradle|mvn|tsc|webpack|vite|npm|gcc|docker|package",
        "a build",
    ),
    _deed(
        rf"\b(?:linter|linting|lint) {_RUN}",
        r"lint|ruff|flake8|vet|clippy|rubocop|shellcheck|check|golangci|npm|make",
        "a linter",
    ),
    _deed(
        rf"\b(?:formatter|code formatter) {_RUN}",
        r"format|fmt|prettier|black|ruff|npm|make",
        "a formatter",
    ),
    _deed(
        rf"\b(?:type[- ]?check(?:er|s)?|type checking) {_RUN}",
        r"mypy|pyright|tsc|type|check|make|npm",
        "a type checker",
    ),
    _deed(
        rf"\b(?:build|compiler|compilation) {_RUN}|\b(?:project|app|program|crate|package) (?:was|"
        rf"has been) (?:built|compiled)",
        r"build|make|compile|cargo|\bgo\b|gradle|mvn|tsc|webpack|vite|npm|gcc|cc |javac|dotnet",
        "a build",
    ),
    _deed(
        rf"\b(?:script|program|code) {_RUN}",
        r"python|node|bash|sh\b|ruby|perl|php|\./|\bgo\b|java|cargo|deno|bun|Rscript",
        "a script that ran",
    ),
)
"""Deeds that are told as a state of the thing: "the linter was run"."""
TOOLS = (
    "prettier|black|eslint|stylelint|mypy|ruff|flake8|pylint|pyright|isort|bandit|semgrep|shellcheck|yamllint|actionlint|"
    "hadolint|terraform|gofmt|rustfmt|clippy|rubocop|markdownlint|tox|nox|jest|vitest|pytest|webpack|vite|pandoc|docker|kubectl|"
    "nginx -t|jq|tsc|clang-format|htmlhint|jsonlint|xmllint|pdflatex|ffmpeg|imagemagick|sqlfluff"
)
TOOL_RAN = regex.compile(
    rf"\b(?P<tool>{TOOLS})\s+{_RUN}\b|\b(?:I|we)(?:['’]ve| have)? (?:also |then )?(?:ran|run|executed|used|"
    rf"applied) (?P<tool>{TOOLS})\b",
    regex.IGNORECASE,
)
"""A tool by its name, without backticks: "Prettier was run as well"."""
CHECKED_CLEAN = _deed(
    r"\b(?:linter|lint|type[- ]?check(?:er|s)?|mypy|eslint|build|compiler)\b[^.]{0,20}\b(?:pass(?:es|ed)|"
    r"is clean|succeed(?:s|ed)|was clean|reported no|found no)\b",
    r"lint|mypy|ruff|eslint|tsc|pyright|build|make|compile|check|cargo|go |gradle|mvn|npm|yarn|pnpm|\.sh",
    "such a run",
)


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
        known = {
            "read",
            "write",
            "edit",
            "glob",
            "grep",
            "ls",
            "multiedit",
            "skill",
            "load_skill",
            "todowrite",
            "notebookedit",
        }
        return bool(self.commands) or any(call.name.lower() not in known for call in self.calls)

    @property
    def lists_files(self) -> bool:
        """Return whether a command may have read files that it does not name."""
        return any(_LISTING.search(line) for line, _ in self.commands)

    @property
    def after_last_write(self) -> tuple[str, ...] | None:
        """Return the calls after the last one that wrote a file; None where no call is known to write."""
        writes = [number for number, call in enumerate(self.calls) if call.name.lower() in _WRITES]
        return self.texts[writes[-1] + 1 :] if writes else None

    def ran(self, command: str) -> bool:
        """Return whether a call has every word of the command; options may differ."""
        words = [word for word in regex.findall(r"[^\s'\";|&]+", command) if not word.startswith("-")]
        return any(all(word in line for word in words) for line, _ in self.commands)


def call_line(call: ToolCall) -> str:
    """Return a call in one line."""
    return f"{call.name} {json.dumps(call.arguments, ensure_ascii=False, default=str)}"


def _command(call: ToolCall) -> str:
    value = next((call.arguments[key] for key in _COMMAND_KEYS if key in call.arguments), "")
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
