"""Notes on the evals, from graded trials alone."""

from collections.abc import Sequence

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import GradedTrial, ItemGrade
from skilleval.domain.trial import Trial, Usage
from skilleval.domain.value import Arm
from skilleval.grading.analyst import notes_on_evals
from tests.builders_grading import a_change, a_change_set, a_trial

CHANGES = a_change_set(a_change())


def review_evals(
    graded: Sequence[GradedTrial], changes: ChangeSet, trials: Sequence[Trial] = ()
) -> tuple[str, ...]:
    """Return the words of the notes."""
    return tuple(note.text for note in notes_on_evals(graded, changes, trials))


def item(score: float | None, *, note: str = "", soft: bool = False) -> ItemGrade:
    """Return a graded statement."""
    return ItemGrade(id="R1", text="Names the total", score=score, by="model", note=note, soft=soft)


def trials(arm: Arm, scores: Sequence[float | None], **parts: object) -> list[GradedTrial]:
    """Return graded trials of one task with one statement each."""
    made = []
    for repeat, score in enumerate(scores, start=1):
        trial = a_trial(arm=arm, repeat=repeat)
        raw = {
            "trial": trial.id,
            "cell": trial.cell,
            "state": "completed",
            "score": score,
            "items": (item(score),),
            "fired": True,
        }
        made.append(GradedTrial.model_validate({**raw, **parts}))
    return made


def notes(candidate: Sequence[float | None], baseline: Sequence[float | None]) -> str:
    """Return all notes as one text."""
    return "\n".join(review_evals([*trials("candidate", candidate), *trials("baseline", baseline)], CHANGES))


def test_few_trials_show_no_pattern() -> None:
    """Two of a kind are not "always"."""
    assert notes([1, 1], [0, 0]) == ""


def test_trials_that_do_not_count_are_left_out() -> None:
    """Errored and void trials have no score, and say nothing of the evals."""
    assert notes([1, 1, None], [1, 1, None]) == ""


def test_trial_that_stands_out_is_named() -> None:
    """One score far from its fellows skews a mean of three."""
    assert "invoice-check/uplift/T1/candidate/2 stands out: 0.00" in notes([1, 0, 1], [1, 1, 1])


def test_cost_that_grew_is_named() -> None:
    """Half as much again in time or tokens."""
    slow = trials("candidate", [1, 1, 1], seconds=30.0, usage=Usage(fresh_tokens=9000))
    quick = trials("baseline", [1, 1, 1], seconds=10.0, usage=Usage(fresh_tokens=3000))
    said = "\n".join(review_evals([*slow, *quick], CHANGES))

    assert "a trial takes 30 seconds instead of 10" in said
    assert "a trial takes 9,000 tokens instead of 3,000" in said


def test_slow_trial_is_named() -> None:
    """Three times the usual time."""
    runs = trials("candidate", [1, 1, 1], seconds=5.0)
    runs[1] = runs[1].model_copy(update={"seconds": 50.0})

    assert any("took 50 s, where 5 s is usual" in note for note in review_evals(runs, CHANGES))


def test_skill_that_never_loaded_is_named() -> None:
    """Then a score says nothing of the skill."""
    said = review_evals(trials("candidate", [1, 0, 1], fired=False), CHANGES)

    assert any("loaded in none of 3 candidate trials" in note for note in said)


def test_weak_statements_and_feedback_are_named() -> None:
    """An eval with only an expected output, and what the grader said twice."""
    weak = trials(
        "candidate",
        [1, 1, 1],
        items=(item(1, note="weak: from the expected output alone"),),
        feedback=("R1 passes for nonsense",),
    )
    said = "\n".join(review_evals(weak, CHANGES))

    assert "graded by its expected output alone" in said
    assert "the grader says in 3 trials: R1 passes for nonsense" in said


def test_other_skills_that_loaded_are_named_with_n() -> None:
    """Two skills at work on one task say less of each; the skill's own name in either arm is not another."""
    beside = trials("candidate", [1, 1], loaded=("invoice-check", "pdf-forms"))
    alone = trials("candidate", [1], loaded=("invoice-check",))
    instead = trials("baseline", [0, 0, 0], loaded=("pdf-forms",), fired=False)

    text = "\n".join(review_evals([*beside, *alone, *instead], CHANGES))

    assert "candidate: another skill loaded, beside it, in 2 of 3 trials: pdf-forms 2" in text
    assert "baseline: another skill loaded, and not it, in 3 of 3 trials: pdf-forms 3" in text
    assert "invoice-check 1" not in text
