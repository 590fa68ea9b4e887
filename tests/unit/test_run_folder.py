"""The run folder: what is saved comes back, what is damaged is said to be."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skilleval.domain.grade import GradedTrial
from skilleval.domain.plan import Cell, RunPlan
from skilleval.domain.request import Request
from skilleval.domain.suite import Suite
from skilleval.domain.trial import Completed, Evidence, FileEvidence, SkillUse, Trial
from skilleval.errors import ConfigError
from skilleval.run_folder import RunFolder
from tests.builders import BASE, HEAD, a_change, a_change_set, a_fixture, a_task, digest_of

CELL = Cell(skill="invoice-check", kind="uplift", item="1", arm="candidate", repeat=1)
REQUEST = Request(
    kind="refs",
    repository="shop",
    base_ref="main",
    head_ref="pr",
    base_sha=BASE,
    head_sha=HEAD,
    trust="local",
)


def a_folder(tmp_path: Path) -> RunFolder:
    folder = RunFolder.create(tmp_path / "run")
    folder.save("request", REQUEST)
    return folder


def a_file(path: str, content: bytes = b"hello") -> FileEvidence:
    return FileEvidence(
        path=path, state="created", sha256=digest_of(content), size_bytes=len(content), content=content
    )


def a_trial(*files: FileEvidence, answer: str = "42") -> Trial:
    evidence = Evidence(
        answer=answer,
        skills=SkillUse(offered=("invoice-check",), loaded=("invoice-check",)),
        files=files,
        transcript=({"type": "assistant", "text": answer},),
    )
    return Trial(id="t1", cell=CELL, outcome=Completed(), evidence=evidence)


def a_plan(*cells: Cell) -> RunPlan:
    return RunPlan(
        cells=cells,
        seed=0,
        repeats=1,
        agent="messages",
        model="offline",
        grader_model="offline",
        digest=digest_of("plan"),
    )


def test_a_trial_comes_back_whole(tmp_path: Path) -> None:
    """Outcome, answer, transcript, files with their bytes."""
    folder, trial = a_folder(tmp_path), a_trial(a_file("out.bin", b"\x00\xff"))
    folder.save_trial(trial)

    assert folder.load_trials(a_plan(CELL)) == (trial,)
    assert (folder.path / "trials/t1/files/out.bin").read_bytes() == b"\x00\xff"
    assert (folder.path / "trials/t1/answer.md").read_text() == "42"


def test_fixtures_come_back_with_their_bytes(tmp_path: Path) -> None:
    """A saved run can be graded again: what the agent was given is in the folder."""
    folder = a_folder(tmp_path)
    suite = Suite(tasks=(a_task(fixtures=(a_fixture(content=b"total 42"),)),))
    folder.save("changes", a_change_set(a_change(base=suite)))

    (change,) = folder.load_changes().changes
    assert change.base_suite == suite
    assert change.base_suite.tasks[0].fixtures[0].content == b"total 42"


def test_trials_come_in_the_order_of_the_plan(tmp_path: Path) -> None:
    """Names of folders on disk decide nothing."""
    folder = a_folder(tmp_path)
    second = CELL.model_copy(update={"arm": "baseline"})
    for name, cell in (("a", CELL), ("b", second)):
        folder.save_trial(a_trial().model_copy(update={"id": name, "cell": cell}))

    assert [trial.id for trial in folder.load_trials(a_plan(second, CELL))] == ["b", "a"]


@pytest.mark.parametrize(
    "path",
    [
        "../../escape.txt",
        "/etc/escape",
        "a/../../escape",
        ".bashrc",
        "a/.git/hooks/x",
        "a\nb",
        "a\\b",
        "x" * 300,
        "\udcff",
    ],
)
def test_a_hostile_file_name_stays_inside(tmp_path: Path, path: str) -> None:
    """What an agent calls its file cannot write outside the trial's folder; the bytes are kept by digest."""
    folder = a_folder(tmp_path)
    folder.save_trial(a_trial(a_file(path)))

    outside = [item for item in tmp_path.rglob("*") if "escape" in item.name]
    assert not outside
    assert folder.load_trials(a_plan(CELL))[0].evidence.files[0].content == b"hello"


def test_a_transcript_cut_by_a_kill_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """The last line may be half."""
    folder = a_folder(tmp_path)
    folder.save_trial(a_trial())
    path = folder.path / "trials/t1/transcript.jsonl"
    path.write_text(path.read_text() + '{"type": "assis')

    assert len(folder.load_trials(a_plan(CELL))[0].evidence.transcript) == 1


@given(answer=st.text(max_size=40) | st.just("\ud800"))
def test_any_text_survives(answer: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Also lone surrogates, which JSON has no letters for."""
    folder = a_folder(tmp_path_factory.mktemp("run"))
    grade = GradedTrial(trial="t1", cell=CELL, state="completed", score=None, reason=answer)

    folder.keep_grades((grade,))

    assert folder.load("graded", tuple[GradedTrial, ...]) == (grade,)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"kind": "refs"}'])
def test_a_damaged_file_is_named(tmp_path: Path, content: str) -> None:
    """One line with the file's name, no traceback."""
    folder = a_folder(tmp_path)
    (folder.path / "1-request.json").write_text(content)

    with pytest.raises(ConfigError, match=r"1-request\.json is damaged"):
        folder.load("request", Request)


def test_a_folder_is_used_once_and_belongs_to_its_owner(tmp_path: Path) -> None:
    """A run never mixes with another's files, and others on the machine cannot read it."""
    folder = a_folder(tmp_path)

    assert folder.path.stat().st_mode & 0o077 == 0
    with pytest.raises(ConfigError, match="is there already"):
        RunFolder.create(folder.path)


def test_runs_stay_out_of_the_users_commits(tmp_path: Path) -> None:
    """`.skilleval/` ignores itself."""
    RunFolder.create(tmp_path / ".skilleval" / "runs" / "r1")

    assert (tmp_path / ".skilleval" / ".gitignore").read_text() == "*\n"
