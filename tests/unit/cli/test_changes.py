"""`skilleval changes`, as it is typed."""

import json
from pathlib import Path

import pytest

from skilleval.cli.main import main
from tests.builders_changes import Checkout, skill_md

EVALS = [{"id": 1, "prompt": "p", "assertions": ["a"]}, {"id": 2}]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A plugin of two skills with evals, one of them edited with broken evals; settings changed too."""
    made = Checkout(tmp_path / "repo")
    made.write(
        {
            "shop/.claude-plugin/plugin.json": "{}",
            "shop/skills/tax/SKILL.md": skill_md("tax"),
            "shop/skills/bill/SKILL.md": skill_md("bill"),
            "shop/evals/other/prompt.md": "Do it.",
            "shop/evals/other/graders/a.md": "---\ntype: llm\n---\nGood.\n",
        }
    ).commit()
    made.git("branch", "base")
    made.write(
        {
            "shop/skills/tax/SKILL.md": skill_md("tax", body="Other.\n"),
            "shop/skills/tax/evals/evals.json": json.dumps(EVALS),
            "skilleval.yml": "version: 1\n",
        }
    ).commit()
    return made


def test_the_table_and_what_it_has_no_place_for(
    checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    """Path, kind, parts, what would run on stdout; rules that applied, broken evals, settings as notes."""
    assert main(["changes", "--repo", str(checkout.path), "--base", "base", "--head", "main"]) == 0

    shown = capsys.readouterr()
    assert "shop/skills/tax" in shown.out
    assert "1 tasks" in shown.out
    assert "note: tax: shop/evals: other name none of the plugin's skills and are not run" in shown.err
    assert "note: tax: evals/evals.json /1/prompt: eval 2 has no prompt" in shown.err
    assert "note: skilleval.yml changed: this run uses the base's" in shown.err


def test_json_has_all_of_it(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    """One object: merge base, parts, hunks, both digests of both sides, faults with their places, notes."""
    argv = ["changes", "--repo", str(checkout.path), "--base", "base", "--head", "main", "--json"]
    assert main(argv) == 0

    found = json.loads(capsys.readouterr().out)
    (skill,) = found["skills"]
    assert found["merge_base"] == checkout.git("rev-parse", "base")
    assert found["notes"] == ["skilleval.yml changed: this run uses the base's"]
    assert (skill["kind"], skill["parts"], skill["runs"]) == (
        "edited",
        ["body", "evals"],
        {"tasks": 1, "queries": 0, "everyday requests": 0},
    )
    assert skill["candidate"]["digest"] != skill["candidate"]["digest_with_evals"]
    assert skill["baseline"]["digest"] == skill["baseline"]["digest_with_evals"]
    assert [fault["where"] for fault in skill["evals"]] == ["/1/prompt"]
    assert {hunk["path"] for hunk in skill["hunks"]} >= {"shop/skills/tax/SKILL.md"}


def test_nothing_changed(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    """Said, and no error."""
    assert main(["changes", "--repo", str(checkout.path), "--base", "main", "--head", "main"]) == 0
    assert "no skill changed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("evals", "reason"),
    [
        ('[{"id": 1, "prompt": "p", "checks": [{"kind": "must_match", "pattern": "("}]}]', "broken-evals"),
        ("", "no-evals"),
    ],
)
def test_why_nothing_would_run(
    checkout: Checkout, capsys: pytest.CaptureFixture[str], evals: str, reason: str
) -> None:
    """The reason that the verdict will have, in the table and as JSON: no trial is promised."""
    place = "shop/skills/bill/evals/evals.json"
    checkout.write({place: evals} if evals else {}).commit()
    checkout.git("branch", "-f", "base")
    checkout.write({"shop/skills/bill/SKILL.md": skill_md("bill", body="Other.\n")}).commit()
    argv = ["changes", "--repo", str(checkout.path), "--base", "base", "--head", "main"]

    assert main(argv) == 0
    shown = capsys.readouterr().out
    assert "review only:" in shown
    assert reason in shown
    assert main([*argv, "--json"]) == 0
    (skill,) = json.loads(capsys.readouterr().out)["skills"]
    assert (skill["runs"]["tasks"], skill["reason"]) == (0, reason)
