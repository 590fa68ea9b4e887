"""Graders: each applies rubrics to one answer at a time, knowing nothing of the arms. Wiring picks one."""
