"""Stage 2 of 9: Request -> ChangeSet."""

from skilleval.changes.detect import detect_changes

__all__ = ["detect_changes"]
