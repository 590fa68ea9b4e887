"""Stage 2 of 9: Request -> ChangeSet."""

from skilleval.changes.collisions import colliding, find_similar, with_collisions
from skilleval.changes.detect import detect_changes
from skilleval.changes.lint import lint_changes

__all__ = ["colliding", "detect_changes", "find_similar", "lint_changes", "with_collisions"]
