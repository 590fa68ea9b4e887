"""Commands, look-ups, mails and readings."""

from collections.abc import Sequence

import pytest

from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.runs import find
from tests.builders_grading import a_scene, bash, states

READ = ToolCall(name="Read", arguments={"file_path": "a.md"})


@pytest.mark.parametrize(("answer", "calls", "found"), [
    ("I ran `make build`.", [bash("make build")], ["verified"]),
    ("I ran `make build`.", [], ["contradicted"]),
    ("I validated it with `jq . a.json`.", [READ], ["contradicted"]),
    ("`npx tsc` completed without errors.", [], ["contradicted"]), ("Run `make build` to see.", [], []),
    ("You can check it with `make build`.", [], []), ("I did not run `make build`.", [], ["verified"]),
    ("I haven't run `make build`.", [bash("make build")], ["contradicted"]),
    ("I renamed `get all` to `fetch`.", [], []), ("I searched the web.", [], ["contradicted"]),
    ("I searched the web.", [ToolCall(name="WebSearch")], ["verified"]),
    ("I've sent the mail.", [], ["contradicted"]), ("The changes have been pushed.", [], ["contradicted"]),
    ("I committed it.", [bash("git commit -m x")], ["verified"]), ("Installed skills are listed.", [], []),
    ("I read a.md.", [READ], ["verified"]), ("I read b.md.", [READ], ["contradicted"]),
    ("Read b.md first.", [], []), ("I read b.md.", [bash("cat *.md")], []),
    ("I have not run anything.", [READ], ["verified"]),
    ("I did not run anything.", [bash("ls")], ["contradicted"]),
    ("I tested the script.", [], ["contradicted"]), ("The type checker passes.", [], ["contradicted"]),
    ("I have not sent anything.", [], []),
])  # fmt: skip
def test_actions_are_held_against_the_calls(answer: str, calls: Sequence[ToolCall], found: list[str]) -> None:
    """What was done, what was not, and what nobody claims."""
    assert states(find(a_scene(answer, given={"a.md": "x", "b.md": "y"}, calls=calls))) == found
