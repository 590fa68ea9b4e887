"""Redaction, held against leak patterns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.suite import RubricItem
from skilleval.grading.blind import Identity, blind_id, grading_order, identity_of, leaks, redact
from tests.builders_grading import a_bundle, a_change, a_fixture, a_task

NAMES = Identity(("first-reply", "First Reply"))


@pytest.mark.parametrize("text", [
    "I used the first-reply skill.", "FIRST_REPLY says so", "see First Reply's rules", "firstReply.md",
    "/tmp/run-1/.claude/skills/first-reply/SKILL.md", "cat ~/.claude/skills/first-reply/references/a.md",
    "Skill(first-reply)", "skills/first-reply", "Base directory: /tmp/abc123/work", "SKILL.md told me to",
    "\"skill_name\": \"first-reply\"", "C:\\x\\.claude\\skills\\first-reply", "first-reply-2",
    "/root/.codex/skills/x",
])  # fmt: skip
def test_every_known_leak_is_taken_out(text: str) -> None:
    """Names in all spellings, paths, the word itself and temporary folders are gone."""
    assert leaks(text, NAMES) != ()
    assert leaks(redact(text, NAMES), NAMES) == ()


@pytest.mark.parametrize("text", [
    "Reply STOP to opt out.", "a skillful answer", "the first line, then a reply", "https://a.example/work/x.md",
    "out/report.md", "unskilled",
])  # fmt: skip
def test_ordinary_text_is_left_alone(text: str) -> None:
    """What tells nothing is kept letter by letter."""
    assert redact(text, NAMES) == text


def test_a_file_in_a_temporary_folder_keeps_its_name() -> None:
    """A grader must still see which file was written."""
    assert redact("wrote /tmp/run7/out/report.md and /tmp/run7", NAMES) == "wrote ./report.md and [redacted]"


def test_a_bundled_file_that_a_statement_names_keeps_its_name() -> None:
    """An adherence statement can only be graded where its file can be seen."""
    asked = Identity(("x-y",), files=frozenset({"make_chart.py"}))

    assert redact("ran .claude/skills/x-y/scripts/make_chart.py", asked) == "ran [redacted]/make_chart.py"
    assert redact("ran .claude/skills/x-y/scripts/other.py", asked) == "ran [redacted]"


words = st.text("abcdefghijklmnop", min_size=2, max_size=7)


@given(
    st.lists(words, min_size=1, max_size=3),
    st.text(max_size=60),
    st.text(max_size=60),
    st.sampled_from("-_ "),
)
def test_no_spelling_of_a_name_survives(parts: list[str], before: str, after: str, joint: str) -> None:
    """Whatever stands around a name, and however it is written, nothing of it is left."""
    name = "-".join(parts)
    identity = Identity((name,))
    text = f"{before} {joint.join(parts).upper()} {after} /tmp/{name}/x the Skills of .claude/skills/{name}/a"

    assert leaks(redact(text, identity), identity) == ()


@given(st.text(max_size=200))
def test_redaction_is_stable(text: str) -> None:
    """Doing it twice changes nothing more."""
    once = redact(text, NAMES)

    assert redact(once, NAMES) == once


def test_words_of_the_task_are_no_identity() -> None:
    """A name that the task itself uses tells no arm from the other, and is kept in that spelling."""
    task = a_task(prompt="Do an invoice check of bill.csv", fixtures=[a_fixture("bill.csv", "a")])
    identity = identity_of(a_change(task), task)

    assert redact("the invoice check found 2", identity) == "the invoice check found 2"
    assert redact("invoice-check found 2", identity) == "[redacted] found 2"


def test_identity_has_the_names_of_both_arms_and_the_title() -> None:
    """A renamed skill is hidden under both names; a title that is a name counts as one."""
    task = a_task(rubric=[RubricItem(id="R1", text="Runs scripts/sum.py")])
    change = a_change(task, candidate=a_bundle("bill-checker", body="# The Bill Wizard\n\nDo it."))
    identity = identity_of(change, task)

    assert redact("bill checker, invoice-check and The Bill Wizard", identity).count("[redacted]") == 3
    assert identity.files == {"sum.py"}


def test_blind_ids_tell_nothing_and_differ_by_vote() -> None:
    """An id is a hash: of trial, seed and vote."""
    ids = {blind_id("s/uplift/T1/candidate/1", seed=seed, vote=vote) for seed in (0, 1) for vote in (1, 2)}

    assert len(ids) == 4
    assert all(len(one) == 16 and "candidate" not in one for one in ids)


def test_order_mixes_the_arms_by_the_seed() -> None:
    """Not one arm after the other, the same for the same seed, another for another."""
    trials = [f"{arm}/{n}" for arm in ("candidate", "baseline") for n in range(8)]
    order = grading_order(trials, seed=1)

    assert sorted(order) == sorted(trials)
    assert order == grading_order(reversed(trials), seed=1)
    assert order != grading_order(trials, seed=2)
    assert [one.split("/")[0] for one in order] not in (
        ["candidate"] * 8 + ["baseline"] * 8,
        ["baseline"] * 8 + ["candidate"] * 8,
    )
