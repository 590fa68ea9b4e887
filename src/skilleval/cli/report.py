"""`skilleval report` and `grade`: again from a saved run, without an agent."""

import re
from pathlib import Path
from typing import Annotated

import typer

from skilleval.cli.options import Json, Set, model_keys, parse_pairs, require_grader_key
from skilleval.cli.output import print_report
from skilleval.cli.progress import open_progress
from skilleval.domain.grade import Dispute
from skilleval.errors import ConfigError
from skilleval.regrade import add_dispute, grade_again
from skilleval.report import publish
from skilleval.run_folder import RunFolder
from skilleval.settings import SETTINGS_FILE, Settings
from skilleval.settings.load import SettingsFile, load_settings
from skilleval.wiring import file_reporter, open_marking

Run = Annotated[
    Path, typer.Argument(help="A run folder, for example .skilleval/runs/20261130T101500Z-1a2b3c.")
]


def report(
    run: Run,
    dispute: Annotated[
        str,
        typer.Option(help="A grade that is wrong, as TRIAL/ITEM=SCORE: recorded beside it, never applied."),
    ] = "",
    because: Annotated[str, typer.Option(help="Why the grade is wrong; needed with --dispute.")] = "",
    as_json: Json = False,
) -> int:
    """Write comment.md, report.html and the rest again from a run's files alone, and print the comment.

    Example: skilleval report .skilleval/runs/20261130T101500Z-1a2b3c
    """
    folder = RunFolder.open(run)
    saved = add_dispute(folder, _dispute(dispute, because)) if dispute else folder.load_report()
    publish(saved, (file_reporter(folder),))
    return print_report(saved, as_json=as_json)


def _dispute(said: str, because: str) -> Dispute:
    """Return the dispute that `TRIAL/ITEM=SCORE` says. Raises ConfigError."""
    found = re.fullmatch(r"(?P<trial>[^/=]+)/(?P<item>[^=]+)=(?P<score>0|0\.5|1|0\.0|1\.0)", said.strip())
    if found is None:
        raise ConfigError(f"--dispute {said!r} is not TRIAL/ITEM=SCORE", hint="the score is 0, 0.5 or 1")
    if not because.strip():
        raise ConfigError("a dispute needs a reason", hint='add --because "…"')
    return Dispute(
        trial=found["trial"], item=found["item"], score=float(found["score"]), because=because.strip()
    )


def grade(
    run: Run,
    grader: Annotated[
        str | None, typer.Option("--grader", help="The model that grades; `offline` needs no key.")
    ] = None,
    settings: Set = [],  # noqa: B006  (typer reads the default, never changes it)
    as_json: Json = False,
) -> int:
    """Grade a saved run again and decide again, without running any agent.

    Example: skilleval grade .skilleval/runs/20261130T101500Z-1a2b3c --grader offline
    """
    folder = RunFolder.open(run)
    chosen = saved_settings(folder, parse_pairs(settings) | ({"grader-model": grader} if grader else {}))
    with open_progress() as progress, open_marking(chosen, progress=progress) as marking:
        fresh = grade_again(folder, chosen, marking)
    publish(fresh, (file_reporter(folder),))
    return print_report(fresh, as_json=as_json)


def saved_settings(folder: RunFolder, flags: dict[str, object], *, needs_key: bool = True) -> Settings:
    """Return the settings that a run was made with, changed by flags.

    Raises:
        ConfigError: also when the grader's model needs a key that is not there.
    """
    saved = SettingsFile(name=SETTINGS_FILE, content=folder.read(SETTINGS_FILE))
    settings = load_settings(flags=flags, inputs=model_keys(), file=saved)
    if needs_key:
        require_grader_key(settings)
    return settings
