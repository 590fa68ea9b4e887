"""Builders of domain values. Each takes only what a test is about."""

import hashlib
from collections.abc import Sequence

from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.change import Baseline, ChangeKind, ChangeSet, Part, SkillChange
from skilleval.domain.suite import Fixture, RubricItem, Suite, Task, TextMatch, TriggerQuery

BASE = "b" * 40
HEAD = "a" * 40


def digest_of(text: str | bytes) -> str:
    """Return the SHA-256 of a text, in hex."""
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


def a_bundle(
    name: str = "invoice-check",
    *,
    description: str = "Check invoices.",
    body: str = "- Do it.",
    commit: str = HEAD,
    files: Sequence[tuple[str, bytes]] = (),
) -> Bundle:
    """Return a bundle with a SKILL.md of this description and body, and these other files."""
    skill_md = f"---\nname: {name}\ndescription: {description}\n---\n{body}\n".encode()
    entries = tuple(
        BundleFile(path=path, sha256=digest_of(content), size_bytes=len(content), content=content)
        for path, content in (("SKILL.md", skill_md), *files)
    )
    digest = digest_of("".join(entry.sha256 for entry in entries))
    return Bundle(
        name=name,
        path=f"skills/{name}",
        commit=commit,
        tree_sha="c" * 40,
        digest=digest,
        digest_with_evals=digest,
        skill=SkillText(name=name, description=description, body=body, body_line=5),
        files=entries,
    )


def a_task(
    id_: str = "1", *, prompt: str = "Is the total right?", pattern: str = "42", **more: object
) -> Task:
    """Return a task with one text check."""
    fields: dict[str, object] = {
        "checks": (TextMatch(id="C1", kind="must_match", pattern=pattern),),
        "digest": digest_of(f"{id_}/{prompt}/{pattern}"),
    }
    return Task.model_validate({"id": id_, "prompt": prompt} | fields | more)


def a_fixture(path: str = "bill.txt", content: bytes = b"total 42\n") -> Fixture:
    """Return a fixture with its bytes."""
    return Fixture(path=path, sha256=digest_of(content), size_bytes=len(content), content=content)


def a_rubric(id_: str = "E1", text: str = "Names the total") -> RubricItem:
    """Return a pass-fail rubric item."""
    return RubricItem(id=id_, text=text)


def a_query(id_: str = "q1", *, should_trigger: bool = True) -> TriggerQuery:
    """Return a trigger query."""
    return TriggerQuery(id=id_, query=f"query {id_}", should_trigger=should_trigger)


def a_change(
    name: str = "invoice-check",
    *,
    kind: ChangeKind = "edited",
    parts: tuple[Part, ...] = ("body",),
    base: Suite | None = None,
    head: Suite | None = None,
) -> SkillChange:
    """Return a change of a skill; an added one has the control as its baseline."""
    old = None if kind == "added" else a_bundle(name, body="- Do it the old way.", commit=BASE)
    suite = Suite(tasks=(a_task(),), queries=(a_query(),))
    return SkillChange(
        name=name,
        path=f"skills/{name}",
        kind=kind,
        parts=parts,
        candidate=None if kind == "removed" else a_bundle(name),
        baseline=Baseline(kind="control")
        if old is None
        else Baseline(kind="merge-base", sha=BASE, digest=old.digest, bundle=old),
        base_suite=(Suite() if kind == "added" else suite) if base is None else base,
        head_suite=head if head is not None else suite if base is None else base,
    )


def a_change_set(*changes: SkillChange) -> ChangeSet:
    """Return the changes of a request."""
    return ChangeSet(merge_base=BASE, changes=changes)
