"""`skilleval explain`: the whole derivation of a saved run's verdict."""

from skilleval.cli.options import Json
from skilleval.cli.output import print_json, print_lines
from skilleval.cli.report import Run, saved_settings
from skilleval.gate import explain_verdict
from skilleval.run_folder import RunFolder


def explain(run: Run, as_json: Json = False) -> int:
    """Print every clause with its numbers, its reason, what would change it, and the formula behind it.

    Example: skilleval explain .skilleval/runs/20261130T101500Z-1a2b3c
    """
    folder = RunFolder.open(run)
    report = folder.load_report()
    settings = saved_settings(folder, {}, needs_key=False)
    lines = explain_verdict(report.verdict, report.tables, bar=settings.bar_policy())
    if as_json:
        print_json({"verdict": report.verdict.model_dump(mode="json"), "derivation": list(lines)})
    else:
        print_lines(lines)
    return 0
