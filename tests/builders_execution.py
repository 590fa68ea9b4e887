"""Builders for the tests of stage 5: a change set with one skill, a plan over it, a lab with fakes."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.change import Baseline, ChangeSet, SkillChange
from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.policy import Limits
from skilleval.domain.suite import Check, Fixture, RubricItem, Suite, Task, TriggerQuery
from skilleval.domain.value import Arm
from skilleval.execution import Lab
from skilleval.testing.agent import ScriptedAgent, agent_run
from skilleval.testing.clock import FixedClock
from skilleval.testing.model import ScriptedModels
from skilleval.testing.sandbox import MemorySandboxes

SHA = "a" * 40
DIGEST = "b" * 64


def sha256(content: bytes) -> str:
    """Return the hex digest."""
    return hashlib.sha256(content).hexdigest()


def a_bundle(
    name: str = "pdf-forms",
    *,
    body: str = "Fill in each field.",
    description: str = "Fills PDF forms.",
    files: Mapping[str, bytes] | None = None,
    frontmatter: Mapping[str, object] | None = None,
) -> Bundle:
    """Return a bundle with SKILL.md and these other files."""
    text = f"---\nname: {name}\ndescription: {description}\n---\n{body}\n".encode()
    contents = {"SKILL.md": text, **(files or {})}
    return Bundle(
        name=name,
        path=f"skills/{name}",
        commit=SHA,
        tree_sha=SHA,
        digest=DIGEST,
        digest_with_evals=DIGEST,
        skill=SkillText(name=name, description=description, body=body, frontmatter=dict(frontmatter or {})),
        files=tuple(
            BundleFile(
                path=path,
                mode="100755" if path.startswith("scripts/") else "100644",
                sha256=sha256(content),
                size_bytes=len(content),
                content=content,
            )
            for path, content in contents.items()
        ),
    )


def a_fixture(path: str = "form.txt", content: bytes = b"name: ____\n") -> Fixture:
    """Return a fixture with its bytes."""
    return Fixture(path=path, sha256=sha256(content), size_bytes=len(content), content=content)


def a_task(task_id: str = "t1", *, prompt: str = "Fill in form.txt.", checks: tuple[Check, ...] = ()) -> Task:
    """Return a task with one fixture."""
    return Task(
        id=task_id,
        prompt=prompt,
        fixtures=(a_fixture(),),
        checks=checks,
        rubric=(RubricItem(id="r1", text="The form is filled in."),),
        digest=DIGEST,
    )


def a_query(query_id: str = "q1", *, query: str = "Fill this form", should: bool = True) -> TriggerQuery:
    """Return a trigger query."""
    return TriggerQuery(id=query_id, query=query, should_trigger=should)


def changes_with(
    *tasks: Task,
    queries: tuple[TriggerQuery, ...] = (),
    neighbours: tuple[Bundle, ...] = (),
    candidate: Bundle | None = None,
    baseline: Bundle | None = None,
) -> ChangeSet:
    """Return a change set in which the skill `pdf-forms` was edited; its suite is the base side's."""
    change = SkillChange(
        name="pdf-forms",
        path="skills/pdf-forms",
        kind="edited",
        candidate=candidate or a_bundle(body="Fill in each field. Then check it."),
        baseline=Baseline(kind="merge-base", sha=SHA, digest=DIGEST, bundle=baseline or a_bundle()),
        base_suite=Suite(tasks=tasks, queries=queries),
    )
    return ChangeSet(merge_base=SHA, changes=(change,), neighbours=neighbours)


def a_cell(item: str = "t1", arm: Arm = "candidate", repeat: int = 1, **other: Any) -> Cell:
    """Return an uplift cell, unless told otherwise."""
    return Cell(skill="pdf-forms", item=item, arm=arm, repeat=repeat, **{"kind": "uplift", **other})


def a_plan(*cells: Cell, seed: int = 7, model: str = "scripted") -> RunPlan:
    """Return a plan of these cells."""
    return RunPlan(
        cells=cells,
        seed=seed,
        repeats=1,
        agent="scripted",
        model=model,
        grader_model="scripted",
        digest=DIGEST,
    )


def a_lab(**parts: Any) -> Lab:
    """Return a lab of fakes: an agent that answers `done`, rooms in memory, no pauses between attempts."""
    lab = Lab(
        agent=ScriptedAgent(lambda _task, _room: agent_run("done")),
        sandboxes=MemorySandboxes(),
        models=ScriptedModels([]),
        clock=FixedClock(),
        limits=Limits(timeout_s=20.0),
        pauses_s=(),
    )
    return replace(lab, **parts)
