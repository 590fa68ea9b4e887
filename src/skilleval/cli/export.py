"""`skilleval export`: a saved run in another tool's layout."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from skilleval.cli.options import Json
from skilleval.cli.output import print_json, print_lines
from skilleval.cli.report import Run
from skilleval.errors import ConfigError
from skilleval.report.skill_creator import export_skill_creator
from skilleval.run_folder import RunFolder

Layout = Literal["skill-creator"]


def export(
    run: Run,
    layout: Annotated[Layout, typer.Option("--layout", help="Whose layout.")] = "skill-creator",
    out: Annotated[Path, typer.Option("--out", help="Where the workspaces go.")] = Path(),
    as_json: Json = False,
) -> int:
    """Write a run as skill-creator's workspace tree, for its aggregator and viewer.

    Example: skilleval export --layout skill-creator .skilleval/runs/20261130T101500Z-1a2b3c --out workspaces
    """
    folder = RunFolder.open(run)
    saved = folder.load_report()
    files = export_skill_creator(saved, folder.load_trials(saved.plan) if saved.plan else ())
    if not files:
        raise ConfigError(f"{run} holds no graded tasks", hint=f"{layout} knows uplift evals only")
    for name, content in files.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    folders = sorted({name.partition("/")[0] for name in files})
    if as_json:
        print_json({"layout": layout, "out": str(out), "workspaces": folders, "files": len(files)})
    else:
        print_lines([f"{len(files)} files in {', '.join(str(out / name) for name in folders)}"])
    return 0
