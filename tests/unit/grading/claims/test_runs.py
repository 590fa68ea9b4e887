"""Commands, look-ups, mails and readings: what is told of them, held against the record of calls."""

from collections.abc import Iterator, Sequence

import pytest

from skilleval.domain.grade import Claim
from skilleval.domain.trial import ToolCall
from skilleval.grading.claims import readings, record, runs
from skilleval.grading.claims.scene import Scene
from tests.builders_grading import a_file, a_scene, bash, states


def find(scene: Scene) -> Iterator[Claim]:
    """Yield what all finders of deeds say."""
    for module in (runs, record, readings):
        yield from module.find(scene)


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
    ("Tag `v1` pushed", [bash("git tag v1")], ["contradicted"]),
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


FAILS = bash("docker build .", "Cannot connect to the Docker daemon", is_error=True)


@pytest.mark.parametrize(("answer", "calls", "found"), [
    ("I built the image.", [FAILS], ["contradicted"]),
    ("I built the image.", [bash("docker build .", "done")], ["verified"]),
    ("I restarted the service with `systemctl restart web`.",
     [bash("systemctl restart web", "Access denied", is_error=True)], ["contradicted", "verified"]),
    ("I tried `systemctl restart web`, without success.",
     [bash("systemctl restart web", "Access denied", is_error=True)], ["verified"]),
    ("I ran `grep -rn old .`, and it is gone.", [bash("grep -rn old .", is_error=True)], ["verified"]),
    ("I ran the doctests.", [bash("python -m py_compile a.py")], ["contradicted"]),
    ("Ran the linter.", [bash("ruff check .")], ["verified"]),
    ("I took a screenshot of the page.", [], ["contradicted"]),
    ("I searched the git history.", [bash("ls")], ["contradicted"]),
    ("The change is committed.", [bash("git add -A && git status")], ["contradicted"]),
    ("I ran the script three times.", [bash("python a.py")], ["contradicted", "verified"]),
    ("You can build the image.", [], []), ("Run the linter before you commit.", [], []),
    ("I would have built the image.", [], []),
    ("The image was not built.", [], []),
])  # fmt: skip
def test_deeds_of_a_class_need_a_call_that_succeeded(
    answer: str, calls: Sequence[ToolCall], found: list[str]
) -> None:
    """A call of the kind, and one that did not fail where the verb says that it came about."""
    assert sorted({*states(find(a_scene(answer, calls=calls)))}) == found


@pytest.mark.parametrize(("answer", "calls", "found"), [
    ("I read both files.", [READ], ["contradicted"]), ("I checked the two files.", [READ], ["contradicted"]),
    ("I checked the two files.", [READ, bash("cat b.md")], ["verified"]),
    ("I checked the three files.", [READ], []), ("I checked both files.", [ToolCall(name="Grep")], []),
    ("I went through all files in `docs/`.", [READ], []),
    ("I looked through both files.", [READ, ToolCall(name="Glob", result="a.md\nb.md")], ["contradicted"]),
])  # fmt: skip
def test_lots_of_files_need_a_call_for_each(answer: str, calls: Sequence[ToolCall], found: list[str]) -> None:
    """A listing of names reads nothing; a search over everything may have read all."""
    assert states(find(a_scene(answer, given={"a.md": "x", "b.md": "y"}, calls=calls))) == found


def test_what_a_log_tells_in_the_passive_is_no_deed_of_the_assistant() -> None:
    """It sums up what was given."""
    log = {"app.log": "02:00 service restarted by cron\n"}

    assert states(find(a_scene("The service was restarted.", given=log))) == []
    assert states(find(a_scene("The service was restarted.", given={"a.md": "x"}))) == ["contradicted"]
