"""Stage 2 of 9: Request -> ChangeSet."""

from skilleval.changes.detect import detect_changes
from skilleval.changes.lint import lint_changes

__all__ = ["detect_changes", "lint_changes"]
