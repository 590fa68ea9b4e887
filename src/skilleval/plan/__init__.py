"""Stage 4 of 9: ChangeSet -> RunPlan."""
