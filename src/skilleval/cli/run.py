"""`skilleval run`: the whole pipeline on two refs of a checkout."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from skilleval.cli.options import Json, Out, Repo, Set, parse_pairs, settings_for
from skilleval.cli.output import print_report
from skilleval.cli.progress import open_progress
from skilleval.domain.printed import one_line
from skilleval.domain.report import Report
from skilleval.pipeline import run_pipeline
from skilleval.run_folder import RunFolder
from skilleval.settings import Settings
from skilleval.wiring import open_desk
from skilleval.wiring_checkout import Checkout, SystemClock, open_checkout


def run(
    base: Annotated[str, typer.Option("--base", help="The side to compare with, for example main.")],
    head: Annotated[str, typer.Option("--head", help="The side to judge, for example HEAD.")],
    repo: Repo = Path(),
    model: Annotated[str | None, typer.Option(help="The agent's model; `offline` needs no key.")] = None,
    agent: Annotated[str | None, typer.Option(help="claude-code or messages.")] = None,
    sandbox: Annotated[str | None, typer.Option(help="docker, or process (isolates nothing).")] = None,
    out: Out = None,
    only: Annotated[list[str] | None, typer.Option(help="A skill's name; may be repeated.")] = None,
    repeats: Annotated[
        int | None, typer.Option(help="Trials of each task and arm at the first look.")
    ] = None,
    settings: Set = [],  # noqa: B006  (typer reads the default, never changes it)
    as_json: Json = False,
) -> int:
    """Compare the skills of two refs and print the verdict with its lift table.

    Example: skilleval run --base main --head HEAD --model offline --agent messages --sandbox process
    """
    flags: dict[str, object] = {"model": model, "agent": agent, "sandbox": sandbox, "repeats": repeats}
    checkout = open_checkout(repo, base=base, head=head, only=tuple(only or ()))
    chosen = settings_for(checkout, flags | parse_pairs(settings))
    path = out if out is not None else checkout.new_run_path(repo, SystemClock())
    report = measure(checkout, chosen, RunFolder.create(path))
    return print_report(report, as_json=as_json)


def measure(checkout: Checkout, settings: Settings, folder: RunFolder) -> Report:
    """Run the pipeline on a checkout and return its report; every step is kept in the folder."""
    with (
        open_progress() as progress,
        open_desk(settings, checkout, folder=folder, progress=progress) as desk,
    ):
        report = run_pipeline(desk)
    Console(stderr=True).print(
        one_line(f"run folder: {folder.path}"), highlight=False, markup=False, soft_wrap=True
    )
    return report
