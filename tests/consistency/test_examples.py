"""The example skills show what they are there to show, and only by what stands in their files."""

import json
import re
import shutil
from pathlib import Path
from statistics import fmean

import pytest

import skilleval.testing.offline
from skilleval.changes import detect_changes
from skilleval.domain.policy import Scope
from skilleval.event import parse_event
from skilleval.forges.git import GitRepository
from skilleval.forges.local import LocalForge
from skilleval.testing.demo_repository import build_demo_repository
from skilleval.testing.offline.choice import choose_skill
from tests.builders_examples import (
    DEMO,
    chosen,
    file_of,
    listing,
    share_met,
    skill_folders,
    skill_text,
    tasks_of,
    work_on,
)

_LENGTH = re.compile(r'subject line "(?P<text>.*)" has (?P<number>\d+) characters')


def answers(name: str, layers: list[Path] | None, room: Path) -> dict[str, tuple[float, str]]:
    """Return (share of checks met, answer) by task, with the skill as in `layers` or without any."""
    head = skill_folders(head=True)[name]
    listed = {} if layers is None else {**listing(head=True), name: skill_text(layers)[0]}
    found = {}
    for number, task in enumerate(tasks_of(head)):
        folder = room / f"{number}"
        folder.mkdir()
        answer = work_on(task, folder, listed=listed, loaded=layers or head)
        found[str(task["id"])] = (share_met(task, answer, folder), answer)
    return found


def both_arms(name: str, room: Path) -> tuple[dict[str, float], dict[str, float]]:
    """Return the scores by task of base (or of no skill) and head."""
    base = skill_folders(head=False).get(name)
    (room / "base").mkdir()
    (room / "head").mkdir()
    old = answers(name, base, room / "base")
    new = answers(name, skill_folders(head=True)[name], room / "head")
    return {k: v[0] for k, v in old.items()}, {k: v[0] for k, v in new.items()}


@pytest.mark.parametrize("name", ["invoice-check", "meeting-minutes", "first-reply"])
def test_mean_rises_and_no_task_falls(name: str, tmp_path: Path) -> None:
    """The improved, the new and the boastful skill do more of what is asked, in at least four tasks."""
    base, head = both_arms(name, tmp_path)

    assert len(head) >= 4
    assert fmean(head.values()) > fmean(base.values()) + 0.2
    assert all(head[task] >= base[task] for task in head)


def test_one_skill_is_made_worse(tmp_path: Path) -> None:
    """The shorter summary loses the regions, and nothing else."""
    base, head = both_arms("csv-summary", tmp_path)

    assert sorted(task for task in head if head[task] < base[task] - 0.05) == ["T2-regions", "by-region"]
    assert fmean(head.values()) < fmean(base.values())


def test_one_skill_makes_false_claims(tmp_path: Path) -> None:
    """The new instruction makes the agent state lengths that are wrong, in several tasks; the old did not."""
    (tmp_path / "base").mkdir()
    (tmp_path / "head").mkdir()
    base = answers("first-reply", skill_folders(head=False)["first-reply"], tmp_path / "base")
    head = answers("first-reply", skill_folders(head=True)["first-reply"], tmp_path / "head")
    said = [match for _, answer in head.values() if (match := _LENGTH.search(answer))]

    assert len(said) == len(head)
    assert sum(len(match["text"]) != int(match["number"]) for match in said) >= 3
    assert not any(_LENGTH.search(answer) for _, answer in base.values())


def test_new_description_finds_more() -> None:
    """Recall rises from base to head, and no false trigger comes with it."""
    fired: dict[tuple[bool, bool], int] = {}
    path = file_of(skill_folders(head=True)["release-notes"], "evals/trigger-eval.json")
    for query in json.loads(path.read_text()):
        for head in (False, True):
            key = (query["should_trigger"], head)
            fired[key] = fired.get(key, 0) + (chosen(query["query"], head=head) == "release-notes")

    assert fired[True, True] > fired[True, False] > 0
    assert fired[False, True] == fired[False, False] == 0


def test_breaking_a_skill_further_lowers_it(tmp_path: Path) -> None:
    """Nothing is written down: a sentence taken out of a body costs what it brought."""
    broken = tmp_path / "broken" / "csv-summary"
    shutil.copytree(skill_folders(head=True)["csv-summary"][-1], broken)
    text = (broken / "SKILL.md").read_text()
    (broken / "SKILL.md").write_text(text.replace("2. Name the row with the highest amount.\n", ""))
    _, head = both_arms("csv-summary", tmp_path)
    worse = answers("csv-summary", [skill_folders(head=False)["csv-summary"][0], broken], tmp_path / "broken")

    assert worse["highest"][0] < head["highest"]


def test_a_vaguer_description_is_found_less() -> None:
    """A description that says less is chosen less often; one that claims everything is chosen too often."""
    path = file_of(skill_folders(head=True)["release-notes"], "evals/trigger-eval.json")
    queries = json.loads(path.read_text())

    def rate(description: str, *, wanted: bool) -> int:
        listed = {**listing(head=True), "release-notes": description}
        asked = [query["query"] for query in queries if query["should_trigger"] is wanted]
        return sum(choose_skill(query, listed) == "release-notes" for query in asked)

    good = listing(head=True)["release-notes"]
    vague = "Deals with versions."
    greedy = f"{good} Use for any question or task about texts, teams, locks, passwords and databases."

    assert rate(vague, wanted=True) < rate(good, wanted=True)
    assert rate(greedy, wanted=False) > rate(good, wanted=False)


def test_rules_know_no_example() -> None:
    """Neither a name nor a run of four words of any example stands in the rules."""
    folder = Path(skilleval.testing.offline.__file__).parent
    source = _plain("\n".join(path.read_text() for path in folder.glob("*.py")))
    names = [*skill_folders(head=True), *(path.name for path in DEMO.rglob("evals/**/*.*"))]
    names = [
        name for name in names if name not in ("evals.json", "trigger-eval.json", "tasks.json", "FREEZE.txt")
    ]
    texts = [path.read_text() for path in DEMO.rglob("evals/**/*.*") if path.is_file()]
    words = [_plain(text).split() for text in [*texts, *listing(head=True).values()]]
    runs = {" ".join(found[at : at + 4]) for found in words for at in range(len(found) - 3)}

    assert [name for name in names if _plain(name) in source] == []
    assert [run for run in runs if re.search(r"[a-z]{3}", run) and f" {run} " in source] == []


def _plain(text: str) -> str:
    return f" {' '.join(re.findall(r'[a-z0-9]+', text.lower()))} "


def test_every_file_is_read_without_complaint(tmp_path: Path) -> None:
    """The commits hold what the stages take: kinds, parts, tasks, queries, and a frozen set that matches."""
    demo = build_demo_repository(tmp_path / "demo", DEMO.parent)
    repository = GitRepository(demo.path)
    forge = LocalForge(repository, name="demo", base=demo.base_ref, head=demo.head_ref)
    changes = detect_changes(parse_event(forge.payload()), repository, Scope()).changes
    suites = [suite for change in changes for suite in (change.base_suite, change.head_suite)]

    assert [problem for suite in suites for problem in suite.problems] == []
    assert {change.name: (change.kind, change.parts) for change in changes} == {
        "commit-message": ("edited", ("body",)),
        "csv-summary": ("edited", ("body",)),
        "first-reply": ("edited", ("body",)),
        "invoice-check": ("edited", ("body", "scripts")),
        "meeting-minutes": ("added", ()),
        "release-notes": ("edited", ("description",)),
    }
    assert [change.name for change in changes if change.base_suite.frozen] == ["csv-summary"]
    assert all(task.is_gradable for suite in suites for task in suite.tasks)


def test_untouched_and_unmeasured_ones_are_there() -> None:
    """One changed skill has no evals, and one skill is not touched at all."""
    touched = {path.name for path in DEMO.glob("head/*/skills/*")}

    assert set(skill_folders(head=True)) - touched == {"glossary"}
    assert not list(DEMO.rglob("commit-message/evals"))


def test_readme_tells_of_each_skill() -> None:
    """The README of the examples names every skill."""
    readme = (DEMO.parent / "README.md").read_text()

    assert [name for name in skill_folders(head=True) if f"`{name}`" not in readme] == []
