"""Stage 3 of 9: ChangeSet -> Review..."""

from skilleval.review.measured import not_reviewed, with_measured
from skilleval.review.model import review_changes_with_model, review_with_model
from skilleval.review.review import REPOSITORY, review_bundle, review_bundles, review_changes
from skilleval.review.table import RuleRow, rule_table
from skilleval.review.told import unhurried
from skilleval.review.unread import unread_skill
from skilleval.review.writers import as_github, as_json, as_markdown, as_text

__all__ = [
    "REPOSITORY",
    "RuleRow",
    "as_github",
    "as_json",
    "as_markdown",
    "as_text",
    "not_reviewed",
    "review_bundle",
    "review_bundles",
    "review_changes",
    "review_changes_with_model",
    "review_with_model",
    "rule_table",
    "unhurried",
    "unread_skill",
    "with_measured",
]
