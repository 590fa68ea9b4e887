"""What a line does with a name."""

import pytest

from skilleval.grading.claims import absences, missing
from skilleval.grading.claims.uses import does
from tests.builders_grading import a_scene, states

CODE = {
    "app.py": "import os\nfrom re import sub\nLIMIT = 3\ndef run(a, b):\n    return os.getcwd()\n# sub(1)\n"
}


@pytest.mark.parametrize(("verb", "name", "line", "done"), [
    ("imported", "os", "import os", True), ("imported", "os", "os.getcwd()", False),
    ("imported", "fs", "const fs = require('fs')", True), ("defined", "run", "def run():", True),
    ("set", "LIMIT", "LIMIT = 3", True), ("set", "LIMIT", "if LIMIT == 3:", False),
    ("used", "os", "import os", False), ("used", "os", "x = os.name", True),
    ("used", "a", "def f(a):", False),
    ("used", "os", "    os,", False), ("used", "x", "f(x=3)", False), ("used", "os", "print('os')", False),
    ("called", "run", "run(1)", True), ("called", "run", "on(run)", False),
    ("called", "run", "# run()", False),
    ("called", "run", "def run():", False),
])  # fmt: skip
def test_what_a_line_of_code_does(verb: str, name: str, line: str, done: bool) -> None:
    """A definition is no use, an import no call, and a comment nothing."""
    assert does(verb, name, line, "a.py") is done


def test_a_setting_stands_where_it_is_set() -> None:
    """In a file that is no program, standing there is enough; a comment is not."""
    assert does("set", "KEY", "KEY: 1", "a.yml")
    assert not does("set", "KEY", "# KEY: 1", "a.yml")


@pytest.mark.parametrize(("answer", "is_false"), [
    ("`os` is never imported.", True), ("`sys` is never imported.", False), ("`os` is not used.", True),
    ("`sub` is imported, but `sub` is never called.", False), ("`LIMIT` is never used.", False),
    ("`LIMIT` isn't defined.", True), ("`run` is never defined anywhere.", True),
    ("`b` is never used.", False),
    ("`run` is never called.", False), ("`run` was never declared.", True),
])  # fmt: skip
def test_denied_uses(answer: str, is_false: bool) -> None:
    """Only what the file does all the same is false."""
    scene = a_scene(answer, given=CODE)

    assert ("contradicted" in states([*absences.find(scene), *missing.find(scene)])) is is_false
