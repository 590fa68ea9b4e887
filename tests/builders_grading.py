"""Builders for tests of grading: each takes only what the test is about."""

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from skilleval.domain.bundle import Bundle, SkillText
from skilleval.domain.change import Baseline, ChangeSet, SkillChange
from skilleval.domain.grade import Claim
from skilleval.domain.plan import Cell, CellKind
from skilleval.domain.suite import Check, Fixture, RubricItem, Suite, Task, TriggerQuery
from skilleval.domain.trial import (
    Completed,
    Evidence,
    FileEvidence,
    Outcome,
    SkillUse,
    ToolCall,
    Trial,
    Usage,
)
from skilleval.domain.value import Arm
from skilleval.grading.claims.scene import Scene, scenes_of
from skilleval.ports import JsonObject, Model, ModelCall, ModelReply, TextBlock, ToolUseBlock
from skilleval.testing.offline.grader_rules import answer_grading

SHA = "a" * 40
DIGEST = "d" * 64
SKILL = "invoice-check"


def digest_of(content: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()


def a_fixture(path: str, text: str) -> Fixture:
    """Return a given file."""
    content = text.encode()
    return Fixture(path=path, sha256=digest_of(content), size_bytes=len(content), content=content)


def a_file(path: str, text: str | None = "", *, state: str = "created", content: bytes = b"") -> FileEvidence:
    """Return a file that the agent left behind."""
    raw = content if text is None else text.encode()
    return FileEvidence.model_validate(
        {"path": path, "state": state, "size_bytes": len(raw), "text": text, "content": raw}
    )


def a_task(
    *,
    checks: Sequence[Check] = (),
    rubric: Sequence[str | RubricItem] = (),
    task_id: str = "T1",
    prompt: str = "Is the total in bill.csv right?",
    fixtures: Sequence[Fixture] = (),
    scoring: str = "share",
) -> Task:
    """Return a task; rubric items may be plain statements."""
    items = tuple(
        item if isinstance(item, RubricItem) else RubricItem(id=f"R{number}", text=item)
        for number, item in enumerate(rubric, start=1)
    )
    return Task.model_validate(
        {
            "id": task_id, "prompt": prompt, "checks": tuple(checks), "rubric": items,
            "fixtures": tuple(fixtures), "scoring": scoring, "digest": DIGEST,
        }
    )  # fmt: skip


def a_bundle(name: str = SKILL, *, body: str = "", frontmatter: dict[str, object] | None = None) -> Bundle:
    """Return a bundle of one SKILL.md."""
    return Bundle(
        name=name,
        path=f"skills/{name}",
        commit=SHA,
        tree_sha=SHA,
        digest=DIGEST,
        digest_with_evals=DIGEST,
        skill=SkillText(name=name, description="", body=body, frontmatter=frontmatter or {}),
        files=(),
    )


def a_change(
    *tasks: Task,
    name: str = SKILL,
    queries: Sequence[TriggerQuery] = (),
    candidate: Bundle | None = None,
    baseline: Baseline | None = None,
    head: Suite | None = None,
) -> SkillChange:
    """Return a change with a suite on the base side."""
    return SkillChange(
        name=name,
        path=f"skills/{name}",
        kind="edited",
        candidate=candidate or a_bundle(name),
        baseline=baseline or Baseline(kind="merge-base", sha=SHA, digest=DIGEST, bundle=a_bundle(name)),
        base_suite=Suite(tasks=tasks, queries=tuple(queries)),
        head_suite=head or Suite(),
    )


def a_change_set(*changes: SkillChange) -> ChangeSet:
    """Return changes."""
    return ChangeSet(merge_base=SHA, changes=changes)


def a_trial(
    answer: str = "",
    *,
    arm: Arm = "candidate",
    item: str = "T1",
    repeat: int = 1,
    kind: CellKind = "uplift",
    outcome: Outcome | None = None,
    files: Sequence[FileEvidence] = (),
    calls: Sequence[ToolCall] = (),
    skills: SkillUse | None = None,
    counts_in_bar: bool = True,
) -> Trial:
    """Return a trial with an answer."""
    cell = Cell(skill=SKILL, kind=kind, item=item, arm=arm, repeat=repeat, counts_in_bar=counts_in_bar)
    evidence = Evidence(
        answer=answer, files=tuple(files), tool_calls=tuple(calls), skills=skills or SkillUse()
    )
    return Trial(id=cell.key, cell=cell, outcome=outcome or Completed(), evidence=evidence)


Answering = Callable[[ModelCall], Sequence[TextBlock | ToolUseBlock] | ModelReply]


@dataclass
class CannedModels:
    """Models that answer by a function of the call, and remember the calls."""

    answering: Answering
    calls: list[ModelCall] = field(default_factory=list)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Model]:
        """Return itself: nothing is opened."""
        yield self

    async def reply(self, call: ModelCall) -> ModelReply:
        """Return the canned reply."""
        self.calls.append(call)
        answer = self.answering(call)
        return answer if isinstance(answer, ModelReply) else a_reply(answer)


def a_reply(content: Sequence[TextBlock | ToolUseBlock], stop_reason: str = "tool_use") -> ModelReply:
    """Return a reply with a little usage."""
    usage = Usage(fresh_tokens=10, output_tokens=5, calls=1, cost_usd=0.01)
    return ModelReply(content=tuple(content), stop_reason=stop_reason, usage=usage, model="canned")


def a_call_of(tool: str, arguments: JsonObject) -> ToolUseBlock:
    """Return a tool call of a model."""
    return ToolUseBlock(id="t1", name=tool, input=arguments)


def by_offline_rules(call: ModelCall) -> Sequence[TextBlock | ToolUseBlock]:
    """Answer as the offline server does, without the server."""
    body: JsonObject = {
        "model": call.model,
        "system": call.system,
        "messages": list(call.messages),
        "tools": list(call.tools),
    }
    return [ToolUseBlock.model_validate(block) for block in answer_grading(body)]


def offline_models() -> CannedModels:
    """Return models that grade by the offline rules."""
    return CannedModels(by_offline_rules)


def a_scene(
    answer: str,
    *,
    given: Mapping[str, str] | None = None,
    files: Sequence[FileEvidence] = (),
    calls: Sequence[ToolCall] = (),
    prompt: str = "Is the total in bill.csv right?",
) -> Scene:
    """Return an answer with its surroundings, as the finders of claims see it."""
    fixtures = [a_fixture(path, text) for path, text in (given or {}).items()]
    task = a_task(prompt=prompt, fixtures=fixtures)
    evidence = Evidence(answer=answer, files=tuple(files), tool_calls=tuple(calls))
    return next(iter(scenes_of(task, evidence)))


def bash(command: str, result: str = "", *, is_error: bool = False) -> ToolCall:
    """Return a call of a shell."""
    return ToolCall(name="Bash", arguments={"command": command}, result=result, is_error=is_error)


def states(claims: Iterable[Claim]) -> list[str]:
    """Return the states of claims, in order."""
    return [claim.state for claim in claims]
