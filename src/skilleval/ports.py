"""The Protocols through which stages reach the world, and World: a record with one of each."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import Field

from skilleval.domain.bundle import Bundle
from skilleval.domain.finding import Finding, Review
from skilleval.domain.policy import Limits
from skilleval.domain.suite import RubricItem
from skilleval.domain.trial import CommandResult, Evidence, FileEvidence, Outcome, Trial, Usage
from skilleval.domain.value import CommitSha, Value

if TYPE_CHECKING:  # its models take longer to make than a hundred skills to lint
    from skilleval.domain.change import ChangeSet
    from skilleval.domain.report import Report

JsonObject = dict[str, object]


# ---------------------------------------------------------------- where the code lives


class TreeEntry(Value):
    """One entry of a git tree: mode, object id, size in bytes (None for submodules), path."""

    path: str
    mode: str
    oid: str
    size_bytes: int | None


class PathChange(Value):
    """One line of a raw diff: status letter (A, D, M, R, C, T), paths, modes, similarity in percent."""

    status: Literal["A", "D", "M", "R", "C", "T"]
    path: str
    old_path: str
    old_mode: str
    mode: str
    similarity: int = 0


class Repository(Protocol):
    """Git objects, read-only. Paths are POSIX, relative to the root; bytes that are not UTF-8 are
    kept by `surrogateescape`. All raise RepositoryError; one that is read over a network ForgeError, too.
    """

    def resolve(self, ref: str) -> CommitSha:
        """Return the commit that `ref` names."""

    def merge_base(self, base: CommitSha, head: CommitSha) -> CommitSha:
        """Return the merge base; a shallow clone is deepened just as far as needed."""

    def changed_paths(self, base: CommitSha, head: CommitSha) -> tuple[PathChange, ...]:
        """Return what differs between two commits, renames found."""

    def diff(self, base: CommitSha, head: CommitSha, paths: Sequence[str]) -> bytes:
        """Return the unified diff of these paths, without context lines."""

    def tree(self, commit: CommitSha, path: str = "") -> tuple[TreeEntry, ...]:
        """Return all entries below `path`, recursively, sorted by path."""

    def tree_sha(self, commit: CommitSha, path: str = "") -> str:
        """Return the git object id of the folder at `path`."""

    def tree_shas(self, commit: CommitSha, paths: Sequence[str]) -> Mapping[str, str]:
        """Return the git object ids of several folders by path, in one go."""

    def read(self, oids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the bytes of blobs by object id."""

    def tags(self, pattern: str, *, merged_into: CommitSha) -> tuple[str, ...]:
        """Return tags that match a glob and are ancestors of the commit, newest first."""


class Forge(Protocol):
    """Where the wish comes from and where the report goes."""

    def payload(self) -> JsonObject:
        """Return the event that asks for this run, with pinned shas."""


# ---------------------------------------------------------------- execution


class SandboxFile(Value):
    """A file to put into a sandbox: relative path, bytes, mode."""

    path: str
    content: bytes
    executable: bool = False


class Sandbox(Protocol):
    """One trial's room. Nothing of it is used twice."""

    @property
    def isolated(self) -> bool:
        """Whether the room holds what runs in it."""

    @property
    def work_dir(self) -> str:
        """The agent's folder, as the agent sees it."""

    @property
    def home_dir(self) -> str:
        """The agent's HOME, outside its folder."""

    async def put(self, files: Sequence[SandboxFile], *, root: Literal["work", "home"] = "work") -> None:
        """Write files below the work folder or HOME. Links, absolute and `..` paths are refused."""

    async def run(
        self,
        argv: Sequence[str],
        *,
        timeout_s: float,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
    ) -> CommandResult:
        """Run a command in the work folder. A non-zero exit is a result; raises SandboxError when ours."""

    async def seal(self) -> None:
        """Remember the work folder's state: evidence is what differs from it."""

    async def evidence(self) -> tuple[FileEvidence, ...]:
        """Return files created, changed or deleted since `seal`."""


class Sandboxes(Protocol):
    """A provider of rooms."""

    @property
    def name(self) -> str:
        """The provider's name in the settings."""

    @property
    def isolated(self) -> bool:
        """Whether its rooms hold what runs in them."""

    def open(self, trial_id: str, limits: Limits) -> AbstractAsyncContextManager[Sandbox]:
        """Open a room; leaving the context kills everything in it and removes it."""


class TextBlock(Value):
    """Text of a message."""

    type: Literal["text"] = "text"
    text: str


class ToolUseBlock(Value):
    """The model asks for a tool."""

    type: Literal["tool_use"] = "tool_use"
    id: str
    name: str
    input: JsonObject


class ModelCall(Value):
    """One call of the Messages API, as plain data. `trial_id` travels as a header, for attribution."""

    model: str
    system: str
    messages: tuple[JsonObject, ...]
    tools: tuple[JsonObject, ...] = ()
    tool_choice: str = ""
    """The name of a tool that the model must use; empty leaves it free."""
    max_tokens: int = 4096
    temperature: float | None = None
    trial_id: str = ""


class ModelReply(Value):
    """What the model answered, and what it cost."""

    content: tuple[TextBlock | ToolUseBlock, ...]
    stop_reason: str
    usage: Usage
    model: str


class Model(Protocol):
    """A language model behind the Messages API."""

    async def reply(self, call: ModelCall) -> ModelReply:
        """Return the answer. Raises ModelError after its own retries."""


class Models(Protocol):
    """Opens a client that belongs to the running event loop."""

    def open(self) -> AbstractAsyncContextManager[Model]:
        """Open a client; leaving the context closes its connections."""


class AgentTask(Value):
    """What an agent is given: the prompt and the skills installed for it. Never evals or keys."""

    trial_id: str
    prompt: str
    skills: tuple[Bundle, ...] = ()
    model: str
    limits: Limits
    stop_when_loaded: str = ""
    """For trigger trials: the name of the skill whose loading ends the trial."""
    stop_after_tool_calls: int = 0
    """For trigger trials: so many tool calls without loading settle the answer, too; 0 = no such limit."""
    stop_after_loads: int = 0
    """For routing trials: so many different skills loaded settle the answer; 0 = no such limit."""


class AgentRun(Value):
    """How the agent ended, and what it left as evidence (files and commands are added by the trial)."""

    outcome: Outcome
    evidence: Evidence


class Agent(Protocol):
    """Something that works on a prompt in a sandbox, with skills it may load."""

    @property
    def name(self) -> str:
        """The agent's name in the settings."""

    @property
    def version(self) -> str:
        """What the provenance says, for example a CLI's version."""

    async def run(self, task: AgentTask, sandbox: Sandbox, model: Model) -> AgentRun:
        """Install the skills, work on the prompt, return what happened. Never raises for the agent's
        own faults; ModelError and SandboxError are ours.
        """


# ---------------------------------------------------------------- review and grading


class ScanFile(Value):
    """A file for a scanner: path relative to the skill's folder, and bytes."""

    path: str
    content: bytes


class Scanner(Protocol):
    """A third-party analyser of files."""

    @property
    def name(self) -> str:
        """The scanner's name."""

    def version(self) -> str:
        """Return its version."""

    def scan(self, skill: str, files: Sequence[ScanFile]) -> tuple[Finding, ...]:
        """Return its hits, newness not yet set. Raises ScannerError when it fails."""


class Reviewer(Protocol):
    """Reads a change for what it introduces, with rules and scanners."""

    def review(self, changes: "ChangeSet", *, today: date, tell: Callable[[str], None]) -> tuple[Review, ...]:
        """Return one review for each skill that the change adds, edits or renames.

        What fails in it, the whole or one scanner, is named in `Review.error`. `today` decides which
        suppressions have expired; `tell` hears how far it is. Raises ConfigError for a suppressions file at
        base that cannot be read.
        """


class GradingSheet(Value):
    """One answer for a model grader, already blind: redacted, under a hashed id.

    `files` are (path, text). Nothing in it says which arm it is.
    """

    blind_id: str
    prompt: str
    answer: str
    files: tuple[tuple[str, str], ...] = ()
    given_files: tuple[tuple[str, str], ...] = ()
    actions: tuple[str, ...] = ()
    """What the agent did, a line each (commands run, files written)."""
    rubric: tuple[RubricItem, ...] = ()
    expected_output: str = ""
    answer_key: JsonObject = Field(default_factory=dict)
    remark: str = ""
    """What was wrong with an earlier reply on this sheet, when it is asked again."""
    wants_claims: bool = True


class GraderItem(Value):
    """The grader's word on one rubric item: the passage it quotes, and why."""

    id: str
    score: float
    evidence: str
    """Copied from answer, files or actions; empty when `absence` is the ground."""
    reason: str = ""
    absence: bool = False
    """The item is met because something is not there: nothing can be quoted."""


class GraderClaim(Value):
    """A claim that the grader found in the answer."""

    claim: str
    type: Literal["factual", "process", "quality"] = "factual"
    kind: str = ""
    state: Literal["verified", "contradicted", "unchecked"]
    evidence: str = ""
    quote: str = ""


class ReadingQuestion(Value):
    """A passage in which code found a false claim, and what code took it to state.

    Neither says what code counted or looked up: the reader is asked for the meaning alone.
    """

    id: str
    quote: str
    reading: str


class ReadingReply(Value):
    """Whether the passage, where it stands, states what code read it to state."""

    id: str
    states: bool
    reason: str = ""


class GraderReply(Value):
    """What a grader says of one sheet."""

    items: tuple[GraderItem, ...] = ()
    claims: tuple[GraderClaim, ...] = ()
    feedback: tuple[str, ...] = ()
    usage: Usage = Usage()


class Grader(Protocol):
    """Applies rubrics and finds claims, one answer at a time, knowing nothing of the arms."""

    @property
    def name(self) -> str:
        """What the provenance says: model and prompt digest."""

    async def grade(self, sheet: GradingSheet, model: Model) -> GraderReply:
        """Return grades and claims. Raises GraderError when no usable reply came."""

    async def confirm(self, sheet: GradingSheet, claim: GraderClaim, model: Model) -> bool:
        """Return whether a second, independent look finds the claim contradicted too."""

    async def read(
        self, sheet: GradingSheet, questions: Sequence[ReadingQuestion], model: Model
    ) -> tuple[ReadingReply, ...]:
        """Return for each question, in order, whether its passage states what it was read to state.

        Raises GraderError when no usable reply came.
        """


PairQuestion = Literal["better", "arm"]
"""Which answer is better; or which one was given with the instructions under test."""


class PairJudge(Protocol):
    """Looks at two answers to one request side by side, knowing nothing of the arms."""

    async def compare(
        self, first: GradingSheet, second: GradingSheet, asking: PairQuestion, model: Model
    ) -> tuple[float, float]:
        """Return a number from 0 to 10 for each. Raises GraderError when no usable reply came."""


class Embedder(Protocol):
    """Turns texts into vectors that lie close where the texts mean the same."""

    @property
    def name(self) -> str:
        """The model's name, for provenance."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text, all of one length. Raises ConfigError when the model is not there."""


# ---------------------------------------------------------------- the outside of a run


class Clock(Protocol):
    """Time, as an argument."""

    def now(self) -> datetime:
        """Return the time in UTC."""

    def monotonic(self) -> float:
        """Return seconds since some start."""


class Progress(Protocol):
    """Tells a person what runs, what is left, and the money so far."""

    def stage(self, number: int, text: str) -> None:
        """A stage begins."""

    def planned(self, trials: int, estimated_cost_usd: float | None) -> None:
        """So many trials will run."""

    def finished(self, trial: Trial, *, spent_usd: float | None) -> None:
        """A trial ended."""

    def graded(self, done: int, total: int) -> None:
        """So many answers are graded."""

    def note(self, text: str) -> None:
        """Something worth a line."""


class Note(Value):
    """One comment of ours on a pull request."""

    id: int
    body: str


class Thread(Protocol):
    """The conversation of one pull request, of which only our own comments are seen. All raise ForgeError."""

    def head(self) -> CommitSha:
        """Return the head that the pull request has now."""

    def own(self) -> tuple[Note, ...]:
        """Return every comment of ours, the oldest first."""

    def create(self, body: str) -> None:
        """Add a comment, once, whatever the network does."""

    def edit(self, note: int, body: str) -> bool:
        """Change a comment; False when it is gone."""

    def delete(self, note: int) -> None:
        """Remove a comment; one that is gone already is fine."""


class CheckRun(Protocol):
    """The check of this run, opened at its start."""

    def conclude(self, bodies: Sequence[JsonObject]) -> None:
        """Close it with these request bodies, in order: the first sets the conclusion. Raises ForgeError."""


class CommitStatus(Protocol):
    """The commit status of this run."""

    def set(self, body: JsonObject) -> None:
        """Set state and description. Raises ForgeError."""


class Reporter(Protocol):
    """Brings the report to one destination."""

    def publish(self, report: "Report") -> None:
        """Write, post or print it."""


@dataclass(frozen=True)
class World:
    """One of each: what a run reaches outside itself. Built by wiring, faked in tests."""

    repository: Repository
    forge: Forge
    reviewer: Reviewer
    agent: Agent
    sandboxes: Sandboxes
    models: Models
    grader: Grader
    grader_models: Models
    reporters: tuple[Reporter, ...]
    clock: Clock
    progress: Progress
    judge: PairJudge | None = None
    """Who compares answers side by side; None leaves that out."""
    embedder: Embedder | None = None
