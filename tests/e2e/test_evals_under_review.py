"""A run whose report speaks of the evals, too: own tests, golden tasks, answers compared, blinding, notes."""

import json
import shutil
from pathlib import Path

import pytest

from skilleval.cli import main
from tests.builders_changes import Checkout

OFFLINE = ("--model", "offline", "--agent", "messages", "--sandbox", "process")
SKILL = """---
name: bill-total
description: Adds up bills. Use when somebody asks for the total of a bill.
---

# Bill total

1. Run `python3 scripts/total.py bill.csv`.
2. Answer with one line: `total: N`.
"""
SCRIPT = """import csv, sys
print(sum(int(row["amount"]) for row in csv.DictReader(open(sys.argv[1]))))
"""
TEST = """import subprocess, sys, tempfile, unittest

class Totals(unittest.TestCase):
    def test_two_rows(self):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as bill:
            bill.write("amount\\n1\\n2\\n")
            bill.flush()
            said = subprocess.run([sys.executable, "scripts/total.py", bill.name], capture_output=True)
        self.assertEqual(said.stdout.strip(), b"3")
"""
EVALS = {
    "skill_name": "bill-total",
    "evals": [
        {
            "id": "sum",
            "prompt": "What is the total of the bill in bill.csv?",
            "files": ["evals/files/bill.csv"],
            "checks": [{"kind": "field_match", "field": "total", "expected": 5}],
        },
        {"id": "poem", "prompt": "Write a line on bills and totals."},
    ],
}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """A skill with a script, a test, a golden task and a task that states nothing; then a change of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    checkout = Checkout(tmp_path / "repository")
    folder = "skills/bill-total"
    checkout.write(
        {
            f"{folder}/SKILL.md": SKILL,
            f"{folder}/scripts/total.py": SCRIPT,
            f"{folder}/tests/test_total.py": TEST,
            f"{folder}/evals/evals.json": json.dumps(EVALS),
            f"{folder}/evals/files/bill.csv": "amount\n2\n3\n",
        }
    ).commit("base")
    checkout.git("checkout", "-q", "-b", "pr")
    checkout.write({f"{folder}/SKILL.md": SKILL + "3. Be short.\n"}).commit("head")
    return checkout


def results_of(checkout: Checkout, run: str, *more: str) -> dict[str, object]:
    """Run the pipeline on the change, and return results.json."""
    refs = ("--repo", str(checkout.path), "--base", "main", "--head", "pr", "--out", run)
    main(["run", *refs, *OFFLINE, *more])
    loaded = json.loads((Path(run) / "results.json").read_bytes())
    assert isinstance(loaded, dict)
    return loaded


def test_all_of_it_is_in_every_body_and_survives_grading_again(repository: Checkout) -> None:
    """results.json, comment, summary and page hold it; report and grade write the same bytes again."""
    results = results_of(repository, "run")
    skill = results["skills"][0]  # type: ignore[index]

    assert [(run["side"], run["state"]) for run in skill["own_tests"]] == [("both", "passed")]
    assert [task["id"] for task in skill["golden"]] == ["sum"]
    n = skill["lift"]["tasks"][0]["n"][1]
    assert sum(skill["golden"][0]["arms"]["candidate"].values()) == n
    assert {one["task"] for one in skill["preferences"]} == {"poem"}
    assert [task["id"] for task in skill["lift"]["tasks"]] == ["sum"]
    assert results["grading"]["blinding"]["asked"] == n + 3  # type: ignore[index]
    assert skill["notes"]

    names = ("results.json", "comment.md", "summary.md", "report.html")
    bodies = {name: Path("run", name).read_bytes() for name in names}
    for said in (b"Own tests", b"Golden tasks", b"ompared blind", b"evals under review", b"Blinding: shown"):
        assert all(said in bodies[name] for name in names if name != "results.json"), said

    shutil.rmtree(repository.path)
    for command in ("report", "grade"):
        for name in names:
            Path("run", name).unlink()
        main([command, "run"])
        assert {name: Path("run", name).read_bytes() for name in names} == bodies


def test_script_that_breaks_its_test_fails_the_change(repository: Checkout) -> None:
    """A hard clause, found without a model, and the test of the base side is the one that counts."""
    folder = "skills/bill-total"
    broken = SCRIPT.replace("int(row", "-int(row")
    repository.write(
        {f"{folder}/scripts/total.py": broken, f"{folder}/tests/test_total.py": TEST.replace('b"3"', 'b"-3"')}
    ).commit("break it")
    skill = results_of(repository, "run", "--repeats", "1")["skills"][0]  # type: ignore[index]

    assert (skill["verdict"], skill["reason"], skill["conclusion"]) == ("fail", "own-tests", "failure")
    assert [(run["side"], run["state"], run["before"]) for run in skill["own_tests"]] == [
        ("baseline", "failed", "passed"),
        ("candidate", "passed", ""),
    ]


def test_dispute_is_shown_kept_and_never_applied(repository: Checkout) -> None:
    """It stands beside the item with the score as it would be; grading again keeps it."""
    before = results_of(repository, "run", "--repeats", "1")
    graded = json.loads(Path("run", "6-graded.json").read_bytes())
    trial = next(row for row in graded if row["cell"]["item"] == "sum" and row["items"])
    said = f"{trial['trial']}/{trial['items'][0]['id']}=1"

    assert main(["report", "run", "--dispute", said]) == 2
    main(["report", "run", "--dispute", said, "--because", "the total is there"])
    main(["grade", "run"])

    after = json.loads(Path("run", "results.json").read_bytes())
    (item,) = after["grading"]["disputes"]
    assert (item["score"], item["would_be"]) == (trial["score"], 1.0)
    assert "the total is there" in Path("run", "comment.md").read_text("utf-8")
    assert after["skills"] == before["skills"]
