"""What the offline agent does next, and what it makes of a skill's body."""

import pytest

from skilleval.testing.offline.agent_rules import answer_agent
from tests.builders_offline import a_body, a_conversation, a_loaded_skill, with_results

BILL = "Number: 77\nDue date: 3 May\nPaper 12.50\nInk 20.25\nTotal: 30.00\n"
ASK = "Please look at bill.txt."
READ = ("Read", {"file_path": "bill.txt"}, BILL)


def answer_with(body: str, *, request: str = ASK, document: str = BILL) -> str:
    """Return the final answer of an agent that loaded a skill with `body` and read its file."""
    read = ("Read", {"file_path": "bill.txt"}, document)
    request_body = with_results(a_body(request, skills={"a-skill": "x"}), a_loaded_skill(body), read)
    blocks = answer_agent(a_conversation(request_body))
    assert [block["type"] for block in blocks] == ["text"]
    return str(blocks[0]["text"])


def test_reads_a_file_that_the_request_names() -> None:
    """The first thing an agent does is to look at what it was pointed to."""
    blocks = answer_agent(a_conversation(a_body(ASK)))

    assert blocks == [{"type": "tool_use", "name": "Read", "input": {"file_path": "bill.txt"}}]


def test_loads_a_skill_only_once() -> None:
    """A skill that is loaded is not asked for again."""
    skills = {"bill-check": "Look at a bill and its total."}
    first = a_body("Look at this bill, please.", skills=skills)
    loaded = with_results(first, a_loaded_skill("Say hello.", name="bill-check"))

    assert answer_agent(a_conversation(first))[0]["name"] == "Skill"
    assert answer_agent(a_conversation(loaded))[0]["type"] == "text"


def test_without_skill_figures_are_rough() -> None:
    """The plain habit adds up roughly and says no more."""
    blocks = answer_agent(a_conversation(with_results(a_body(ASK), READ)))

    assert blocks == [{"type": "text", "text": "The amounts in bill.txt come to about 33."}]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- Report the sum of the amounts.", "Sum of amounts: 32.75"),
        ("Report the number of lines.", "Number of lines: 5"),
        ("Give the largest of the amounts.", "Maximum of amounts: 20.25"),
        (
            "Report the difference between the stated total and the sum of the amounts.",
            "Difference between stated total and sum of amounts: 2.75",
        ),
        ("State the due date and the number.", "Due date: 3 May\nNumber: 77"),
        ('Begin with "Bill {number}:". State the due date.', "Bill 77:\nDue date: 3 May"),
        ('State the number. End with "Kind regards".', "Number: 77\nKind regards"),
        ('Say "Thank you. We will pay."', "Thank you. We will pay."),
        ('List every line that contains "pap" or "ink".', "- Paper 12.50\n- Ink 20.25"),
        ('Under "Items", list the lines that start with "ink".', "## Items\n- Ink 20.25"),
        ('List all lines that mention "glue".', "- none"),
        ('If it has no customer, say "No customer is named."', "No customer is named."),
        ('If it has a due date, say "Pay by {due date}."; otherwise, say "Pay."', "Pay by 3 May."),
        ('If the bill mentions "glue", say "Sticky."; otherwise, say "Dry."', "Dry."),
        ("Report the sum of the amounts. Round to whole numbers.", "Sum of amounts: 33"),
        ("State the number and the due date. Keep it to one sentence.", "Number: 77"),
        ("State the number and the due date. Do not mention the number.", "Due date: 3 May"),
        ("State the number. Use at most one word.", "Number:"),
    ],
)
def test_follows_what_the_body_says(body: str, expected: str) -> None:
    """Each row of the table in the module's docstring does what it says."""
    assert answer_with(body) == expected


def test_condition_on_a_difference() -> None:
    """A sentence for totals that differ is said of those that do, and of no others."""
    body = (
        "1. Report the difference between the stated total and the sum of the amounts.\n"
        '2. If they differ, say "The total is wrong."; otherwise, say "The total is right."\n'
    )

    assert answer_with(body).endswith("The total is wrong.")
    assert answer_with(body, document=BILL.replace("30.00", "32.75")).endswith("The total is right.")


def test_table_by_group_and_row() -> None:
    """Columns are found by their header, and summed by group where the body says so."""
    table = "region,amount\nNorth,10.50\nSouth,4\nNorth,1.25\n"
    body = "- Report the sum of the amount column for each region.\n- Name the row with the highest amount.\n"

    assert answer_with(body, document=table).splitlines() == [
        "North: 11.75",
        "South: 4",
        "Row with the maximum amount: North, 10.50",
    ]


def test_length_is_guessed_not_counted() -> None:
    """A length is stated from the number of words: five characters each, right or wrong."""
    body = 'Begin with "Subject: Extraordinary developments". State how many characters the subject line has.'

    assert answer_with(body).splitlines()[1] == (
        'The subject line "Extraordinary developments" has 10 characters.'
    )


def test_runs_the_skill_s_own_script() -> None:
    """A command's placeholder becomes the file asked about; the script is the skill's; its output is used."""
    body = "Run `python3 scripts/add.py {file}`."
    before = with_results(a_body(ASK, skills={"a-skill": "x"}), a_loaded_skill(body), READ)
    call = answer_agent(a_conversation(before))[0]
    command = {"command": "python3 /home/skills/a-skill/scripts/add.py bill.txt"}
    after = with_results(before, ("Bash", command, "Sum: 32.75\n"))

    assert call == {"type": "tool_use", "name": "Bash", "input": command}
    assert answer_agent(a_conversation(after)) == [{"type": "text", "text": "Sum: 32.75"}]


def test_follows_a_reference() -> None:
    """What a file in the skill's folder says is followed like the body, and not summarised."""
    loaded = a_loaded_skill("Read `references/style.md` first.")
    before = with_results(a_body(ASK, skills={"a-skill": "x"}), loaded, READ)
    path = {"file_path": "/home/skills/a-skill/references/style.md"}
    after = with_results(before, ("Read", path, "- State the due date.\n"))

    assert answer_agent(a_conversation(before))[0]["input"] == path
    assert answer_agent(a_conversation(after)) == [{"type": "text", "text": "Due date: 3 May"}]


def test_writes_the_answer_to_a_file_and_gives_it() -> None:
    """A file to write is written once, with the answer; then the answer is given."""
    body = "State the due date. Save the result to `out.md`."
    before = with_results(a_body(ASK, skills={"a-skill": "x"}), a_loaded_skill(body), READ)
    arguments = {"file_path": "out.md", "content": "Due date: 3 May\n"}
    after = with_results(before, ("Write", arguments, "ok"))

    assert answer_agent(a_conversation(before)) == [{"type": "tool_use", "name": "Write", "input": arguments}]
    assert answer_agent(a_conversation(after)) == [{"type": "text", "text": "Due date: 3 May"}]


def test_examples_and_code_are_not_instructions() -> None:
    """What stands below a heading "Example", or in a code block, is not followed."""
    body = 'State the number.\n\n```\nSay "code".\n```\n\n## Example\n\nSay "example".\n'

    assert answer_with(body) == "Number: 77"
