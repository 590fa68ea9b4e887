"""Stage 9 of 9: everything -> Report -> the world."""
