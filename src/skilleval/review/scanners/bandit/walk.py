"""bandit's command, run in a child, with a shorter way through a program's tree. Not imported by the review.

bandit stops at every node of the tree, and of six it has nothing to do at five: names, operators, contexts.
Here it stops only at those that one of its tests, or its own book-keeping, looks at. Half of its time is
left; what it finds is the same (a test compares the two).
"""

import gc
from ast import AST
from typing import Any

from bandit.cli.main import main
from bandit.core import node_visitor

_ALLOCATIONS = 200_000
"""Objects between two collections of garbage: a tree is many that all live until it is done with."""


class ShorterWay(node_visitor.BanditNodeVisitor):  # type: ignore[misc]  # bandit has no types
    """bandit's visitor, which goes straight on where it has nothing to do."""

    def __init__(self, *given: object, **named: object) -> None:
        """Know which kinds of nodes are looked at."""
        super().__init__(*given, **named)
        visited = {name.removeprefix("visit_") for name in dir(self) if name.startswith("visit_")}
        self._kinds = visited.union(self.testset.tests)

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


if __name__ == "__main__":
    gc.set_threshold(_ALLOCATIONS)
    node_visitor.BanditNodeVisitor = ShorterWay
    main()
