"""Stage 2 of 9: Request -> ChangeSet."""
