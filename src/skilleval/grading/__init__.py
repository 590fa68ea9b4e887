"""Stage 6 of 9: Trial -> GradedTrial..."""

from skilleval.grading.analyst import review_evals
from skilleval.grading.grade import Marking, grade_trials
from skilleval.grading.pairs import Judging, check_blinding, judge_pairs

__all__ = ["Judging", "Marking", "check_blinding", "grade_trials", "judge_pairs", "review_evals"]
