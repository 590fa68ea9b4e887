"""Stage 3 of 9: ChangeSet -> Review..."""
