"""Stage 5 of 9: RunPlan -> Trial..."""
