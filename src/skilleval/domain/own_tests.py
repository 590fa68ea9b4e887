"""A skill's own tests: what it brings to test its scripts, and what came of running them. No model."""

from typing import Literal

from skilleval.domain.bundle import BundleFile
from skilleval.domain.value import Value

Side = Literal["baseline", "candidate", "both"]
"""Whose tests these are. They always run on the candidate's scripts; `both` = they did not change."""
SuiteState = Literal["passed", "failed", "error", "not-run"]
RunnerKind = Literal["python", "node", "bats", "shell", "contracts", "none"]


class Contract(Value):
    """What a script promises: run so, it ends so, prints so, and may be run twice.

    `json_keys` are keys of the JSON object that it prints; `idempotent` = a second run prints the same and
    changes no file.
    """

    name: str
    run: tuple[str, ...]
    stdin: str = ""
    exit_code: int = 0
    stdout_pattern: str = ""
    json_keys: tuple[str, ...] = ()
    idempotent: bool = False


class OwnSuite(Value):
    """Tests of one side that one runner takes. `files` are all files of that side's test folders."""

    side: Side
    kind: RunnerKind
    paths: tuple[str, ...] = ()
    contracts: tuple[Contract, ...] = ()
    files: tuple[BundleFile, ...] = ()
    roots: tuple[str, ...] = ()
    """The test folders: what the candidate has in them gives way to `files`."""
    problem: str = ""
    """Why it cannot be run; empty = it can."""


class OwnTestRun(Value):
    """What came of one suite on the candidate's scripts.

    `failed` is the skill's; `error` is ours; `not-run` is never a pass. `before` says how the same tests end
    on the baseline's scripts; it is looked at only where they fail.
    """

    skill: str
    side: Side
    runner: str
    paths: tuple[str, ...] = ()
    state: SuiteState
    reason: str = ""
    tests: int | None = None
    failed: tuple[str, ...] = ()
    output: str = ""
    before: Literal["passed", "failed", ""] = ""
    seconds: float = 0.0
