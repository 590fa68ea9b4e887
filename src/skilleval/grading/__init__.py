"""Stage 6 of 9: Trial -> GradedTrial..."""

from skilleval.grading.analyst import review_evals
from skilleval.grading.grade import Marking, grade_trials

__all__ = ["Marking", "grade_trials", "review_evals"]
