"""Baselines other than the merge base."""

import json
from pathlib import Path

import pytest

from skilleval.changes.pins import LOCK_FILE, Lock, lock_text, merge_locks, pin_skills
from skilleval.domain.policy import Scope
from skilleval.errors import ConfigError, RepositoryError, SkillError, UserError
from tests.builders_changes import Checkout, skill_md


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A skill released as v1 and v2, edited since on main (branch base), and once more on topic."""
    made = Checkout(tmp_path / "repo")
    for number in (1, 2):
        body = f"Release {number}.\n"
        made.write({"skills/alpha/SKILL.md": skill_md("alpha", body=body)}).commit()
        made.git("tag", f"v{number}")
    made.write({"skills/alpha/SKILL.md": skill_md("alpha", body="Unreleased.\n" * 20)}).commit()
    made.git("branch", "base")
    made.git("checkout", "-qb", "topic")
    made.write({"skills/alpha/SKILL.md": skill_md("alpha", body="Mine.\n")})
    made.write({"skills/beta/SKILL.md": skill_md("beta")}).commit()
    return made


@pytest.mark.parametrize(
    ("policy", "kind", "body"),
    [
        ("merge-base", "merge-base", "Unreleased.\n" * 20),
        ("tag:v*", "tag", "Release 2.\n"),
        ("tag:v1*", "tag", "Release 1.\n"),
        ("commit:v1", "commit", "Release 1.\n"),
    ],
)
def test_policies(checkout: Checkout, policy: str, kind: str, body: str) -> None:
    """The policy decides which bytes the candidate is compared with; a new skill has the control."""
    alpha, beta = checkout.changes("base", "topic", scope=Scope(baseline=policy)).changes

    assert alpha.baseline.kind == kind
    assert alpha.baseline.bundle is not None
    assert alpha.baseline.bundle.skill.body.lstrip() == body
    assert (alpha.baseline.sha, alpha.baseline.digest) == (
        alpha.baseline.bundle.commit,
        alpha.baseline.bundle.digest,
    )
    assert beta.baseline.kind == "control"


def test_no_such_tag(checkout: Checkout) -> None:
    """A pattern without a tag is an error with the way out, not a silent merge base."""
    with pytest.raises(RepositoryError, match=r"no tag matching 'w\*'"):
        checkout.changes("base", "topic", scope=Scope(baseline="tag:w*"))


def pin(checkout: Checkout, ref: str, *, digest: str = "") -> None:
    """Commit a lock of what stands at `ref`, on branch base; topic starts anew from there."""
    lock = pin_skills(checkout.objects, checkout.objects.resolve(ref), Scope())
    text = lock_text(lock)
    if digest:
        text = text.replace(lock.skills["alpha"].digest, digest)
    checkout.git("checkout", "-q", "base")
    checkout.write({LOCK_FILE: text}).commit()
    checkout.git("checkout", "-q", "topic")
    checkout.git("rebase", "-q", "base")


def test_pinned(checkout: Checkout) -> None:
    """The lock of the base side names the bytes; a skill without a pin has the control, and that is said."""
    pin(checkout, "v1")

    alpha, beta = checkout.changes("base", "topic", scope=Scope(baseline="pinned")).changes

    assert alpha.baseline.kind == "pinned"
    assert alpha.baseline.sha == checkout.git("rev-parse", "v1")
    assert beta.baseline.kind == "control"
    assert any(LOCK_FILE in note for note in beta.notes)


def test_a_renamed_skill_keeps_its_pin(checkout: Checkout) -> None:
    """The pin is found by the old name."""
    pin(checkout, "v1")
    checkout.git("mv", "skills/alpha", "skills/omega")
    checkout.write({"skills/omega/SKILL.md": skill_md("omega", body="Unreleased.\n" * 20)}).commit()

    changes = checkout.changes("base", "topic", scope=Scope(baseline="pinned")).changes
    (omega,) = (change for change in changes if change.name == "omega")

    assert (omega.kind, omega.baseline.kind) == ("renamed", "pinned")


def test_a_pin_that_does_not_match(checkout: Checkout) -> None:
    """Where the digest at the pinned commit differs nothing is measured, and both are named."""
    pin(checkout, "v1", digest="0" * 64)

    alpha = checkout.changes("base", "topic", scope=Scope(baseline="pinned")).changes[0]

    assert "000000000000" in alpha.problem
    assert alpha.baseline.bundle is None


def test_a_lock_at_the_head_counts_nothing(checkout: Checkout) -> None:
    """A pull request cannot choose what it is compared with."""
    lock = pin_skills(checkout.objects, checkout.objects.resolve("v1"), Scope())
    checkout.write({LOCK_FILE: lock_text(lock)}).commit()

    with pytest.raises(ConfigError, match=r"the base has no skilleval\.lock"):
        checkout.changes("base", "topic", scope=Scope(baseline="pinned"))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 2}', '{"skills": {"a": {}}}', "[" * 100_000])
def test_a_broken_lock(checkout: Checkout, text: str) -> None:
    """A lock that cannot be read names the place."""
    checkout.git("checkout", "-q", "base")
    checkout.write({LOCK_FILE: text}).commit()

    with pytest.raises(UserError, match=r"skilleval\.lock"):
        checkout.changes("base", "base~0", scope=Scope(baseline="pinned"))


def test_pins_say_version_and_benchmark(checkout: Checkout) -> None:
    """A pin has path, version from the frontmatter, commit, digest and what was measured."""
    text = skill_md("alpha").replace("name: alpha", 'name: alpha\nmetadata:\n  version: "1.2.0"')
    head = checkout.write({"skills/alpha/SKILL.md": text}).commit()

    digest = pin_skills(checkout.objects, head, Scope()).skills["alpha"].digest
    result = {"candidate": {"digest": digest}, "lift": {"mean": 0.2}, "run": "r", "cost": 1}
    lock = pin_skills(checkout.objects, head, Scope(), results={"alpha": result})
    saved = json.loads(lock_text(lock))["skills"]["alpha"]

    assert (saved["path"], saved["version"], saved["commit"]) == ("skills/alpha", "1.2.0", head)
    assert (saved["benchmark"]["run"], saved["benchmark"]["lift"]) == ("r", {"mean": 0.2})
    assert "cost" not in saved["benchmark"]


def test_a_benchmark_of_other_bytes_is_refused(checkout: Checkout) -> None:
    """Figures belong to the bytes that they were measured on."""
    head = checkout.objects.resolve("topic")

    with pytest.raises(SkillError, match="the run measured alpha with digest 000000000000, the pin has"):
        pin_skills(checkout.objects, head, Scope(), results={"alpha": {"candidate": {"digest": "0" * 64}}})


def test_only_what_is_released_is_pinned_anew(checkout: Checkout) -> None:
    """Other pins stay, and one of the same bytes keeps its benchmark."""
    first = checkout.write({"skills/beta/SKILL.md": skill_md("beta")}).commit()
    old = pin_skills(checkout.objects, first, Scope())
    measured = {name: pin.model_copy(update={"benchmark": {"of": name}}) for name, pin in old.skills.items()}
    second = checkout.write({"skills/beta/SKILL.md": skill_md("beta", body="New.\n")}).commit()

    def again(*only: str) -> dict[str, tuple[str, object]]:
        new = pin_skills(checkout.objects, second, Scope(), only=only)
        lock = merge_locks(Lock(skills=measured), new, keep_others=bool(only))
        return {name: (pin.commit, pin.benchmark) for name, pin in lock.skills.items()}

    assert again("beta") == {"alpha": (first, {"of": "alpha"}), "beta": (second, None)}
    assert again() == {"alpha": (second, {"of": "alpha"}), "beta": (second, None)}


@pytest.mark.parametrize(
    ("only", "words"), [(("zeta",), "no skill called 'zeta'"), ((), "there is no skill")]
)
def test_nothing_to_pin(checkout: Checkout, only: tuple[str, ...], words: str) -> None:
    """A release of nothing is a slip of the hand, not a lock without skills."""
    scope = Scope() if only else Scope(exclude=("**",))

    with pytest.raises(SkillError, match=words):
        pin_skills(checkout.objects, checkout.objects.resolve("topic"), scope, only=only)


def test_a_pin_to_a_commit_that_is_not_here(checkout: Checkout) -> None:
    """The lock, the skill and the way out are named, and other skills go on."""
    lock = pin_skills(checkout.objects, checkout.objects.resolve("v1"), Scope())
    checkout.git("checkout", "-q", "base")
    checkout.write({LOCK_FILE: lock_text(lock).replace(lock.skills["alpha"].commit, "b" * 40)}).commit()
    checkout.git("checkout", "-q", "topic")
    checkout.git("rebase", "-q", "base")

    alpha, beta = checkout.changes("base", "topic", scope=Scope(baseline="pinned")).changes

    assert all(word in alpha.problem for word in (LOCK_FILE, "alpha", "bbbbbbbbbbbb", "skilleval pin"))
    assert "fetch-depth: 0" in alpha.problem
    assert alpha.parts == ("body",)
    assert beta.problem == ""


@pytest.mark.parametrize("name", ["skills/alpha/\udcff.md", "/".join(["skills/alpha", *("d" * 25), "f.md"])])
def test_an_unreadable_skill_hinders_its_own_pin_alone(checkout: Checkout, name: str) -> None:
    """Another can be pinned; the one that cannot is named, by folder, by path, or where all are wanted."""
    head = checkout.write({name: "x\n"}).commit()

    assert pin_skills(checkout.objects, head, Scope(), only=["beta"]).skills.keys() == {"beta"}
    for only in ([], ["alpha"], ["skills/alpha"], ["beta", "alpha"]):
        with pytest.raises(SkillError, match="skills/alpha cannot be pinned: ") as told:
            pin_skills(checkout.objects, head, Scope(), only=only)
        assert "--only NAME" in told.value.hint
    with pytest.raises(SkillError, match="no skill called 'zeta'") as told:
        pin_skills(checkout.objects, head, Scope(), only=["zeta"])
    assert "skills/alpha cannot be read" in told.value.hint
