"""Files in `evals/` that no reader knows: never passed over in silence."""

from collections.abc import Iterator
from typing import Final

from skilleval.changes.suites import evals_json, routing, triggers
from skilleval.changes.suites.sheet import ENDINGS, Files
from skilleval.domain.suite import CommandCheck, PythonCheck, Suite, SuiteProblem

MOST: Final = 10
"""Remarks of one skill; the rest is counted in one more."""


def unread_files(suite: Suite, files: Files) -> Iterator[SuiteProblem]:
    """Yield a warning for each file straight in evals/ that might hold evals and is not read.

    What a task hands to its agent, or a check brings along, is no eval file.
    """
    known = {path for module in (evals_json, triggers, routing) for path in module.paths(files)}
    known |= {problem.path for problem in suite.problems}
    used = {fixture.sha256 for task in suite.tasks for fixture in task.fixtures}
    used |= {
        file.sha256
        for task in suite.tasks
        for check in task.checks
        if isinstance(check, CommandCheck | PythonCheck)
        for file in check.files
    }
    left = [
        path
        for path, file in sorted(files.items())
        if path.startswith("evals/") and path.count("/") == 1 and path.endswith((*ENDINGS, ".csv"))
        if path not in known and file.sha256 not in used
    ]
    for path in left[:MOST]:
        why = f"{evals_json.paths(files)[0]} is" if path in evals_json.PATHS else "no known format"
        yield SuiteProblem(path=path, message=f"not read: {why}", level="warning")
    if len(left) > MOST:
        message = f"{len(left) - MOST} more files here are not read: no known format"
        yield SuiteProblem(path="evals", message=message, level="warning")
