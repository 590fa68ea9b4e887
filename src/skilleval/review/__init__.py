"""Stage 3 of 9: ChangeSet -> Review..."""

from skilleval.review.review import review_bundle, review_bundles, review_changes
from skilleval.review.table import RuleRow, rule_table

__all__ = ["RuleRow", "review_bundle", "review_bundles", "review_changes", "rule_table"]
