"""The evals under review: what the data say of them, then what a judge says of answers side by side."""

from collections.abc import Iterator, Sequence

from skilleval.domain.change import ChangeSet
from skilleval.domain.grade import EvalReview, GradedTrial
from skilleval.domain.trial import Trial, Usage
from skilleval.grading.analyst import notes_on_evals
from skilleval.grading.pairs import Compared, Judging, ToldApart, check_blinding, judge_pairs


def review_evals(
    graded: Sequence[GradedTrial],
    trials: Sequence[Trial],
    changes: ChangeSet,
    judging: Judging | None = None,
) -> EvalReview:
    """Return the review of the evals. The notes are computed; without a judge nothing else is asked.

    The blinding is checked first: a run whose money ends there still says whether its grades are blind.
    """
    notes = notes_on_evals(graded, changes, trials)
    if judging is None:
        return EvalReview(notes=notes)
    apart = check_blinding(trials, changes, judging)
    left = _after(judging, apart.usage)
    compared = judge_pairs(trials, changes, left)
    return EvalReview(
        notes=notes,
        blinding=apart.found,
        preferences=compared.found,
        skipped=(*_skipped("the check of the blinding", apart), *_skipped("blind comparison", compared)),
        usage=apart.usage + compared.usage,
    )


def _after(judging: Judging, spent: Usage) -> Judging:
    """Return the judging with what was used already on its bill."""
    return Judging(
        judging.judge, judging.models, judging.seed, may_ask=lambda usage: judging.may_ask(spent + usage)
    )


def _skipped(what: str, asked: Compared | ToldApart) -> Iterator[str]:
    if asked.unasked:
        yield f"{what}: {_pairs(asked.unasked)} not asked, the budget is spent"
    if asked.failed:
        yield f"{what}: no usable reply on {_pairs(asked.failed)} (ours, left out)"


def _pairs(number: int) -> str:
    return f"{number} pair{'' if number == 1 else 's'}"
