"""Blind sheets."""

from skilleval.domain.suite import RubricItem
from skilleval.domain.trial import Evidence, ToolCall
from skilleval.grading.blind import Identity, leaks
from skilleval.grading.sheet import ACTIONS_LIMIT, ANSWER_LIMIT, build_sheet, loads_skill, shorten
from skilleval.ports import GradingSheet
from tests.builders_grading import a_file, a_fixture, a_task

NAMES = Identity(("first-reply",))


def sheet_of(evidence: Evidence, **task: object) -> GradingSheet:
    """Return the sheet of some evidence."""
    return build_sheet(a_task(**task), evidence, identity=NAMES, blind_id="b1")  # type: ignore[arg-type]


def test_nothing_on_the_sheet_names_the_skill() -> None:
    """Answer, files, their paths and the actions are all redacted."""
    evidence = Evidence(
        answer="By first-reply.",
        files=(a_file("first-reply/out.md", "the skill said so"),),
        tool_calls=(
            ToolCall(name="Skill", arguments={"skill": "first-reply"}),
            ToolCall(
                name="Read",
                arguments={"file_path": "/x/.claude/skills/first-reply/SKILL.md"},
                result="# First",
            ),
            ToolCall(name="Bash", arguments={"command": "ls skills"}, result="first-reply"),
        ),
    )
    sheet = sheet_of(evidence, rubric=["Has a skill"])

    assert leaks(sheet.model_dump_json(exclude={"blind_id"}), NAMES) == ()
    assert len(sheet.actions) == 1


def test_loading_a_skill_is_no_action_that_is_shown() -> None:
    """It would tell the arm."""
    assert loads_skill(ToolCall(name="load_skill", arguments={"name": "x"}))
    assert loads_skill(ToolCall(name="Bash", arguments={"command": "cat x/SKILL.md"}))
    assert not loads_skill(ToolCall(name="Read", arguments={"file_path": "a.md"}))


def test_ten_megabytes_become_a_page() -> None:
    """A huge answer is cut in its middle, and the cut is counted."""
    sheet = sheet_of(Evidence(answer="start " + "x" * 10_000_000 + " end"))

    assert len(sheet.answer) < ANSWER_LIMIT + 100
    assert sheet.answer.startswith("start")
    assert sheet.answer.endswith("end")
    assert "characters left out" in sheet.answer


def test_binary_and_deleted_files_are_named_not_shown() -> None:
    """A grader sees that they are there, or gone."""
    files = (a_file("a.png", None, content=b"\x89PNG\0"), a_file("b.txt", None, state="deleted"))

    shown = dict(sheet_of(Evidence(files=files)).files)

    assert shown == {"a.png": "(not shown: binary or too long, 5 bytes)", "b.txt": "(deleted)"}


def test_many_files_and_actions_stay_within_limits() -> None:
    """The sheet has an end, and says what it leaves out."""
    files = tuple(a_file(f"f{n}.txt", "y" * 19_000) for n in range(10))
    calls = tuple(ToolCall(name="Bash", arguments={"n": n}) for n in range(ACTIONS_LIMIT + 5))
    sheet = sheet_of(Evidence(files=files, tool_calls=calls))

    assert sum(len(text) for _, text in sheet.files) < 90_000
    assert sheet.actions[-1] == "(and 5 more)"


def test_given_files_are_shown_and_binary_ones_are_not() -> None:
    """The grader checks claims against what the assistant was given."""
    fixtures = [a_fixture("a.csv", "x,y"), a_fixture("b.bin", "\0\1")]

    assert sheet_of(Evidence(), fixtures=fixtures).given_files == (("a.csv", "x,y"),)


def test_rubric_keeps_ids_and_scales() -> None:
    """Only the words of a statement change."""
    item = RubricItem(id="R7", text="Uses the skill well", scale="halves")
    sheet = sheet_of(Evidence(), rubric=[item])

    assert sheet.rubric == (item.model_copy(update={"text": "Uses the [redacted] well"}),)


def test_short_text_is_left_alone() -> None:
    """Nothing is cut that fits."""
    assert shorten("abc", 3) == "abc"
