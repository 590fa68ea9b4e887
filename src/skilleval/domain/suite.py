"""A suite: all evals of a skill. Tasks with checks and rubrics, and trigger queries."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from skilleval.domain.value import Digest, Value

WrittenBy = Literal["author", "independent", "generated", "unknown"]


MAX_CHECK_S = 600.0
"""Seconds that a check may run: it holds a slot, and a suite must not keep a run busy for hours."""


class Fixture(Value):
    """A file that the agent finds in its work folder. The bytes stay out of saved runs."""

    path: str
    """Where the agent finds it, relative to the work folder."""
    sha256: Digest
    size_bytes: int
    content: bytes = Field(default=b"", exclude=True, repr=False)


class CheckBase(Value):
    """What all checks share. `soft` is shown, not scored. `adherence` stays out of the lift."""

    id: str
    text: str = ""
    """What it checks, for people; empty means: derive it from the parameters."""
    soft: bool = False
    adherence: bool = False


class TextMatch(CheckBase):
    """`pattern` (already translated for the `regex` module) must, or must not, be found.

    Searched in the answer, or in the file `target` that the agent left behind.
    """

    kind: Literal["must_match", "must_not_match"]
    pattern: str
    ignore_case: bool = True
    target: str = "answer"


class FileCheck(CheckBase):
    """A file that must be there, must not be there, or must hold exactly `content`."""

    kind: Literal["file_exists", "file_absent", "file_equals"]
    path: str
    content: str = ""
    created: bool = False
    """Only a file that the agent made counts; `path` may then be a glob in which `*` stops at a slash."""


class FileMatch(CheckBase):
    """`pattern` is found in the file at `path`; a name with `*` means the first file that fits."""

    kind: Literal["file_matches"]
    path: str
    pattern: str
    ignore_case: bool = True


class JsonPathCheck(CheckBase):
    """The value at `pointer` (JSON pointer) of a file, or of JSON in the answer, equals `equals`."""

    kind: Literal["json_path"]
    pointer: str
    equals: object
    target: str = "answer"
    tolerance: float = 0.0


class CsvPathCheck(CheckBase):
    """The value in `column` of a CSV, TSV or XLSX file equals `equals`.

    The row is the first whose cells are as in `where`, else the `row`-th below the heading (from 1).
    """

    kind: Literal["csv_path"]
    target: str
    column: str
    where: dict[str, str] = Field(default_factory=dict)
    row: int = Field(default=1, ge=1)
    equals: str | float | int
    tolerance: float = 0.0


class NumberCheck(CheckBase):
    """A number within `tolerance` of `value` stands in the target: in a line that has `near`, if given."""

    kind: Literal["number"]
    value: float
    tolerance: float = 0.0
    near: str = ""
    """Plain text, in any case."""
    target: str = "answer"


class DocumentCheck(CheckBase):
    """`pattern` must, or must not, be found in the text of a DOCX, XLSX or PDF file, its tables included."""

    kind: Literal["document_matches", "document_not_matches"]
    path: str
    pattern: str
    ignore_case: bool = True


class FieldMatch(CheckBase):
    """A named field of the result has the expected value: a JSON key, or a line `field: value`.

    The check of golden tasks: a trial that meets all of them is resolved. One that hands over to a person
    instead does not meet them either, but counts as escalated, not as failed.
    """

    kind: Literal["field_match"]
    field: str
    expected: object
    target: str = "answer"
    tolerance: float = 0.0


class CommandCheck(CheckBase):
    """A command, run in the sandbox after the agent has gone; its result is stored as evidence.

    `files` are put into the work folder just before; the agent never saw them.
    """

    kind: Literal["command"]
    argv: tuple[str, ...]
    exit_code: int = 0
    stdout_pattern: str = ""
    timeout_s: float = Field(default=30.0, gt=0, le=MAX_CHECK_S)
    files: tuple[Fixture, ...] = ()


class PythonCheck(CheckBase):
    """A Python file of the suite, run like a command: it passes if it ends by itself.

    A failed `assert`, or `sys.exit` with a text or a number, fails; any other exception, and a file that
    does not end, is the check's own fault and says nothing of the work.
    """

    kind: Literal["python"]
    script: Fixture
    timeout_s: float = Field(default=30.0, gt=0, le=MAX_CHECK_S)

    @property
    def argv(self) -> tuple[str, ...]:
        """Return the command that runs the file in the work folder.

        Isolated: a `json.py` or a user site that the agent left behind is not what the file imports.
        """
        return ("python3", "-I", "-B", self.script.path)

    @property
    def files(self) -> tuple[Fixture, ...]:
        """Return what is put into the work folder before it runs."""
        return (self.script,)


class ToolOrderCheck(CheckBase):
    """The agent used these tools in this order; others may stand between."""

    kind: Literal["tool_order"]
    tools: tuple[str, ...] = Field(min_length=2)
    input_patterns: tuple[str, ...] = ()
    """For each tool the pattern that its input, as JSON, must have; "" for any input."""
    first_calls: bool = False
    """Whether the first call of each counts; else any calls in this order do."""

    @model_validator(mode="after")
    def _one_pattern_a_tool(self) -> Self:
        if self.input_patterns and len(self.input_patterns) != len(self.tools):
            raise ValueError("input_patterns must be as many as tools")
        return self


class ToolCheck(CheckBase):
    """A tool that the agent must, or must not, have used.

    Only calls whose input, as JSON, has `input_pattern` count. The bounds are those of `tool_used`.
    """

    kind: Literal["tool_used", "tool_not_used"]
    tool: str
    input_pattern: str = ""
    at_least: int = Field(default=1, ge=0)
    at_most: int | None = Field(default=None, ge=0)


class BudgetCheck(CheckBase):
    """An upper limit on tokens, seconds or tool calls of the trial."""

    kind: Literal["budget"]
    measure: Literal["tokens", "seconds", "tool_calls"]
    at_most: float


Check = Annotated[
    TextMatch
    | FileCheck
    | FileMatch
    | JsonPathCheck
    | CsvPathCheck
    | NumberCheck
    | DocumentCheck
    | FieldMatch
    | CommandCheck
    | PythonCheck
    | ToolCheck
    | ToolOrderCheck
    | BudgetCheck,
    Field(discriminator="kind"),
]
RunCheck = CommandCheck | PythonCheck
"""The checks that stage 5 runs in the sandbox; both have `argv`, `files` and `timeout_s`."""


class RubricItem(Value):
    """One statement that a model grades: pass or fail, or in halves (0, 0.5, 1).

    `weak` marks an item derived from `expected_output` alone.
    """

    id: str
    text: str
    scale: Literal["pass-fail", "halves"] = "pass-fail"
    adherence: bool = False
    weak: bool = False
    golden: bool = False
    """The criterion of a golden task: like `field_match`, for what has no single right value."""


class Task(Value):
    """One prompt with its files, checks and rubric. Ids are strings, unique in a suite.

    `scoring`: `share` = share of all outcome checks and items passed (evals.json);
    `halves` = 0.5 x hard checks + 0.5 x mean rubric (frozen sets).
    """

    id: str
    prompt: str
    name: str = ""
    fixtures: tuple[Fixture, ...] = ()
    checks: tuple[Check, ...] = ()
    rubric: tuple[RubricItem, ...] = ()
    expected_output: str = ""
    answer_key: dict[str, object] = Field(default_factory=dict)
    scoring: Literal["share", "halves"] = "share"
    domain: str = ""
    cluster: str = ""
    """Tasks made from one fixture share a cluster; empty means its own."""
    source: str = ""
    """The file it was read from, relative to the skill's folder."""
    where: str = ""
    """JSON pointer in that file; empty where it is the file itself."""
    digest: Digest
    """Over prompt, fixtures, checks, rubric and key: the identity of the task."""

    @property
    def is_gradable(self) -> bool:
        """Whether anything at all can be graded: an outcome check, or an outcome rubric item."""
        hard = any(not check.soft and not check.adherence for check in self.checks)
        return hard or any(not item.adherence for item in self.rubric)

    @property
    def is_bare(self) -> bool:
        """Whether nothing at all is stated of the answer, so that answers can only be compared."""
        return not (self.checks or self.rubric or self.expected_output)


class TriggerQuery(Value):
    """One request, and whether the skill should load for it."""

    id: str
    query: str
    should_trigger: bool
    category: str = ""
    expected_skill: str = ""
    """The other skill that a request belongs to, where the list names one."""
    source: str = ""
    where: str = ""
    """JSON pointer in `source`."""


class RoutingQuery(Value):
    """One request, and the skills that should load for it, in order; empty means none."""

    id: str
    query: str
    expected_skills: tuple[str, ...] = ()
    source: str = ""


class SuiteProblem(Value):
    """Something wrong with an evals file: where, what was found, what is allowed.

    `fatal` problems make the suite unusable; the rest names one eval that is left out, or a warning.
    """

    path: str
    where: str = ""
    """Line number or JSON pointer."""
    message: str
    level: Literal["error", "warning"] = "error"


class Suite(Value):
    """All evals of one skill at one commit."""

    tasks: tuple[Task, ...] = ()
    queries: tuple[TriggerQuery, ...] = ()
    routing: tuple[RoutingQuery, ...] = ()
    problems: tuple[SuiteProblem, ...] = ()
    written_by: WrittenBy = "unknown"
    frozen: Digest | None = None
    """The digest in FREEZE.txt, when there is one and it matches."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to run."""
        return not (self.tasks or self.queries)
