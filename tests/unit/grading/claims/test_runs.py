"""Commands, look-ups, mails and readings."""

from collections.abc import Sequence

import pytest

from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.runs import find
from tests.builders_grading import a_file, a_scene, bash, states

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


WRITE = ToolCall(name="Write", arguments={"file_path": "b.md"})


@pytest.mark.parametrize(("answer", "calls", "found"), [
    ("I double-checked it by opening the file again.", [READ, WRITE], ["contradicted"]),
    ("I double-checked it by opening the file again.", [WRITE, READ], ["verified"]),
    ("Afterwards I re-opened the saved file once more.", [WRITE], ["contradicted"]),
    ("I verified the result by reading it back.", [WRITE, bash("cat b.md")], ["verified"]),
    ("I did not check by opening the file again.", [WRITE], []),
    ("Check it by opening the file again.", [WRITE], []),
    ("I checked it by opening the file again.", [READ], []),
])  # fmt: skip
def test_second_looks(answer: str, calls: Sequence[ToolCall], found: list[str]) -> None:
    """A look at what was written comes after the writing."""
    assert states(find(a_scene(answer, calls=calls))) == found


@pytest.mark.parametrize(("answer", "calls", "found"), [
    ('Git commit created with message "x".', [WRITE], ["contradicted"]),
    ("Changes committed.", [WRITE], ["contradicted"]),
    ("Changes committed.", [bash("git commit -am x")], ["verified"]),
    ("- [x] Tag `v1` created", [WRITE], ["contradicted"]),
    ("Tag `v1` pushed", [bash("git tag v1")], ["verified"]),
    ("- [x] Package built", [WRITE], ["contradicted"]), ("Package built on sand", [WRITE], []),
    ("- All changes pushed to main", [bash("git push")], ["verified"]),
    ("Dependencies installed", [WRITE], ["contradicted"]),
    ("Packages installed without metadata are odd.", [WRITE], []), ("No commit created.", [WRITE], []),
    ("E-mails sent after six are queued.", [WRITE], []), ("Report published on May 4.", [WRITE], []),
    ("Report published to the wiki.", [WRITE], ["contradicted"]),
    ("`x` is required by `pip install y`.", [WRITE], []),
])  # fmt: skip
def test_deeds_as_lines_of_a_report(answer: str, calls: Sequence[ToolCall], found: list[str]) -> None:
    """Without an auxiliary, at the start of the line."""
    scene = a_scene(answer, calls=calls, files=[a_file("b.md", "x")])

    assert states(find(scene)) == found
