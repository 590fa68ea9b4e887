"""How fast our path is, against what is possible: printed lines, no assertions. `python -m tests.bench`."""
