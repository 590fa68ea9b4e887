"""Stage 6 of 9: Trial -> GradedTrial..."""

from skilleval.grading.disputes import weigh_dispute
from skilleval.grading.evals import review_evals
from skilleval.grading.grade import Marking, grade_trials
from skilleval.grading.pairs import Judging

__all__ = ["Judging", "Marking", "grade_trials", "review_evals", "weigh_dispute"]
