"""Scripts written again and again, and steps that nobody follows."""

from skilleval.domain.bundle import Bundle, BundleFile
from skilleval.domain.trial import SkillUse, ToolCall, Trial
from skilleval.grading.habits import repeated_scripts, steps_not_followed
from tests.builders_grading import DIGEST, a_bundle, a_file, a_trial

SCRIPT = (
    "import csv\nrows = list(csv.reader(open('bill.csv')))\nprint(sum(float(row[3]) for row in rows[1:]))\n"
)


def wrote(repeat: int, path: str, text: str = SCRIPT) -> Trial:
    """Return a trial that wrote a file."""
    return a_trial(repeat=repeat, files=[a_file(path, text)])


def test_script_that_two_thirds_write_is_named() -> None:
    """Under whatever name, as long as it is much the same."""
    trials = [wrote(1, "sum.py"), wrote(2, "total.py", SCRIPT + "# done\n"), wrote(3, "notes.md")]

    assert list(repeated_scripts(trials, None)) == [
        "2 of 3 candidate trials wrote the same helper script (sum.py): bundle it"
    ]


def test_other_scripts_and_few_trials_say_nothing() -> None:
    """Different scripts are different work; two trials are no habit."""
    other = "def f(x):\n    return {'alpha': 1, 'beta': x}\n"

    assert list(repeated_scripts([wrote(1, "a.py"), wrote(2, "b.py", other), wrote(3, "c.md")], None)) == []
    assert list(repeated_scripts([wrote(1, "a.py"), wrote(2, "a.py")], None)) == []


def skill() -> Bundle:
    """Return a bundle with a script and three steps."""
    files = (BundleFile(path="scripts/add_up.py", sha256=DIGEST, size_bytes=1),)
    body = "1. Run `scripts/add_up.py bill.csv`.\n2. Run `make check` at the end.\n- Be kind.\n"
    return a_bundle(body=body).model_copy(update={"files": files})


def followed(repeat: int, *commands: str) -> Trial:
    """Return a trial in which the skill loaded and these commands ran."""
    calls = [ToolCall(name="Bash", arguments={"command": command}) for command in commands]
    return a_trial(repeat=repeat, calls=calls, skills=SkillUse(loaded=("invoice-check",)))


def test_step_that_most_left_out_is_named() -> None:
    """Of the trials in which the skill loaded; steps without a sign in the actions are not judged."""
    trials = [
        followed(1, "python scripts/add_up.py bill.csv"),
        followed(2, "python x/add_up.py bill.csv", "make check"),
        followed(3),
    ]

    assert list(steps_not_followed(trials, skill())) == [
        "step “Run `make check` at the end.” was followed in 1 of 3 trials in which the skill loaded"
    ]


def test_trials_without_the_skill_follow_nothing() -> None:
    """Where it never loaded, no step is left out."""
    assert list(steps_not_followed([a_trial(repeat=n) for n in range(1, 5)], skill())) == []
    assert list(steps_not_followed([followed(1)], None)) == []
