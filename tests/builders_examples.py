"""The example skills at work: a tiny agent loop over the offline rules, in a folder, without a server."""

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from skilleval.testing.demo_repository import examples_folder
from skilleval.testing.offline.agent_rules import answer_agent
from skilleval.testing.offline.choice import choose_skill
from tests.builders_offline import a_body, a_conversation, with_results

DEMO = examples_folder() / "demo"


def skill_folders(*, head: bool) -> dict[str, list[Path]]:
    """Return for each skill the folders that make it up, the later ones lying over the earlier."""
    layers = [DEMO / "base", *(sorted((DEMO / "head").iterdir()) if head else ())]
    found: dict[str, list[Path]] = {}
    for layer in layers:
        for folder in sorted(layer.glob("skills/*")):
            found.setdefault(folder.name, []).append(folder)
    return found


def file_of(layers: list[Path], path: str) -> Path:
    """Return the topmost file of that path."""
    return next(layer / path for layer in reversed(layers) if (layer / path).exists())


def skill_text(layers: list[Path]) -> tuple[str, str]:
    """Return (description, body) of a skill."""
    _, front, body = file_of(layers, "SKILL.md").read_text().split("---\n", 2)
    return str(YAML(typ="safe").load(front)["description"]), body


def listing(*, head: bool) -> dict[str, str]:
    """Return the descriptions of all example skills."""
    return {name: skill_text(layers)[0] for name, layers in skill_folders(head=head).items()}


def tasks_of(layers: list[Path]) -> list[dict[str, Any]]:
    """Return a skill's tasks, frozen ones included, each with `fixture_paths`."""
    evals = file_of(layers, "evals/evals.json")
    tasks = [
        {**task, "fixture_paths": [evals.parent.parent / file for file in task.get("files", [])]}
        for task in json.loads(evals.read_text())["evals"]
    ]
    for frozen in evals.parent.glob("frozen/*.json"):
        for task in json.loads(frozen.read_text())["tasks"]:
            paths = sorted((frozen.parent / task["fixture"]).rglob("*"))
            tasks.append({**task, "fixture_paths": paths})
    return tasks


def work_on(task: Mapping[str, Any], room: Path, *, listed: dict[str, str], loaded: list[Path]) -> str:
    """Return the answer of an agent that works on a task in `room`; what it writes lies there."""
    for path in task["fixture_paths"]:
        (room / path.name).write_bytes(path.read_bytes())
    body = a_body(task["prompt"], skills=listed)
    for _ in range(12):
        blocks = answer_agent(a_conversation(body))
        if blocks[0]["type"] == "text":
            return str(blocks[0]["text"])
        calls = [(str(b["name"]), b["input"], _result(b, room, loaded)) for b in blocks]
        body = with_results(body, *calls)  # type: ignore[arg-type]
    raise AssertionError("the agent does not come to an end")


def _result(call: Mapping[str, Any], room: Path, loaded: list[Path]) -> str:
    given = call["input"]
    match call["name"]:
        case "Skill":
            return f"Base directory for this skill: {loaded[-1]}\n\n{skill_text(loaded)[1]}"
        case "Read":
            return (room / str(given["file_path"])).read_text()
        case "Write":
            (room / given["file_path"]).write_text(given["content"])
            return "ok"
        case _:
            argv = ["bash", "-c", given["command"]]
            done = subprocess.run(argv, check=False, cwd=room, capture_output=True, text=True, timeout=30)
            return done.stdout + done.stderr


def share_met(task: Mapping[str, Any], answer: str, room: Path) -> float:
    """Return the share of a task's checks that hold."""
    met: list[bool] = []
    for check in task["checks"]:
        if check["kind"] == "file_exists":
            met.append((room / check["path"]).exists())
            continue
        target = str(check.get("target", "answer"))
        there = target == "answer" or (room / target).exists()
        text = answer if target == "answer" else (room / target).read_text() if there else ""
        found = re.search(check["pattern"], text, re.IGNORECASE) is not None
        met.append(found == (check["kind"] == "must_match"))
    return sum(met) / len(met)


def chosen(request: str, *, head: bool) -> str | None:
    """Return the skill that is chosen for a request among all example skills."""
    return choose_skill(request, listing(head=head))
