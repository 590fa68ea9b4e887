"""A skill's own tests, found by name: Python, Node and shell tests, and contracts of scripts."""

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

from pydantic import ValidationError

from skilleval.changes.freeze import manifest_digest
from skilleval.changes.js_regex import translate
from skilleval.changes.reading import Plain
from skilleval.changes.suites.sheet import Files, list_at, value_of
from skilleval.domain.own_tests import Contract, OwnSuite, RunnerKind, Side
from skilleval.errors import SuiteError

ROOTS: Final = ("tests", "evals/unit")
"""Where a skill keeps its tests, when the settings name no other places."""
MAX_FILES: Final = 500
_CONTRACTS: Final = frozenset(f"contracts.{ending}" for ending in ("json", "yaml", "yml"))
_CONFIGURE: Final = frozenset(
    ("conftest.py", "pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", "sitecustomize.py")
)
"""Files that steer a test runner wherever they lie: they come from the side whose tests run."""
_KINDS: Final[tuple[tuple[RunnerKind, re.Pattern[str]], ...]] = (
    ("python", re.compile(r"test_.+\.py|.+_test\.py")),
    ("node", re.compile(r".+[.-](?:test|spec)\.[mc]?js|test[-_.].+\.[mc]?js")),
    ("bats", re.compile(r".+\.bats")),
    ("shell", re.compile(r"test[-_].+\.(?:sh|bash)|.+[-_.]test\.(?:sh|bash)")),
    (
        "none",
        re.compile(r"(?:test[-_.]?.+|.+[-_.]?(?:test|spec))\.(?:go|rb|rs|java|kt|tsx?|php|pl|ps1|r)", re.I),
    ),
)
_RUNNERS: Final = "Python, Node, bats and shell tests are run"


def read_own_tests(before: Files | None, after: Files, roots: tuple[str, ...] = ()) -> tuple[OwnSuite, ...]:
    """Return the suites of both sides, one a side and runner; tests that did not change stand once.

    The base side's tests come first: a change cannot lower the bar by changing them.
    """
    roots = tuple(root.strip("/") for root in roots) or ROOTS
    new = _tests_of(after, roots)
    old = _tests_of(before, roots) if before is not None else {}
    if _digest(old) == _digest(new):
        return tuple(_suites(new, "both", roots))
    return (*_suites(old, "baseline", roots), *_suites(new, "candidate", roots))


def _tests_of(files: Files, roots: tuple[str, ...]) -> Files:
    """Return what lies in the test folders, and what steers the runners; nothing without a test."""
    inside = {path: file for path, file in files.items() if _is_below(path, roots)}
    if not any(_kind_of(path) for path in inside):
        return {}
    steering = {path: file for path, file in files.items() if PurePosixPath(path).name in _CONFIGURE}
    return dict(list((inside | steering).items())[:MAX_FILES])


def _digest(files: Files) -> str:
    return manifest_digest((path, file.sha256) for path, file in files.items())


def _suites(files: Files, side: Side, roots: tuple[str, ...]) -> list[OwnSuite]:
    by_kind: dict[RunnerKind, list[str]] = defaultdict(list)
    for path in sorted(files):
        kind = _kind_of(path) if _is_below(path, roots) else None
        if kind is not None:
            by_kind[kind].append(path)
    found = []
    for kind, paths in by_kind.items():
        suite = OwnSuite(side=side, kind=kind, paths=tuple(paths), files=tuple(files.values()), roots=roots)
        if kind == "contracts":
            found.append(_with_contracts(suite, files))
        elif kind == "none":
            found.append(suite.model_copy(update={"problem": f"no runner for them: {_RUNNERS}"}))
        else:
            found.append(suite)
    return found


def _kind_of(path: str) -> RunnerKind | None:
    name = PurePosixPath(path).name
    if name in _CONTRACTS:
        return "contracts"
    return next((kind for kind, pattern in _KINDS if pattern.fullmatch(name)), None)


def _is_below(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in roots)


def _with_contracts(suite: OwnSuite, files: Files) -> OwnSuite:
    contracts: list[Contract] = []
    for path in suite.paths:
        try:
            items = _listed(value_of(files[path]))
            contracts += [_contract(item, number) for number, item in enumerate(items, start=1)]
        except SuiteError as exc:
            return suite.model_copy(update={"problem": f"{path}: {exc.message}"})
    return suite.model_copy(update={"contracts": tuple(contracts)})


def _listed(value: Plain) -> list[Plain]:
    found = list_at(value, ("contracts",))
    if found is None:
        raise SuiteError("a list of contracts is wanted, or an object with one under `contracts`")
    return found[0]


def _contract(item: Plain, number: int) -> Contract:
    if not isinstance(item, Mapping):
        raise SuiteError(f"contract {number} must be an object")
    fields = {"name": f"contract {number}", **item}
    if isinstance(pattern := fields.get("stdout_pattern"), str) and pattern:
        fields["stdout_pattern"] = translate(pattern, flags="")
    try:
        contract = Contract.model_validate(fields)
    except ValidationError as exc:
        fault = exc.errors(include_url=False)[0]
        place = "/".join(str(part) for part in fault["loc"])
        raise SuiteError(f"contract {number}, {place}: {fault['msg']}") from exc
    if not contract.run:
        raise SuiteError(f"contract {number} runs nothing: give `run`, a list of words")
    return contract
