"""`skilleval run`: the whole pipeline on two refs of a checkout."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from skilleval.cli.output import print_report
from skilleval.cli.progress import open_progress
from skilleval.domain.report import Report
from skilleval.errors import ConfigError
from skilleval.pipeline import run_pipeline
from skilleval.run_folder import RunFolder
from skilleval.settings import FILE_NAMES, Settings, SettingsFile, load_settings
from skilleval.wiring import Checkout, SystemClock, open_checkout, open_desk

Json = Annotated[bool, typer.Option("--json", help="Print results.json on stdout and nothing else.")]
Repo = Annotated[Path, typer.Option("--repo", help="A checkout of the repository.")]
Out = Annotated[
    Path | None, typer.Option("--out", help="The run folder; default .skilleval/runs/<utc>-<id>.")
]
Set = Annotated[list[str], typer.Option("--set", help="Any other setting, as key=value; may be repeated.")]


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
    Console(stderr=True).print(f"run folder: {folder.path}", highlight=False, markup=False, soft_wrap=True)
    return report


def settings_for(checkout: Checkout, flags: Mapping[str, object], *, needs_key: bool = True) -> Settings:
    """Return the settings for a run: flags, then the base side's skilleval.yml.

    Raises:
        ConfigError: also when a model needs a key that is not there.
    """
    found = next((content for name in FILE_NAMES if (content := checkout.base_file(name)) is not None), None)
    name = next((name for name in FILE_NAMES if checkout.base_file(name) is not None), FILE_NAMES[0])
    file = None if found is None else SettingsFile(name=name, content=found)
    settings = load_settings(flags=flags, inputs=model_key(), file=file)
    if needs_key:
        require_key(settings, model=settings.model)
        require_key(settings, model=settings.grader_model)
    return settings


def model_key() -> dict[str, str]:
    """Return the model's key from the environment, as the action input that it is."""
    return {"anthropic-api-key": os.environ.get("ANTHROPIC_API_KEY", "")}


def require_key(settings: Settings, *, model: str) -> None:
    """Refuse a model that needs a key when there is none.

    Raises:
        ConfigError: with the way out.
    """
    if model != "offline" and not settings.anthropic_api_key.get_secret_value():
        raise ConfigError(
            f"model {model!r} needs a key",
            hint="set ANTHROPIC_API_KEY, or try it without a language model: "
            "--model offline --set grader-model=offline",
        )


def parse_pairs(pairs: list[str]) -> dict[str, object]:
    """Return `key=value` words as settings.

    Raises:
        ConfigError: a word without `=`.
    """
    values: dict[str, object] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign:
            raise ConfigError(f"--set {pair!r} has no value", hint="write --set key=value")
        values[key.strip()] = value.strip()
    return values
