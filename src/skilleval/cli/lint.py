"""`skilleval lint`: spec, evals, leakage, description, body and context cost, offline."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from skilleval import __version__
from skilleval.changes.lint import LintReport, github_text, json_text, lint_paths, plain_text, rule_docs
from skilleval.cli.options import Json, scope_of_folder
from skilleval.cli.output import print_as

Format = Literal["text", "json", "sarif", "github"]


def lint(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Folders with skills; default is this one.")
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How to write the remarks.")] = "text",
    as_json: Json = False,
) -> int:
    """Say what is wrong with skills and their evals, without running anything. Exit 1 on an error.

    A folder's own skilleval.yml says which skills below it count.

    Example: skilleval lint skills/ --format github
    """
    report = lint_paths(paths or [Path()], scope_of=scope_of_folder)
    print_as("json" if as_json else form, _written(report, "json" if as_json else form))
    return report.exit_code


def _written(report: LintReport, form: Format) -> str:
    if form == "sarif":
        from skilleval.report.reporters.sarif import sarif_text  # noqa: PLC0415  # a quarter of a second

        return sarif_text(report.remarks, rule_docs(), version=__version__, category="lint")
    return {"text": plain_text, "json": json_text, "github": github_text}[form](report)
