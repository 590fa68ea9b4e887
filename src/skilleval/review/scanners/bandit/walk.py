"""bandit's command, run in a child, with a shorter way through a program's tree. Not imported by the review.

bandit stops at every node of the tree, and of six it has nothing to do at five: names, operators, contexts;
at each call it tries every test. Here it stops only where a test, or its own book-keeping, has something to
look at, and tries only tests whose names the program holds: the first argument has a pattern for each, as
JSON. Half of its time is left; what it finds is the same (a test compares the two).
"""

import copy
import gc
import json
import re
import sys
import unicodedata
from ast import AST
from collections.abc import Callable
from typing import Any

from bandit.cli.main import main
from bandit.core import node_visitor

_ALLOCATIONS = 200_000
"""Objects between two collections of garbage: a tree is many that all live until it is done with."""
_BOOK_KEEPING = frozenset(["ClassDef", "FunctionDef", "Import", "ImportFrom"])
"""Nodes from which bandit learns what names mean, whether or not a test looks at them."""
_BLACKLIST = "B001"
"""What bandit calls its list of calls, which is several tests in one."""
_COOKIE = re.compile(rb"\A(?:[^\n]*\n)?[^\n]*coding")


class ShorterWay(node_visitor.BanditNodeVisitor):  # type: ignore[misc]  # bandit has no types
    """bandit's visitor, which goes straight on where it has nothing to do."""

    needs: dict[str, str]
    testset: Any

    def process(self, data: bytes) -> object:
        """Return bandit's score of a program, by the tests that can find something in it."""
        may = _may_find(self.needs, data)
        fewer = copy.copy(self.testset)
        left = {kind: [test for test in tests if may(test._test_id)] for kind, tests in fewer.tests.items()}
        fewer.tests = {kind: tests for kind, tests in left.items() if tests}
        self.testset = self.tester.testset = fewer
        strings = {"Constant"} if fewer.tests.keys() & {"Str", "Bytes"} else set()
        self._kinds = _BOOK_KEEPING.union(fewer.tests, strings)
        return super().process(data)

    def generic_visit(self, node: AST) -> None:
        """Go on to the nodes below one."""
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, AST):
                self._enter(value, node, None)
            elif isinstance(value, list):
                for item, beside in zip(value, [*value[1:], None], strict=False):
                    if isinstance(item, AST):
                        self._enter(item, node, beside)

    def _enter(self, node: Any, parent: AST, sibling: AST | None) -> None:  # noqa: ANN401 - it gets marks
        node._bandit_parent, node._bandit_sibling = parent, sibling
        if type(node).__name__ not in self._kinds:
            self.generic_visit(node)
        elif self.pre_visit(node):
            self.visit(node)
            self.generic_visit(node)
            self.post_visit(node)


def _may_find(needs: dict[str, str], data: bytes) -> Callable[[str], bool]:
    """Return what tells whether a test can find something: it can unless its names are known to be missing.

    Python takes names for the same that have one normal form. A program in another encoding is not looked at.
    """
    text = unicodedata.normalize("NFKC", data.decode("utf-8", "replace"))
    missing = {
        name for name, names in needs.items() if not _COOKIE.match(data) and not re.search(names, text)
    }
    if {"B301", "B307"} <= missing:
        missing.add(_BLACKLIST)
    return lambda test: test not in missing


if __name__ == "__main__":
    gc.set_threshold(_ALLOCATIONS)
    ShorterWay.needs = json.loads(sys.argv.pop(1))
    node_visitor.BanditNodeVisitor = ShorterWay
    main()
