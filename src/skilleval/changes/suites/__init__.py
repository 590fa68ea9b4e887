"""Eval files of a skill, one module a format: each reads a skill's files and returns what it found.

`FORMATS` is the whole list; a newcomer adds a module with `read(files) -> Suite` and a line here.
"""

from typing import Final

from skilleval.changes.suites import evals_json, frozen, triggers
from skilleval.changes.suites.merge import merge_suites
from skilleval.changes.suites.sheet import Files
from skilleval.domain.suite import Suite

FORMATS: Final = (evals_json, frozen, triggers)


def read_suite(files: Files) -> Suite:
    """Return all evals of a skill, from its files by path relative to its folder.

    Never raises for what stands in the files: each fault is a problem with its place.
    """
    return merge_suites([module.read(files) for module in FORMATS])
