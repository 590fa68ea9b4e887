"""`skilleval freeze`: tasks that must not change unseen, tied to a digest."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from skilleval.changes.freeze import Freeze, check_freeze, freeze_folder
from skilleval.cli.options import Json
from skilleval.cli.output import print_json, print_lines
from skilleval.domain.printed import inert_line


def freeze(
    path: Annotated[Path, typer.Argument(help="A folder of frozen tasks, or the skill that holds it.")],
    check: Annotated[bool, typer.Option("--check", help="Only look; exit 1 unless it is as frozen.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Freeze what has changed since.")] = False,
    as_json: Json = False,
) -> int:
    """Write FREEZE.txt for a folder of tasks, or check it. A changed folder is not frozen again in silence.

    Example: skilleval freeze skills/invoice-check/evals/frozen --check
    """
    found = check_freeze(path) if check else freeze_folder(path, again=again)
    row = {"folder": str(found.folder), "digest": found.digest, "files": found.files, "state": found.state}
    if as_json:
        print_json(row)
    else:
        print_lines([f"{found.state}: {found.digest}  {found.folder} ({found.files} files)"])
    if found.state != "frozen":
        print(inert_line(_way_out(found)), file=sys.stderr)  # noqa: T201
    return 0 if found.state == "frozen" else 1


def _way_out(found: Freeze) -> str:
    """Return what to do about a folder that is not as frozen."""
    command = f"skilleval freeze {shlex.quote(str(found.folder))}"
    if found.state == "not-frozen":
        return f"there is no digest in {found.path}: run {command}"
    said = ", ".join(digest[:12] for digest in found.stated)
    return f"{found.path} says {said}: put the tasks back, or run {command} --again"
