"""`skilleval demo`: an example repository with real commits, run with the offline model."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from skilleval.cli.options import Json, Out, settings_for
from skilleval.cli.output import print_report
from skilleval.cli.run import measure
from skilleval.run_folder import RunFolder
from skilleval.wiring import build_demo
from skilleval.wiring_checkout import SystemClock, open_checkout

DEMO_FLAGS: dict[str, object] = {
    "model": "offline",
    "grader-model": "offline",
    "agent": "messages",
    "sandbox": "process",
}


def demo(
    keep: Annotated[
        Path | None, typer.Option("--keep", help="Keep the example repository in this folder.")
    ] = None,
    out: Out = None,
    as_json: Json = False,
) -> int:
    """Run the main job on an example repository: no key, no Docker, about a minute.

    Example: skilleval demo --keep /tmp/skilleval-demo
    """
    with tempfile.TemporaryDirectory(prefix="skilleval-demo-") as scratch:
        example = build_demo(keep if keep is not None else Path(scratch) / "repository")
        checkout = open_checkout(example.path, base=example.base_ref, head=example.head_ref)
        settings = settings_for(checkout, DEMO_FLAGS)
        folder = out if out is not None else checkout.new_run_path(Path(), SystemClock())
        report = measure(checkout, settings, RunFolder.create(folder))
        code = print_report(report, as_json=as_json)
    _say_where(folder, keep)
    # The demo shows failures on purpose: it fails only where it could not measure.
    return 3 if code == 3 else 0


def _say_where(folder: Path, keep: Path | None) -> None:
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print(f"the report to open in a browser: {folder / 'report.html'}")
    console.print(f"the comment as GitHub would show it: {folder / 'comment.md'}")
    if keep is not None:
        console.print(f"the example repository: {keep} (branches main and better-skills)")
