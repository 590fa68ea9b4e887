"""The lint as a whole: from folders, from changes, fast enough."""

import json
import time
from pathlib import Path

import pytest

from skilleval.changes.lint import lint_changes, lint_paths, rule_docs
from skilleval.errors import SkillError
from tests.builders_changes import Checkout, skill_md


def write_skills(root: Path, count: int) -> None:
    """Write skills with everything that people put in them."""
    evals = [
        {
            "id": n,
            "prompt": f"Check bill {n}",
            "files": ["evals/files/a.txt"],
            "assertions": ["No tax", "Sum 12"],
        }
        for n in range(6)
    ]
    queries = [{"query": f"look at bill {n} of last week", "should_trigger": n % 2 == 0} for n in range(20)]
    for number in range(count):
        folder = root / f"skills/skill-{number:03}"
        (folder / "evals/files").mkdir(parents=True)
        (folder / "references").mkdir()
        body = "".join(f"{n}. Do step {n} of the work, then read references/a.md.\n" for n in range(150))
        (folder / "SKILL.md").write_text(skill_md(folder.name, body=body), "utf-8")
        (folder / "references/a.md").write_text("Some words.\n" * 200, "utf-8")
        (folder / "evals/evals.json").write_text(json.dumps({"evals": evals}), "utf-8")
        (folder / "evals/trigger-eval.json").write_text(json.dumps(queries), "utf-8")
        (folder / "evals/files/a.txt").write_text("Total: 12\n", "utf-8")


def test_a_hundred_skills_in_a_second(tmp_path: Path) -> None:
    """Under a second of processor time for a hundred skills; the best of three, since tests run beside."""
    write_skills(tmp_path, 100)
    took = []
    for _ in range(3):
        started = time.process_time()
        report = lint_paths([tmp_path])
        took.append(time.process_time() - started)

    assert len(report.skills) == 100
    assert min(took) < 1.0


def test_no_skill_is_an_error(tmp_path: Path) -> None:
    """Nothing looked at is nothing found: a wrong path must not look clean."""
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(SkillError, match=r"SKILL\.md|no folder"):
            lint_paths([path])


def test_paths(tmp_path: Path) -> None:
    """A folder of skills, one skill, and a SKILL.md itself can be named."""
    write_skills(tmp_path, 2)
    one = tmp_path / "skills/skill-000"

    assert lint_paths([tmp_path]).skills == ("skills/skill-000", "skills/skill-001")
    assert lint_paths([one]).skills == ("",)
    assert lint_paths([one / "SKILL.md"]).skills == ("",)


def test_a_broken_skill_does_not_hide_the_others(tmp_path: Path) -> None:
    """A SKILL.md that nobody can read is one error; its neighbour is still looked at."""
    write_skills(tmp_path, 1)
    (tmp_path / "skills/bad").mkdir()
    (tmp_path / "skills/bad/SKILL.md").write_bytes(b"\xff\xfe")

    report = lint_paths([tmp_path])

    assert [remark.rule for remark in report.remarks if remark.level == "error"] == ["spec-readable"]
    assert report.exit_code == 1
    assert len(report.costs) == 1


def test_changes_have_old_and_new_cost(tmp_path: Path) -> None:
    """For a pull request only the changed skills are looked at, with their cost before and after."""
    checkout = Checkout(tmp_path)
    checkout.write({f"skills/{name}/SKILL.md": skill_md(name, body="x" * 40) for name in "ab"}).commit()
    checkout.git("branch", "base")
    checkout.write(
        {"skills/a/SKILL.md": skill_md("a", body="x" * 400), "skills/a/references/r.md": "y" * 80}
    ).commit()

    report = lint_changes(checkout.changes("base", "main"))

    assert report.skills == ("skills/a",)
    assert {remark.skill for remark in report.remarks} == {"a"}
    (cost,) = report.costs
    assert cost.old_body is not None
    assert cost.body == cost.old_body + 90
    assert (cost.old_references, cost.references) == (0, 20)


def test_rules_have_unique_ids() -> None:
    """An id names one rule, and each rule has a title."""
    docs = rule_docs()

    assert len({doc.id for doc in docs}) == len(docs)
    assert all(doc.title for doc in docs)
