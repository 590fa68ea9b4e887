"""Detection over generated repositories, against a slow reference that is written differently."""

import hashlib
import os
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skilleval.changes.paths import below
from skilleval.domain.bundle import Bundle
from tests.builders_changes import Checkout

Tree = dict[str, tuple[str, bytes]]
"""Path to git mode and bytes."""

NAMES = ("alpha", "beta", "gamma", "delta")
FOLDERS = (
    "skills/alpha",
    "skills/beta",
    "plugins/p/skills/gamma",
    "skills/alpha/nested",
    "new place/delta",
    "",
)
FILES = {
    "scripts/run.py": "scripts",
    "scripts/deep/er.sh": "scripts",
    "references/a.md": "references",
    "references/ü b.md": "references",
    "assets/logo.bin": "assets",
    "README.md": "other",
    "LICENSE": "other",
    "evals/evals.json": "evals",
    "evals/files/SKILL.md": "evals",
    "trigger-eval.json": "evals",
    'odd "name".txt': "references",
}
WORDS = ("one", "two", "three", "four", "five", "six")


@st.composite
def skills(draw: st.DrawFn) -> Tree:
    """Draw the files of one skill, by path relative to its folder."""
    name, description = draw(st.sampled_from(NAMES)), draw(st.sampled_from(WORDS))
    body = "".join(f"{word} {word}\n" for word in draw(st.lists(st.sampled_from(WORDS), max_size=6)))
    text = f"---\nname: {name}\ndescription: Says {description}.\n---\n{body}"
    found: Tree = {"SKILL.md": ("100644", text.encode())}
    for path in draw(st.lists(st.sampled_from(sorted(FILES)), max_size=4, unique=True)):
        mode = draw(st.sampled_from(["100644", "100644", "100755"]))
        found[path] = (mode, draw(st.sampled_from([b"", b"a\n", b"b\nc\n", b"\0bin", b"[]"])))
    return found


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Draw a repository: some skills, nested or not, and files that belong to none."""
    found: Tree = {"docs/other.txt": ("100644", draw(st.sampled_from([b"x", b"y"])))}
    for folder in draw(st.lists(st.sampled_from(FOLDERS), max_size=4, unique=True)):
        for path, entry in draw(skills()).items():
            found[f"{folder}/{path}".lstrip("/")] = entry
    return found


@st.composite
def changed_trees(draw: st.DrawFn) -> tuple[Tree, Tree]:
    """Draw a repository before and after: edited here and there, moved, or drawn anew."""
    old = draw(trees())
    new = dict(old)
    for path in draw(st.lists(st.sampled_from(sorted(old)), max_size=3, unique=True)):
        action = draw(st.sampled_from(["edit", "delete", "mode", "move"]))
        mode, content = new.get(path, ("100644", b""))
        if action == "edit":
            new[path] = (mode, content + b"more\n")
        elif action == "delete":
            new.pop(path, None)
        elif action == "mode":
            new[path] = ("100755" if mode == "100644" else "100644", content)
        else:
            new = {key.replace("skills/", "moved/"): entry for key, entry in new.items()}
    if draw(st.booleans()):
        new |= draw(trees())
    return old, new


def commit(checkout: Checkout, tree: Tree, parent: str = "") -> str:
    """Write the tree as a commit on main, with nothing of the parent's tree."""
    lines: list[bytes] = [
        b"commit refs/heads/main",
        b"mark :1",
        b"committer A <a@b.c> 1700000000 +0000",
        b"data 0",
    ]
    lines += [f"from {parent}".encode(), b"deleteall"] if parent else []
    for path, (mode, content) in sorted(tree.items()):
        quoted = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        lines += [f'M {mode} inline "{quoted}"'.encode(), f"data {len(content)}".encode(), content]
    told = b"\n".join(lines) + b"\n"
    argv = ["git", "fast-import", "--quiet", "--force"]
    subprocess.run(argv, cwd=checkout.path, input=told, check=True, capture_output=True)
    return checkout.git("rev-parse", "main")


def roots_of(tree: Tree, known: set[str]) -> set[str]:
    """Return the folders with SKILL.md, less those in the evals of a folder with SKILL.md."""
    texts = [path for path in tree if path.rpartition("/")[2] == "SKILL.md"]
    folders: set[str] = set()
    for folder in sorted((path.rpartition("/")[0] for path in texts), key=len):
        outer = folders | known
        if not any(f"/{folder}/".startswith(f"/{one}/evals/".replace("//", "/")) for one in outer):
            folders.add(folder)
    return folders


def reference_skills(tree: Tree, other: Tree) -> dict[str, Tree]:
    """Return the skills of a tree with their own files: each file goes to the longest folder above it."""
    folders = roots_of(tree, roots_of(tree, set()) | roots_of(other, set()))
    found: dict[str, Tree] = {folder: {} for folder in folders}
    for path, entry in tree.items():
        above = [folder for folder in folders if not folder or path.startswith(f"{folder}/")]
        if above:
            folder = max(above, key=len)
            found[folder][path[len(folder) :].lstrip("/") if folder else path] = entry
    return found


def name_of(skill: Tree) -> str:
    """Return the name in the frontmatter."""
    match = re.search(rb"^name: (\w+)$", skill["SKILL.md"][1], re.MULTILINE)
    return match[1].decode() if match else ""


def likeness(one: Tree, other: Tree) -> float:
    """Return the share of bytes in common: equal files, and equal lines of SKILL.md."""
    sizes = [sum(len(content) for content in {c for _, c in skill.values()}) for skill in (one, other)]
    same = {content for _, content in one.values()} & {content for _, content in other.values()}
    shared = sum(map(len, same))
    texts = [skill["SKILL.md"][1] for skill in (one, other)]
    if texts[0] != texts[1]:
        lines = [Counter(text.splitlines(keepends=True)) for text in texts]
        shared += sum(len(line) * min(count, lines[1][line]) for line, count in lines[0].items())
    return min(1.0, shared / max(*sizes, 1))


def reference_changes(old: Tree, new: Tree) -> dict[str, str]:
    """Return path to kind for every changed skill; a removed one at its old path."""
    before, after = reference_skills(old, new), reference_skills(new, old)
    found = {path: "edited" for path in before.keys() & after.keys() if before[path] != after[path]}
    gone, fresh = before.keys() - after.keys(), after.keys() - before.keys()
    pairs = []
    for a in gone:
        for b in fresh:
            alike, same_name = likeness(before[a], after[b]), name_of(before[a]) == name_of(after[b])
            if same_name or alike >= 0.5:
                pairs.append((not same_name, -alike, a, b))
    for _, _, a, b in sorted(pairs):
        if a in gone and b in fresh:
            found[b] = f"renamed {a}"
            gone, fresh = gone - {a}, fresh - {b}
    return {**found, **dict.fromkeys(gone, "removed"), **dict.fromkeys(fresh, "added")}


def part_of(path: str, mode: str) -> str:
    """Return the part of a file: by its known place, or by its name where it stood somewhere else."""
    if (path in FILES and "/" in path) or FILES.get(path) in {"other", "evals"}:
        return FILES[path]
    name = path.rpartition("/")[2]
    if name in {"README.md", "LICENSE"}:
        return "other"
    if path.startswith("docs/"):
        return "references"
    if name.endswith((".py", ".sh")) or mode == "100755":
        return "scripts"
    return "assets" if name.endswith(".bin") else "references"


def reference_parts(old: Tree, new: Tree) -> set[str]:
    """Return the parts that differ between two versions of one skill."""
    differing = {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)} - {"SKILL.md"}
    found = {part_of(path, (new.get(path) or old[path])[0]) for path in differing}
    if old["SKILL.md"] != new["SKILL.md"]:
        texts = [skill["SKILL.md"][1].decode().split("---\n", 2) for skill in (old, new)]
        fronts = [dict(line.split(": ", 1) for line in text[1].splitlines()) for text in texts]
        changed = {key for key in ("name", "description") if fronts[0][key] != fronts[1][key]}
        changed |= {"body"} if texts[0][2].strip("\n") != texts[1][2].strip("\n") else set()
        found |= changed or {"other"}
    return found


EXAMPLES = int(os.environ.get("SKILLEVAL_EXAMPLES", "20"))
SLOW = settings(
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@given(changed_trees())
@SLOW
def test_equals_the_reference(pair: tuple[Tree, Tree]) -> None:
    """Which skills changed, how, and in which parts."""
    old, new = pair
    with tempfile.TemporaryDirectory() as root:
        checkout = Checkout(Path(root))
        base = commit(checkout, old)
        found = checkout.changes(base, commit(checkout, new, parent=base))

    shape = {
        change.path: f"renamed {change.old_path}" if change.kind == "renamed" else change.kind
        for change in found.changes
    }
    before, after = reference_skills(old, new), reference_skills(new, old)
    assert shape == reference_changes(old, new)
    for change in found.changes:
        assert not change.problem
        if change.kind in {"edited", "renamed"}:
            was = change.path if change.old_path is None else change.old_path
            assert set(change.parts) == reference_parts(before[was], after[change.path])


def expected_digest(files: Tree) -> str:
    """Return the digest of the manifest, spelled out."""
    rows = sorted(
        (path.encode(), hashlib.sha256(content).hexdigest()) for path, (_, content) in files.items()
    )
    return hashlib.sha256(
        b"".join(digest.encode() + b"  ./" + path + b"\n" for path, digest in rows)
    ).hexdigest()


def check_bundle(bundle: Bundle, tree: Tree, other: Tree) -> None:
    """Nothing outside the skill is in its bundle, evals are not, and both digests are of the bytes."""
    own = reference_skills(tree, other)[bundle.path]
    installed = {path: entry for path, entry in own.items() if FILES.get(path) != "evals"}
    assert {file.path: (file.mode, file.content) for file in bundle.files} == installed
    assert all(below(f"{bundle.path}/{file.path}".lstrip("/"), bundle.path) for file in bundle.files)
    assert (bundle.digest, bundle.digest_with_evals) == (expected_digest(installed), expected_digest(own))


@given(changed_trees())
@SLOW
def test_bundles_hold_the_skill_and_nothing_else(pair: tuple[Tree, Tree]) -> None:
    """Candidates, baselines and neighbours alike."""
    old, new = pair
    with tempfile.TemporaryDirectory() as root:
        checkout = Checkout(Path(root))
        base = commit(checkout, old)
        head = commit(checkout, new, parent=base)
        found = checkout.changes(base, head)

    for change in found.changes:
        if change.candidate:
            check_bundle(change.candidate, new, old)
        if change.baseline.bundle:
            check_bundle(change.baseline.bundle, old, new)
    for bundle in found.neighbours:
        check_bundle(bundle, new, old)
