"""`skilleval trigger`, `uplift` and `route`: one kind of eval on folders or on two refs of a checkout.

The pipeline of a pull request, narrowed: what is asked for is measured whatever changed, and no file is
reviewed. A folder is compared with another one (`--against`), or with nothing.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from skilleval.cli.curve import curve_text
from skilleval.cli.options import Json, Out, Repo, Set, parse_pairs, settings_for
from skilleval.cli.output import print_json, print_report, print_text
from skilleval.cli.progress import open_progress
from skilleval.curve import check_sizes, route_curve
from skilleval.domain.plan import CellKind
from skilleval.domain.printed import one_line
from skilleval.domain.report import Report
from skilleval.domain.routing import CurvePoint
from skilleval.errors import ConfigError
from skilleval.pipeline import run_pipeline
from skilleval.report import render_results, render_routing
from skilleval.run_folder import RunFolder
from skilleval.wiring import open_desk
from skilleval.wiring_checkout import Checkout, SystemClock, open_checkout, open_folders

Folder = Annotated[Path | None, typer.Argument(help="A skill, or a folder with skills below it.")]
Against = Annotated[Path | None, typer.Option("--against", help="An older folder to compare with.")]
Base = Annotated[str | None, typer.Option("--base", help="The side to compare with, in place of a folder.")]
Head = Annotated[str, typer.Option("--head", help="The side to judge.")]
Model = Annotated[str | None, typer.Option(help="The agent's model; `offline` needs no key.")]
Agent = Annotated[str | None, typer.Option(help="claude-code or messages.")]
Sandbox = Annotated[str | None, typer.Option(help="docker, or process (isolates nothing).")]
Only = Annotated[list[str] | None, typer.Option(help="A skill's name; may be repeated.")]
Repeats = Annotated[int | None, typer.Option(help="Trials of each query or task and arm.")]


@dataclass(frozen=True)
class Wish:
    """What is to be compared: a folder with another one, or two refs of a checkout."""

    path: Path | None
    against: Path | None
    base: str | None
    head: str
    repo: Path
    only: tuple[str, ...]


def trigger(
    path: Folder = None,
    against: Against = None,
    base: Base = None,
    head: Head = "HEAD",
    repo: Repo = Path(),
    model: Model = None,
    agent: Agent = None,
    sandbox: Sandbox = None,
    only: Only = None,
    repeats: Repeats = None,
    out: Out = None,
    settings: Set = [],  # noqa: B006  (typer reads the default, never changes it)
    as_json: Json = False,
) -> int:
    """Measure whether skills load when they should, and stay away from everyday requests.

    Example: skilleval trigger skills/invoice-check --model offline --agent messages --sandbox process
    """
    wish = Wish(path, against, base, head, repo, tuple(only or ()))
    flags: dict[str, object] = {"model": model, "agent": agent, "sandbox": sandbox, "repeats": repeats}
    report, _ = _measure(wish, ("trigger", "everyday"), flags | parse_pairs(settings), out)
    return print_report(report, as_json=as_json)


def uplift(
    path: Folder = None,
    against: Against = None,
    base: Base = None,
    head: Head = "HEAD",
    repo: Repo = Path(),
    model: Model = None,
    agent: Agent = None,
    sandbox: Sandbox = None,
    only: Only = None,
    repeats: Repeats = None,
    out: Out = None,
    settings: Set = [],  # noqa: B006  (typer reads the default, never changes it)
    as_json: Json = False,
) -> int:
    """Measure whether work is better with a skill than with its older version, or than without it.

    Example: skilleval uplift skills/invoice-check --against ../released/invoice-check --model offline
    """
    wish = Wish(path, against, base, head, repo, tuple(only or ()))
    flags: dict[str, object] = {"model": model, "agent": agent, "sandbox": sandbox, "repeats": repeats}
    report, _ = _measure(wish, ("uplift",), flags | parse_pairs(settings), out)
    return print_report(report, as_json=as_json)


def route(
    path: Folder = None,
    against: Against = None,
    base: Base = None,
    head: Head = "HEAD",
    repo: Repo = Path(),
    model: Model = None,
    agent: Agent = None,
    sandbox: Sandbox = None,
    only: Only = None,
    repeats: Repeats = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also the requests of skills that collide with none.")
    ] = False,
    sizes: Annotated[
        str,
        typer.Option("--distractors", help="Numbers of other skills to stand beside, for example 5,20,50."),
    ] = "",
    embeddings: Annotated[
        bool, typer.Option("--embeddings", help="Find collisions by sentence embeddings, too (an extra).")
    ] = False,
    out: Out = None,
    settings: Set = [],  # noqa: B006  (typer reads the default, never changes it)
    as_json: Json = False,
) -> int:
    """Measure which skill takes which request when all are installed together, and what a change moves.

    Example: skilleval route skills/ --model offline --agent messages --sandbox process --distractors 5,20,50
    """
    wish = Wish(path, against, base, head, repo, tuple(only or ()))
    flags: dict[str, object] = {"model": model, "agent": agent, "sandbox": sandbox, "repeats": repeats}
    flags |= {"routing.pairs": "all"} if everything else {}
    flags |= {"routing.similarity": "embeddings"} if embeddings else {}
    crowds = _sizes(sizes)
    report, curve = _measure(wish, ("route",), flags | parse_pairs(settings), out, crowds)
    if as_json:
        points = [point.model_dump(mode="json") for point in curve]
        print_json(render_results(report) | ({"curve": points} if crowds else {}))
        return report.verdict.exit_code
    render_routing(report, Console(soft_wrap=False))
    if crowds:
        print_text(curve_text(curve) + "\n")
    return report.verdict.exit_code


def _measure(
    wish: Wish,
    kinds: tuple[CellKind, ...],
    flags: dict[str, object],
    out: Path | None,
    crowds: tuple[int, ...] = (),
) -> tuple[Report, tuple[CurvePoint, ...]]:
    """Run the pipeline for one kind of eval; then the curve, where one is asked for."""
    with _opened(wish, kinds) as checkout:
        chosen = settings_for(checkout, flags)
        folder = RunFolder.create(out or checkout.new_run_path(Path(), SystemClock()))
        with (
            open_progress() as progress,
            open_desk(chosen, checkout, folder=folder, progress=progress) as desk,
        ):
            report = run_pipeline(desk)
            curve = route_curve(desk, report, crowds) if crowds else ()
        if crowds:
            folder.write(
                "curve.json", json.dumps([point.model_dump(mode="json") for point in curve], indent=1)
            )
    Console(stderr=True).print(
        one_line(f"run folder: {folder.path}"), highlight=False, markup=False, soft_wrap=True
    )
    return report, curve


@contextmanager
def _opened(wish: Wish, kinds: tuple[CellKind, ...]) -> Iterator[Checkout]:
    if (wish.path is None) == (wish.base is None):
        raise ConfigError(
            "name a folder, or --base and --head" if wish.path is None else "a folder and --base: name one",
            hint="skilleval trigger skills/my-skill, or: skilleval trigger --base main --head HEAD",
        )
    if wish.path is None:
        if wish.against is not None:
            raise ConfigError("--against goes with a folder", hint="with refs, --base is what is older")
        assert wish.base is not None
        yield open_checkout(wish.repo, base=wish.base, head=wish.head, only=wish.only, kinds=kinds)
        return
    with open_folders(wish.path, wish.against, only=wish.only, kinds=kinds) as checkout:
        yield checkout


def _sizes(text: str) -> tuple[int, ...]:
    try:
        sizes = tuple(int(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise ConfigError(
            f"--distractors {text!r} is no list of numbers", hint="for example 5,20,50"
        ) from None
    check_sizes(sizes)
    return sizes
