"""A request body is read as an agent's situation, in the shapes of both clients."""

from hypothesis import given
from hypothesis import strategies as st

from skilleval.ports import JsonObject
from skilleval.testing.offline.conversation import file_text, listed_skills, loaded_skills, output_text
from tests.builders_offline import LISTING, a_body, a_conversation, a_loaded_skill, with_results


def test_our_agent_s_shape() -> None:
    """Skills are listed in the system prompt, and loaded by a tool's result."""
    body = a_body("Do it.", skills={"a-skill": "First. Second: third.", "b": "x"})
    seen = a_conversation(with_results(body, a_loaded_skill("# Body\n\nText.")))

    assert seen.listing == {"a-skill": "First. Second: third.", "b": "x"}
    assert [(skill.name, skill.base_dir, skill.body) for skill in seen.skills] == [
        ("a-skill", "/home/skills/a-skill", "# Body\n\nText.")
    ]
    assert seen.request == "Do it."


def test_claude_code_s_shape() -> None:
    """Skills are listed in a turn of their own or a reminder, and loaded by a text beside the result."""
    reminder = "<system-reminder>\nToday is a day.\n</system-reminder>\n"
    use = {"type": "tool_use", "id": "t1", "name": "Skill", "input": {"skill": "tides"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "Launching skill: tides"}
    loaded = {"type": "text", "text": "Base directory for this skill: /p/.claude/skills/tides\n\nDo so."}
    body: JsonObject = {
        **a_body(""),
        "system": [{"type": "text", "text": "You act.\n - Primary working directory: /p\n"}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": t} for t in (reminder, "Tell me.")]},
            {"role": "system", "content": f"Agents:\n- x: y\n\n{LISTING}\n\n- tides: Tide times."},
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [result, loaded]},
        ],
    }
    seen = a_conversation(body)

    assert (seen.request, seen.work_dir, seen.listing) == ("Tell me.", "/p", {"tides": "Tide times."})
    assert [(skill.base_dir, skill.body) for skill in seen.skills] == [("/p/.claude/skills/tides", "Do so.")]
    assert [(call.name, call.result, call.is_error) for call in seen.calls] == [
        ("Skill", "Launching skill: tides", False)
    ]


def test_a_new_request_starts_anew() -> None:
    """Calls made for an earlier request are not those of the present one."""
    body = with_results(a_body("First."), ("Read", {"file_path": "a.txt"}, "x"))
    messages = [*body["messages"], {"role": "user", "content": "Second."}]  # type: ignore[misc]
    seen = a_conversation({**body, "messages": messages})

    assert (seen.request, seen.calls) == ("Second.", ())


def test_listing_ends_where_it_ends() -> None:
    """A description may run on; what stands below an empty line is not part of the listing."""
    text = f"{LISTING}\n\n- a: one\n  and more\n- p:b: two\n\n- c: no skill\n"

    assert dict(listed_skills(text)) == {"a": "one and more", "p:b": "two"}


def test_two_bodies_in_one_text() -> None:
    """Each body ends where the next begins."""
    mark = "Base directory for this skill:"
    found = list(loaded_skills(f"{mark} /s/a\nA\n{mark} /s/b\nB\n"))

    assert [(skill.name, skill.body) for skill in found] == [("a", "A"), ("b", "B")]


def test_file_text_is_what_is_on_disk() -> None:
    """Line numbers, reminders and notes of the client are no part of a file."""
    numbered = "     1\ta\n     2→b\n(3 more lines: read on)\n<system-reminder>\nx\n</system-reminder>"

    assert file_text(numbered) == "a\nb"
    assert file_text("10\ta\n11\tb") == "10\ta\n11\tb"
    assert output_text("(no output)") == output_text("(Bash completed with no output)") == ""


@given(st.lists(st.text(alphabet=st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp"])), min_size=1))
def test_numbered_lines_come_back(lines: list[str]) -> None:
    """What a client numbers is read back as it was, but for empty lines at both ends."""
    shown = "\n".join(f"{number:6d}\t{line}" for number, line in enumerate(lines, start=1))

    assert file_text(shown).splitlines() == "\n".join(lines).splitlines() or "\x85" in shown


def test_a_name_alone_is_a_skill_without_a_description() -> None:
    """A host whose listing is full shows names: they are entries, and no part of the one before."""
    text = "These skills are available:\n- a: one\n- b\n- c: three\n"

    assert dict(listed_skills(text)) == {"a": "one", "b": "", "c": "three"}
