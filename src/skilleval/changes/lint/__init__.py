"""The lint: what can be said of a skill and its evals without running anything, in well under a second.

One module a family of rules; each has `RULES` and `lint(subject)`, some `lint_all(subjects)`.
"""

from skilleval.changes.lint.run import LintReport, lint_changes, lint_paths, lint_subjects, rule_docs
from skilleval.changes.lint.write import github_text, json_text, plain_text

__all__ = [
    "LintReport",
    "github_text",
    "json_text",
    "lint_changes",
    "lint_paths",
    "lint_subjects",
    "plain_text",
    "rule_docs",
]
