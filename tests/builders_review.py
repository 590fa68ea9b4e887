"""Builders of bundles and changes for the tests of the review."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from skilleval.domain.bundle import Bundle, BundleFile, SkillText
from skilleval.domain.change import Baseline, ChangeKind, ChangeSet, SkillChange
from skilleval.domain.finding import Finding
from skilleval.domain.policy import ReviewPolicy
from skilleval.review.inspect import own_findings
from skilleval.review.reading import Memo, Reading, reading_of

SHA = "a" * 40
POLICY = ReviewPolicy()
HEAD = "---\nname: tidy\ndescription: Tidies tables. Use when a table is untidy.\n---\n"


def a_file(path: str, content: str | bytes, *, mode: str = "100644") -> BundleFile:
    """Return a file of a bundle."""
    data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
    return BundleFile(
        path=path, mode=mode, sha256=hashlib.sha256(data).hexdigest(), size_bytes=len(data), content=data
    )


def a_bundle(files: Mapping[str, str | bytes] | None = None, *, name: str = "tidy", body: str = "") -> Bundle:
    """Return a bundle of these files; without a SKILL.md it gets one with `body`."""
    contents: dict[str, str | bytes] = {"SKILL.md": HEAD + body, **(files or {})}
    return Bundle(
        name=name,
        path=f"skills/{name}",
        commit=SHA,
        tree_sha=SHA,
        digest="0" * 64,
        digest_with_evals="0" * 64,
        skill=SkillText(name=name, description="Tidies tables."),
        files=tuple(a_file(path, content) for path, content in sorted(contents.items())),
    )


def a_change(base: Bundle | None, head: Bundle | None) -> ChangeSet:
    """Return a change of one skill from one bundle to the other; None = not there."""
    kind: ChangeKind = "added" if base is None else "removed" if head is None else "edited"
    bundle = head or base
    assert bundle is not None
    baseline = Baseline(kind="merge-base", sha=SHA, bundle=base)
    change = SkillChange(name=bundle.name, path=bundle.path, kind=kind, candidate=head, baseline=baseline)
    return ChangeSet(merge_base=SHA, changes=(change,))


def a_reading(bundle: Bundle, policy: ReviewPolicy | None = None) -> Reading:
    """Return what the review reads of a bundle."""
    return reading_of(bundle, policy or POLICY, Memo())


def found_in(files: Mapping[str, str | bytes] | None = None, *, body: str = "") -> tuple[Finding, ...]:
    """Return what our own rules find in a bundle of these files."""
    return own_findings(a_reading(a_bundle(files, body=body)))


def bundle_from_folder(folder: Path) -> Bundle:
    """Return a bundle of the files below a folder."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return a_bundle(files)
