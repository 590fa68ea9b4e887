"""Stage 6 of 9: Trial -> GradedTrial..."""
