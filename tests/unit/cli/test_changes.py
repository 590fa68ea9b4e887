"""`skilleval changes`, as it is typed."""

import json
from collections.abc import Mapping
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


ABOUT = "Sums the numbers of a table. Use it when someone asks for totals of a list of numbers."


def requests(name: str) -> str:
    return json.dumps(
        [
            {"query": f"total of {name}", "should_trigger": True},
            {"query": f"weather in {name}", "should_trigger": False},
        ]
    )


def skill(name: str, *, about: str = ABOUT, queries: bool = True) -> dict[str, str]:
    files = {f"skills/{name}/SKILL.md": f"---\nname: {name}\ndescription: {about}\n---\nSum.\n"}
    return files | ({f"skills/{name}/evals/trigger-eval.json": requests(name)} if queries else {})


def after(path: Path, old: dict[str, str], new: Mapping[str, str | bytes | None]) -> Checkout:
    made = Checkout(path / "repo")
    made.write(old).commit()
    made.git("branch", "base")
    made.write(new).commit()
    return made


def said(made: Checkout, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    argv = ["changes", "--repo", str(made.path), "--base", "base", "--head", "main", *words]
    assert main(argv) == 0
    return capsys.readouterr().out


QUIET: dict[str, Mapping[str, str | bytes | None]] = {
    "a readme": {"skills/a/README.md": "About.\n"},
    "line ends": {"skills/a/SKILL.md": skill("a")["skills/a/SKILL.md"].replace("\n", "\r\n")},
    "a byte order mark": {"skills/a/SKILL.md": "\ufeff" + skill("a")["skills/a/SKILL.md"]},
    "evals": {"skills/a/evals/trigger-eval.json": requests("other")},
    "the body": {"skills/a/SKILL.md": skill("a")["skills/a/SKILL.md"] + "More.\n"},
    "removal": dict.fromkeys(skill("a")),
}


@pytest.mark.parametrize("new", QUIET.values(), ids=QUIET)
def test_no_pair_is_said_to_be_tried_where_nothing_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], new: Mapping[str, str | bytes | None]
) -> None:
    """What leaves name and description alone tries no requests of others."""
    made = after(tmp_path, skill("a") | skill("b"), new)

    assert "tried" not in said(made, capsys)


@pytest.mark.parametrize("words", [(), ("--set", "routing.pairs=none")], ids=["no queries", "switched off"])
def test_no_pair_is_tried_without_requests_or_against_the_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    new = skill("a", about=ABOUT + " Also means.", queries=False)
    made = after(tmp_path, skill("a", queries=False) | skill("b", queries=bool(words)), new)

    assert "tried" not in said(made, capsys, *words)


def test_a_pair_that_is_tried_is_named_with_how_many_requests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one request that is the neighbour's, and the one that is the skill's own."""
    made = after(tmp_path, skill("a") | skill("b"), skill("a", about=ABOUT + " Also means."))

    out = " ".join(said(made, capsys).split())
    assert "a and b collide" in out
    assert ": 2 of their requests are tried" in out


def test_many_pairs_are_few_lines_and_a_true_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eight new skills that say the same make 28 pairs: five lines, and the rest counted."""
    new = {path: text for name in "abcdefgh" for path, text in skill(name).items()}
    made = after(tmp_path, {"README.md": "x"}, new)

    out = " ".join(said(made, capsys).split())
    assert out.count(" collide (lexical") == 5
    assert "23 more pairs collide" in out


def test_skills_of_one_name_are_told_with_their_paths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `changes` and `collisions`, in text and JSON, on refs and on a folder."""
    twin = {"skills/c/SKILL.md": skill("a")["skills/a/SKILL.md"]}
    made = after(tmp_path, skill("a") | skill("b"), twin)
    line = "a (skills/a) and a (skills/c) have the same name"
    names = [{"name": "a", "paths": ["skills/a", "skills/c"]}]

    assert line in said(made, capsys)
    assert json.loads(said(made, capsys, "--json"))["same_names"] == names
    refs = ["--repo", str(made.path), "--base", "base", "--head", "main"]
    for where in (refs, [str(made.path)]):
        assert main(["collisions", *where]) == 0
        assert line in capsys.readouterr().out
        assert main(["collisions", *where, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["same_names"] == names


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
