"""Eval files of a skill, one module a format: each reads a skill's files and returns what it found.

`FORMATS` is the whole list; a newcomer adds a module with `read(files) -> Suite` and a line here.
"""

from typing import Final

from skilleval.changes.suites import evals_json, frozen, plugin_eval, routing, triggers
from skilleval.changes.suites.adherence import mark_adherence
from skilleval.changes.suites.merge import merge_suites
from skilleval.changes.suites.sheet import ENDINGS, Files
from skilleval.changes.suites.unread import unread_files
from skilleval.domain.suite import Suite, SuiteProblem

FORMATS: Final = (evals_json, frozen, plugin_eval, triggers, routing)


def read_suite(files: Files) -> Suite:
    """Return all evals of a skill, from its files by path relative to its folder.

    Never raises for what stands in the files: each fault is a problem with its place.
    """
    suite = mark_adherence(merge_suites([module.read(files) for module in FORMATS]), files)
    unread = tuple(unread_files(suite, files))
    if suite.is_empty and not suite.routing and not suite.problems and not unread:
        unread = _unknown(files)
    return suite.model_copy(update={"problems": (*suite.problems, *unread)}) if unread else suite


def read_requests(files: Files) -> Suite:
    """Return the trigger lists and routing sets alone: what a neighbour brings to the test of routing."""
    return Suite(queries=triggers.read(files).queries, routing=routing.read(files).routing)


def _unknown(files: Files) -> tuple[SuiteProblem, ...]:
    """Return a warning where there are eval files and none is of a known format: never in silence."""
    found = [
        path for path in sorted(files) if path.startswith("evals/") and path.endswith((*ENDINGS, ".csv"))
    ]
    if not found:
        return ()
    names = ", ".join(path.removeprefix("evals/") for path in found[:5])
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    message = f"no file here is of a format that is read: {names}{more}"
    return (SuiteProblem(path="evals", message=message, level="warning"),)
