"""A skill's own tests, run in rooms of this machine: real runners, real scripts."""

import shutil
from collections.abc import Mapping

import pytest

from skilleval.changes.own_tests import read_own_tests
from skilleval.changes.snapshot import bundle_file, bundle_of
from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.change import Baseline, ChangeSet
from skilleval.domain.own_tests import OwnTestRun
from skilleval.domain.policy import Limits
from skilleval.errors import SandboxError
from skilleval.execution.own_tests import Bare, leave_out, run_own_tests
from skilleval.execution.sandboxes.process import ProcessSandboxes
from skilleval.testing.sandbox import MemorySandboxes
from tests.builders_grading import a_change, a_change_set

SKILL = "---\nname: s\ndescription: d\n---\n"
GOOD, BAD = "def double(n):\n    return 2 * n\n", "def double(n):\n    return n + 2\n"
TEST = """import sys, unittest
sys.path.insert(0, "scripts")
from calc import double

class Doubles(unittest.TestCase):
    def test_three(self):
        self.assertEqual(double(3), 6)
"""
LIMITS = Limits(timeout_s=20.0)


def change_set(before: Mapping[str, str] | None, after: Mapping[str, str]) -> ChangeSet:
    """Return the change of one skill from these files to those."""
    old = (
        None if before is None else {path: bundle_file(path, text.encode()) for path, text in before.items()}
    )
    new = {path: bundle_file(path, text.encode()) for path, text in after.items()}
    baseline = Baseline(kind="control") if old is None else Baseline(kind="merge-base", bundle=bundle(old))
    change = a_change(candidate=bundle(new), baseline=baseline)
    return a_change_set(change.model_copy(update={"own_tests": read_own_tests(old, new)}))


def bundle(files: Mapping[str, BundleFile]) -> Bundle:
    """Return the bundle of these files."""
    text = SkillText(name="s", description="d")
    return bundle_of(files, text, {"path": "skills/s", "commit": "a" * 40, "tree_sha": ""})


def ran(before: Mapping[str, str] | None, after: Mapping[str, str]) -> list[OwnTestRun]:
    """Return what came of the own tests in folders of this machine."""
    return list(run_own_tests(change_set(before, after), Bare(ProcessSandboxes(), LIMITS)))


def skill(script: str, test: str | None = TEST) -> dict[str, str]:
    """Return a skill with one script, and a test of it."""
    files = {"SKILL.md": SKILL, "scripts/calc.py": script}
    return files | ({"tests/test_calc.py": test} if test is not None else {})


def test_tests_that_pass() -> None:
    """The same tests on both sides run once."""
    (run,) = ran(skill(GOOD), skill(GOOD + "# faster\n"))

    assert (run.state, run.side, run.tests) == ("passed", "both", 1)


def test_script_that_broke_is_found_by_the_tests_of_the_base() -> None:
    """And the report says that they passed before."""
    (run,) = ran(skill(GOOD), skill(BAD))

    assert (run.state, run.before) == ("failed", "passed")
    assert any("test_three" in name for name in run.failed)


@pytest.mark.parametrize("weaker", ["import unittest\n", None, TEST.replace("6)", "5)")])
def test_change_cannot_lower_its_own_bar(weaker: str | None) -> None:
    """Tests of the base side run on the new scripts, whatever the change makes of them."""
    runs = ran(skill(GOOD), skill(BAD, weaker))

    assert (runs[0].side, runs[0].state) == ("baseline", "failed")


def test_steering_files_of_the_change_do_not_reach_the_tests_of_the_base() -> None:
    """A conftest.py that collects nothing would silence them."""
    silent = {
        "conftest.py": "collect_ignore_glob = ['*']\n",
        "tests/conftest.py": "collect_ignore_glob = ['*']\n",
    }
    runs = ran(skill(GOOD), skill(BAD) | silent)

    assert (runs[0].side, runs[0].state) == ("baseline", "failed")


def test_tests_that_failed_before_say_so() -> None:
    """A reader must see that the change is not the cause."""
    (run,) = ran(skill(BAD), skill(BAD + "# tidy\n"))

    assert (run.state, run.before) == ("failed", "failed")


def test_tests_in_evals_run_too() -> None:
    """`evals/unit` is never installed for the agent, and still tested."""
    files = {"SKILL.md": SKILL, "scripts/calc.py": GOOD, "evals/unit/test_calc.py": TEST}

    assert [run.state for run in ran(None, files)] == ["passed"]


@pytest.mark.parametrize(("path", "text", "reason"), [
    ("tests/calc_test.go", "package calc", "no runner"),
    ("tests/test_a.py", "x = 1\n", "no test|needs pytest"),
    ("tests/contracts.json", '{"contracts": []}', "lists no contract"),
    ("tests/contracts.json", '{"contracts": [{"run": "sh"}]}', "contract 1, run"),
    ("tests/contracts.json", "{", "JSON|json"),
])  # fmt: skip
def test_what_cannot_be_run_is_said_and_is_no_pass(path: str, text: str, reason: str) -> None:
    """Nothing goes green by absence."""
    (run,) = ran(None, {"SKILL.md": SKILL, path: text})

    assert run.state == "not-run"
    assert any(part in run.reason for part in reason.split("|"))


def test_script_that_ends_the_runner_has_not_passed() -> None:
    """Exit code 0 without a summary is no pass."""
    (run,) = ran(None, skill("import os\nos._exit(0)\n"))

    assert run.state == "failed"
    assert "without a summary" in run.reason


def test_test_that_hangs_fails() -> None:
    """Its own doing, not ours."""
    slow = TEST.replace("self.assertEqual(double(3), 6)", "__import__('time').sleep(60)")
    changes = change_set(None, skill(GOOD, slow))
    (run,) = run_own_tests(changes, Bare(ProcessSandboxes(), Limits(timeout_s=1.0)))

    assert (run.state, run.reason) == ("failed", "still running after 1 s")


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
@pytest.mark.parametrize(("wanted", "state"), [(6, "passed"), (5, "failed")])
def test_javascript_runs_under_node(wanted: int, state: str) -> None:
    """With the runner that Node brings."""
    head = "import test from 'node:test'; import a from 'node:assert';\n"
    text = f"{head}test('x', () => a.equal(2 * 3, {wanted}));\n"
    (run,) = ran(None, {"SKILL.md": SKILL, "tests/x.test.mjs": text})

    assert run.state == state


@pytest.mark.parametrize(("text", "state"), [("exit 0\n", "passed"), ("false\n", "failed")])
def test_shell_scripts_pass_by_their_exit_code(text: str, state: str) -> None:
    """Plain shell needs no framework."""
    (run,) = ran(None, {"SKILL.md": SKILL, "tests/test_a.sh": text})

    assert run.state == state


CONTRACT = """contracts:
  - name: sums
    run: [python3, scripts/sum.py]
    stdin: "1 2"
    exit_code: 0
    stdout_pattern: total
    json_keys: [total]
    idempotent: true
"""
SUM = "import json, sys\nprint(json.dumps({'total': sum(map(int, sys.stdin.read().split()))}))\n"


@pytest.mark.parametrize(("script", "broken"), [
    (SUM, ""),
    (SUM + "sys.exit(3)\n", "exit code 3, not 0"),
    (SUM.replace("total", "sum"), "lacks total"),
    ("print('total: 3')\n", "does not print a JSON object"),
    (SUM + "open('log.txt', 'a').write('x')\n", "a second run changes log.txt"),
    (SUM.replace("{'total'", "{'at': __import__('time').time(), 'total'"), "prints or ends otherwise"),
])  # fmt: skip
def test_contracts_of_scripts(script: str, broken: str) -> None:
    """Exit codes, the shape of the output, and that a second run changes nothing."""
    files = {"SKILL.md": SKILL, "scripts/sum.py": script, "tests/contracts.yaml": CONTRACT}
    (run,) = ran(None, files)

    assert run.state == ("failed" if broken else "passed")
    assert broken in "; ".join(run.failed)


def test_room_that_fails_is_ours() -> None:
    """No skill is blamed for an engine."""

    class Broken(MemorySandboxes):
        def open(self, trial_id: str, limits: Limits):  # type: ignore[no-untyped-def]  # noqa: ANN202
            raise SandboxError("no engine")

    (run,) = run_own_tests(change_set(None, skill(GOOD)), Bare(Broken(), LIMITS))

    assert (run.state, run.reason) == ("error", "no engine")


def test_strangers_code_is_left_out() -> None:
    """Where rooms isolate nothing."""
    (run,) = leave_out(change_set(None, skill(GOOD)), "isolates nothing")

    assert (run.state, run.reason) == ("not-run", "isolates nothing")


def test_rooms_show_no_key_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests see nothing of the environment that we were started with."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    peek = 'test -z "$ANTHROPIC_API_KEY" && test -z "$GITHUB_TOKEN"\n'

    assert [run.state for run in ran(None, {"SKILL.md": SKILL, "tests/test_env.sh": peek})] == ["passed"]
