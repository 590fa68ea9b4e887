"""`skilleval simulate`: what a suite and a bar can see, before paying."""

from typing import Annotated, Literal

import typer

from skilleval.cli.options import Json
from skilleval.cli.output import print_json, print_text
from skilleval.domain.policy import Bar
from skilleval.errors import ConfigError
from skilleval.simulation import Scenario, render_simulation
from skilleval.simulation import simulate as play


def simulate(
    tasks: Annotated[int, typer.Option("--tasks", min=1, max=200, help="Tasks of the suite.")],
    sd: Annotated[float, typer.Option("--sd", min=0.0, max=0.5, help="Spread of one trial's score.")],
    lift: Annotated[float, typer.Option("--lift", min=-1, max=1, help="True lift of every task.")] = 0.0,
    broken_task: Annotated[
        float | None,
        typer.Option("--broken-task", min=-1, max=1, help="True lift of one task, for example -0.3."),
    ] = None,
    repeats: Annotated[
        str, typer.Option("--repeats", help="Repeats at which to look, for example 3 or 3,6,9,12.")
    ] = "3,6,9,12",
    mode: Annotated[Literal["strict", "guard"], typer.Option("--mode", help="bar.mode.")] = "strict",
    shrinkage: Annotated[
        Literal["default", "strict"], typer.Option("--shrinkage", help="bar.shrinkage.")
    ] = "default",
    draws: Annotated[int, typer.Option("--draws", min=100, help="Imagined runs.")] = 2000,
    seed: Annotated[int, typer.Option("--seed")] = 0,
    as_json: Json = False,
) -> int:
    """Say how often a suite of this size and noise passes, fails or stays open under the bar.

    Example: skilleval simulate --tasks 12 --sd 0.15 --lift 0.1
    """
    scenario = Scenario(
        tasks=tasks,
        sd=sd,
        lift=lift,
        broken_task=broken_task,
        looks=_looks(repeats),
        bar=Bar(mode=mode, shrinkage=shrinkage),
        seed=seed,
        draws=draws,
    )
    outcome = play(scenario)
    if as_json:
        print_json({"scenario": scenario.model_dump(mode="json"), **outcome.as_json()})
    else:
        print_text(render_simulation(scenario, outcome))
    return 0


def _looks(text: str) -> tuple[int, ...]:
    try:
        looks = tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        looks = ()
    if not looks or looks[0] < 1 or looks[-1] > 100:
        raise ConfigError(f"--repeats {text!r} is no list of repeats", hint="write 3 or 3,6,9,12")
    return looks
