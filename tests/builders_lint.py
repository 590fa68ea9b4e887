"""Skills for lint tests: a sound one, and what a test wants otherwise."""

from collections.abc import Mapping

from skilleval.changes.lint.run import LintReport, lint_subjects
from skilleval.changes.lint.subject import Subject, subject_of_files
from skilleval.changes.snapshot import bundle_file

DESCRIPTION = (
    "Checks invoices for wrong totals and missing tax lines. Use when a user asks to verify a bill, a PDF"
    " invoice or a receipt, even if they do not say invoice."
)


def a_subject(
    files: Mapping[str, str | bytes] | None = None,
    *,
    name: str = "invoice-check",
    description: str = DESCRIPTION,
    front: str = "",
) -> Subject:
    """Return a skill; `front` is more lines of its frontmatter."""
    front = f"name: {name}\ndescription: {description}\n{front}"
    contents: dict[str, str | bytes] = {"SKILL.md": f"---\n{front}---\n\nRead the bill.\n", **(files or {})}
    found = {
        path: bundle_file(path, text.encode() if isinstance(text, str) else text)
        for path, text in contents.items()
    }
    return subject_of_files(found, path=f"skills/{name}", folder=name)


def lint_of(*subjects: Subject) -> LintReport:
    """Return the lint of these skills beside each other."""
    return lint_subjects(subjects)


def rules_of(*subjects: Subject) -> list[str]:
    """Return the rules that have something to say, notes on length and evals aside."""
    usual = {"description-length", "evals-missing", "evals-few-tasks", "queries-too-few"}
    return [remark.rule for remark in lint_of(*subjects).remarks if remark.rule not in usual]
