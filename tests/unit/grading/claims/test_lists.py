"""Announced counts of lists."""

import pytest

from skilleval.grading.claims.lists import find
from tests.builders_grading import a_scene, states

THREE = "\n\n- a\n- b\n- c\n"


@pytest.mark.parametrize(("answer", "found"), [
    (f"I found three issues:{THREE}", ["verified"]), (f"I found two issues:{THREE}", ["contradicted"]),
    (f"I fixed two syntax errors.{THREE}", ["contradicted"]),
    (f"Here are 4 files:{THREE}", ["contradicted"]), (f"## Three ideas{THREE}", ["verified"]),
    (f"At least two issues remain:{THREE}", ["verified"]), (f"Results for two regions:{THREE}", []),
    (f"Two of the issues are old:{THREE}", []), (f"Two to four ideas:{THREE}", []),
    (f"I changed 2 files and added:{THREE}", []), (f"Some 400 errors are odd:{THREE}", []),
    ("I found three issues.", []), (f"I found three issues.\n\nNot all are bad.{THREE}", []),
    (f"Try 10 ideas before asking:{THREE}", []),
    ("I found 2 bugs:\n\n1. a\n   ```\n   x\n   ```\n2. b\n   - detail\n", ["verified"]),
    ("Three plans:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", ["contradicted"]),
    ("I found 3 problems.\n\n### 1. One\nx\n\n### 2. Two\ny\n", ["contradicted"]),
    ("It has two regions: APAC, EMEA and LATAM.", ["contradicted"]),
    ("It has three regions: APAC, EMEA, and LATAM", ["verified"]),
    ("6 skills: 2 fail, 1 open, 3 pass", []),
    ("Two things to know: it is slow, as no call follows it, and blocks.", []),
])  # fmt: skip
def test_counts_of_what_follows(answer: str, found: list[str]) -> None:
    """The list right below, or short things after a colon."""
    assert states(find(a_scene(answer))) == found
