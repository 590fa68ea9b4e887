"""The command on real repositories: what a person types, what they read, what the shell gets."""

import json
import os
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from skilleval.cli import main
from skilleval.run_folder import STAGES
from skilleval.testing.demo_repository import DemoRepository, build_demo_repository, examples_folder
from tests.builders_changes import Checkout
from tests.builders_grading import offline_models
from tests.contract.chat_server import bridge

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
OFFLINE = ("--model", "offline", "--agent", "messages", "--sandbox", "process")


class Ran(NamedTuple):
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def results(self) -> dict[str, object]:
        """The JSON on standard output."""
        loaded = json.loads(self.out)
        assert isinstance(loaded, dict)
        return loaded

    def skill(self, name: str) -> dict[str, object]:
        """One skill's part of the results."""
        skills = self.results["skills"]
        assert isinstance(skills, list)
        return next(skill for skill in skills if skill["name"] == name)


@pytest.fixture
def skilleval(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> "Command":
    """The command, in an empty folder and without a key in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    return Command(capfd)


class Command:
    """Runs the command in this process."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd

    def __call__(self, *argv: str | Path) -> Ran:
        """Run it with these words."""
        self._capfd.readouterr()
        code = main([str(arg) for arg in argv])
        out, err = self._capfd.readouterr()
        return Ran(code, out, err)


@pytest.fixture
def demo(tmp_path: Path) -> DemoRepository:
    """The example repository, with its commits."""
    return build_demo_repository(tmp_path / "demo", examples_folder())


def refs(demo: DemoRepository) -> tuple[str, ...]:
    return ("--repo", str(demo.path), "--base", demo.base_ref, "--head", demo.head_ref)


def test_a_worse_skill_fails_with_its_guilty_task(
    skilleval: Command, demo: DemoRepository, tmp_path: Path
) -> None:
    """Exit 1, verdict fail, the task named; report and grade say the same again from files alone."""
    run = tmp_path / "run"
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "csv-summary", "--out", run, "--json")

    assert ran.code == 1
    skill = ran.skill("csv-summary")
    assert (skill["verdict"], skill["literal_bar"]) == ("fail", "fail")
    assert "by-region" in json.dumps(skill["clauses"])
    comment = (run / "comment.md").read_bytes()
    assert b"No language model was used" in comment.splitlines()[0] + comment.splitlines()[1]

    (run / "comment.md").unlink()
    again = skilleval("report", run)
    assert again.code == 1
    assert (run / "comment.md").read_bytes() == comment

    shutil.rmtree(demo.path)
    regraded = skilleval("grade", run, "--json")
    assert regraded.results["skills"] == ran.results["skills"]
    assert skilleval("grade", run, "--json").out == regraded.out


def test_another_vendors_grader_marks_a_saved_run(
    skilleval: Command, demo: DemoRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over its own API, address and key: the same grades give the same verdict; the key is in no file."""
    run = tmp_path / "run"
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "invoice-check", "--out", run, "--json")
    with bridge(offline_models()) as server:
        other = ("--grader", "other-1", "--set", "grader-api=chat-completions")
        address = ("--set", f"grader-url={server.url}/v1")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-of-the-agent")
        keyless = skilleval("grade", run, *other, *address, "--json")
        monkeypatch.setenv("GRADER_API_KEY", "sk-of-the-grader")
        nowhere = skilleval("grade", run, *other, "--json")
        marked = skilleval("grade", run, *other, *address, "--json")

    assert (keyless.code, nowhere.code) == (2, 2)
    assert "GRADER_API_KEY" in json.dumps(keyless.results)
    assert "needs grader-url" in json.dumps(nowhere.results)
    assert marked.skill("invoice-check")["lift"] == ran.skill("invoice-check")["lift"]
    assert {header["authorization"] for header in server.headers} == {"Bearer sk-of-the-grader"}
    assert not any(b"sk-of-the" in file.read_bytes() for file in run.rglob("*") if file.is_file())


def test_a_better_skill_passes(skilleval: Command, demo: DemoRepository) -> None:
    """Exit 0, verdict pass, a lift with its n, and every stage's value in the run folder."""
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "invoice-check", "--out", "run", "--json")

    assert ran.code == 0
    skill = ran.skill("invoice-check")
    assert skill["verdict"] == "pass"
    lift = skill["lift"]
    assert isinstance(lift, dict)
    assert all(task["n"] == [3, 3] and task["fired"] == [3, 3] for task in lift["tasks"])
    assert sorted(path.name for path in Path("run").glob("?-*.json")) == [
        f"{number}-{stage}.json" for number, stage in enumerate(STAGES, start=1)
    ]


def test_a_rise_in_the_mean_does_not_excuse_false_claims(skilleval: Command, demo: DemoRepository) -> None:
    """The mean rises, the false-claim pattern is quoted, the verdict is fail."""
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "first-reply", "--json")

    skill = ran.skill("first-reply")
    assert (ran.code, skill["verdict"], skill["reason"]) == (1, "fail", "claims")
    lift, claims = skill["lift"], skill["false_claims"]
    assert isinstance(lift, dict)
    assert isinstance(claims, dict)
    assert lift["mean"] > 0
    assert "characters" in json.dumps(claims["new"])


def test_a_skill_without_evals_is_reviewed_and_neutral(skilleval: Command, demo: DemoRepository) -> None:
    """Nothing measured is said, and is neither pass nor fail."""
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "commit-message", "--json")

    skill = ran.skill("commit-message")
    assert (ran.code, skill["verdict"], skill["reason"]) == (0, "inconclusive", "no-evals")
    assert skill["conclusion"] == "neutral"


def test_a_new_skill_is_held_against_no_skill(skilleval: Command, demo: DemoRepository) -> None:
    """Its baseline is the control arm, in which the skill never fired."""
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "meeting-minutes", "--json")

    skill = ran.skill("meeting-minutes")
    assert isinstance(skill["baseline"], dict)
    assert (ran.code, skill["verdict"], skill["baseline"]["kind"]) == (0, "pass", "control")


def lift_of(ran: Ran, name: str) -> float:
    lift = ran.skill(name)["lift"]
    assert isinstance(lift, dict)
    assert isinstance(lift["mean"], float)
    return lift["mean"]


def test_breaking_a_skill_further_lowers_its_lift(skilleval: Command, demo: DemoRepository) -> None:
    """The numbers come from the skill's words: fewer instructions, less lift."""
    before = lift_of(
        skilleval("run", *refs(demo), *OFFLINE, "--only", "invoice-check", "--json"), "invoice-check"
    )
    checkout = Checkout(demo.path)
    path = "skills/invoice-check/SKILL.md"
    head, _, _ = (demo.path / path).read_text().partition("\n---\n")
    checkout.write({path: head + "\n---\nBe friendly.\n"}).commit("break it")

    after = lift_of(
        skilleval("run", *refs(demo), *OFFLINE, "--only", "invoice-check", "--json"), "invoice-check"
    )

    assert after < before


def test_a_vaguer_description_lowers_recall(skilleval: Command, demo: DemoRepository) -> None:
    """Words that fit fewer requests fire the skill less often."""
    checkout = Checkout(demo.path)
    path = "skills/release-notes/SKILL.md"
    text = (demo.path / path).read_text()
    start = text.index("description:")
    vague = text[:start] + "description: Helps.\n" + text[text.index("\n---\n", start) + 1 :]
    sharp = recall_of(skilleval("run", *refs(demo), *OFFLINE, "--only", "release-notes", "--json"))
    checkout.write({path: vague}).commit("vaguer")

    blurred = recall_of(skilleval("run", *refs(demo), *OFFLINE, "--only", "release-notes", "--json"))

    assert blurred < sharp


def recall_of(ran: Ran) -> float:
    triggers = ran.skill("release-notes")["triggers"]
    assert isinstance(triggers, dict)
    recall = triggers["candidate"]["recall"]
    assert isinstance(recall, float)
    return recall


def test_json_is_the_only_thing_on_stdout_and_progress_is_on_stderr(
    skilleval: Command, demo: DemoRepository
) -> None:
    """Machines read stdout; people see what runs, what is left and the money so far."""
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "csv-summary", "--json")

    assert json.loads(ran.out)["schema"]
    assert "trials" in ran.err
    assert "$0.00" in ran.err


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A repository with a branch `pr` that changes no skill."""
    repository = Checkout(tmp_path / "repository")
    repository.write({"README.md": "hello"}).commit("base")
    repository.git("checkout", "-q", "-b", "pr")
    repository.write({"NEWS.md": "news"}).commit("head")
    return repository


@pytest.mark.parametrize(
    ("argv", "code", "says"),
    [
        (("--base", "nope", "--head", "pr", *OFFLINE), 2, "no commit is called 'nope'"),
        (("--base", "main", "--head", "pr"), 2, "needs a key"),
        (
            ("--base", "main", "--head", "pr", *OFFLINE, "--set", "bar.mod=guard"),
            2,
            "did you mean 'bar.mode'?",
        ),
        (("--base", "main", "--head", "pr", *OFFLINE, "--set", "guard"), 2, "--set key=value"),
        (("--base", "main", "--head", "pr", *OFFLINE, "--agent", "nobody"), 2, "agent"),
        (("--base", "main", "--head", "pr", "--what"), 2, "--what"),
        (("--base", "main"), 2, "--head"),
        (("--base", "main", "--head", "unrelated", *OFFLINE), 2, "no common history"),
    ],
)
def test_bad_input_is_one_line_with_the_way_out(
    skilleval: Command, checkout: Checkout, argv: tuple[str, ...], code: int, says: str
) -> None:
    """Exit 2, the thing named, what to do, no traceback."""
    checkout.git("checkout", "-q", "--orphan", "unrelated")
    checkout.commit("unrelated")

    ran = skilleval("run", "--repo", checkout.path, *argv)

    assert (ran.code, ran.out) == (code, "")
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_no_repository_and_no_run_folder_are_named(skilleval: Command, tmp_path: Path) -> None:
    """A folder that is no repository, or no run, is said to be none."""
    nowhere = skilleval("run", "--base", "a", "--head", "b", *OFFLINE, "--repo", tmp_path)

    assert (nowhere.code, "not in a git repository" in nowhere.err) == (2, True)
    assert skilleval("report", tmp_path).code == 2
    assert skilleval("grade", tmp_path, "--json").results["exit_code"] == 2


def test_a_shallow_clone_says_which_depth_to_set(
    skilleval: Command, checkout: Checkout, tmp_path: Path
) -> None:
    """A clone without the merge base names fetch-depth."""
    checkout.git("checkout", "-q", "main")
    checkout.write({"LATER.md": "later"}).commit("main moved")
    shallow = tmp_path / "shallow"
    checkout.git("clone", "-q", "--depth", "1", "--no-single-branch", f"file://{checkout.path}", str(shallow))
    shutil.rmtree(checkout.path)  # so that it cannot be deepened

    ran = skilleval("run", "--base", "origin/main", "--head", "origin/pr", *OFFLINE, "--repo", shallow)

    assert ran.code == 2
    assert "fetch-depth" in ran.err


def test_a_repository_without_skills_is_green_and_says_why(skilleval: Command, checkout: Checkout) -> None:
    """No skill changed: pass, said in words."""
    ran = skilleval("run", "--base", "main", "--head", "pr", *OFFLINE, "--repo", checkout.path)

    assert ran.code == 0
    assert "no skill changed" in ran.out


SKILL = "---\nname: tidy\ndescription: Tidies lists when asked to tidy a list.\n---\n- Sort it.\n"


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"skills/tidy/SKILL.md": "no frontmatter"}, "no frontmatter"),
        ({"skills/tidy/SKILL.md": SKILL, "skills/tidy/evals/evals.json": "{bad"}, "not JSON"),
        (
            {
                "skills/tidy/SKILL.md": SKILL,
                "skills/tidy/evals/evals.json": json.dumps(
                    {
                        "evals": [
                            {
                                "id": 1,
                                "prompt": "Tidy",
                                "files": ["evals/files/gone.txt"],
                                "expectations": ["x"],
                            }
                        ]
                    }
                ),
            },
            "gone.txt",
        ),
        ({"skills/tidy/SKILL.md": SKILL}, "no evals"),
    ],
)
def test_broken_skills_end_in_a_stated_verdict(
    skilleval: Command, checkout: Checkout, files: dict[str, str], says: str
) -> None:
    """A malformed SKILL.md or evals file, or a missing fixture, is named in the report; never a pass."""
    checkout.write(files).commit("skill")

    ran = skilleval("run", "--base", "main", "--head", "pr", *OFFLINE, "--repo", checkout.path)

    assert says in " ".join(ran.out.split())
    assert "verdict pass" not in ran.out


def test_a_dead_model_server_is_ours(
    skilleval: Command, demo: DemoRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A provider that does not answer is verdict error, exit 3: neither pass nor fail of the skill."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-not-a-key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    argv = ("--model", "claude-sonnet-5-5", "--agent", "messages", "--sandbox", "process", "--repeats", "1")

    ran = skilleval("run", *refs(demo), *argv, "--only", "csv-summary", "--json")

    assert (ran.code, ran.results["verdict"]) == (3, "error")
    health = ran.results["health"]
    assert isinstance(health, dict)
    assert health["completed"] == 0
    assert health["errored"] > 0
    assert "sk-test-not-a-key" not in ran.out + ran.err


def test_no_key_reaches_the_run_folder_or_a_trial(
    skilleval: Command, demo: DemoRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key in the environment is in no file of the run."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-canary-4711")

    skilleval("run", *refs(demo), *OFFLINE, "--only", "csv-summary", "--out", "run")

    files = [Path(folder) / name for folder, _, names in os.walk("run") for name in names]
    assert len(files) > 50
    assert not [file for file in files if b"sk-canary-4711" in file.read_bytes()]


def test_the_demo_names_its_report(skilleval: Command) -> None:
    """`skilleval demo` shows all outcomes, exits 0 and says where the report lies."""
    ran = skilleval("demo", "--json")

    verdicts = {skill["name"]: skill["verdict"] for skill in json.loads(ran.out)["skills"]}
    assert ran.code == 0
    assert {"pass", "fail", "inconclusive"} <= set(verdicts.values())
    named = [
        line.split(": ", 1)[1]
        for line in ran.err.splitlines()
        if line.startswith(("the report", "the comment"))
    ]
    assert len(named) == 2
    assert all(Path(path).is_file() for path in named)
    comment = Path(named[1]).read_text(encoding="utf-8").splitlines()
    quoted = [line.removeprefix("> ").rstrip() for line in README.splitlines() if line.startswith("> ")]
    assert len(quoted) > 15
    assert not [line for line in quoted if line not in comment]


def test_an_only_that_names_nothing_is_no_green_pass(skilleval: Command, demo: DemoRepository) -> None:
    """A typing error must not switch the gate off: exit 2, with the names that there are."""
    ran = skilleval("run", *refs(demo), *OFFLINE, "--only", "no-such-skill")

    assert (ran.code, ran.out) == (2, "")
    assert "csv-summary" in ran.err


@pytest.mark.parametrize("argv", [("run", "--json"), ("nonsense", "--json"), ("run", "--what", "--json")])
def test_usage_errors_speak_json_too(skilleval: Command, argv: tuple[str, ...]) -> None:
    """Whoever asked for JSON gets JSON, whatever went wrong."""
    ran = skilleval(*argv)

    assert (ran.code, ran.results["exit_code"]) == (2, 2)
    assert "--help" in str(ran.results["hint"])


def test_a_name_cannot_forge_a_line_of_the_log(skilleval: Command, checkout: Checkout) -> None:
    """A skill's name with line breaks stays on its line: a runner would take the next one as a command."""
    name = json.dumps("x\n::stop-commands::t")
    checkout.write({"skills/x/SKILL.md": f"---\nname: {name}\ndescription: Does x.\n---\n- Do x.\n"}).commit()

    ran = skilleval("run", "--base", "main", "--head", "pr", *OFFLINE, "--repo", checkout.path)

    assert not [line for line in (ran.out + ran.err).splitlines() if line.startswith("::")]
