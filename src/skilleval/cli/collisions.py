"""`skilleval collisions`: which descriptions say much the same, from their words alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from skilleval.changes import colliding, detect_changes, find_similar
from skilleval.changes.collisions import EMBEDDING, LEXICAL
from skilleval.changes.lint.disk import read_bundles
from skilleval.cli.options import Json, Repo, settings_for
from skilleval.cli.output import print_json, print_lines
from skilleval.domain.bundle import Bundle
from skilleval.domain.collision import Collision
from skilleval.domain.policy import Scope
from skilleval.domain.routes import installed, namesakes, same_names
from skilleval.errors import ConfigError
from skilleval.event import parse_event
from skilleval.models.embeddings import PackagedEmbedder
from skilleval.wiring_checkout import open_checkout

Namesakes = tuple[tuple[str, tuple[str, ...]], ...]


def collisions(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Folders with skills; default is this one.")
    ] = None,
    base: Annotated[
        str | None, typer.Option("--base", help="Only pairs with a skill that changed since.")
    ] = None,
    head: Annotated[str, typer.Option("--head", help="The side whose skills are compared.")] = "HEAD",
    repo: Repo = Path(),
    embeddings: Annotated[
        bool, typer.Option("--embeddings", help="By sentence embeddings, too (an extra).")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Also pairs that do not collide.")] = False,
    as_json: Json = False,
) -> int:
    """List pairs of skills whose descriptions compete for the same requests. Free: no model, no trial.

    Exit 0 whether or not there are any: a pair is a question to ask, and `skilleval route` answers it.

    Example: skilleval collisions skills/ --json
    """
    if base is not None and paths:
        raise ConfigError("name folders, or --base and --head, not both", hint="skilleval collisions skills/")
    if base is not None:
        bundles, near, same = _of_refs(repo, base, head)
    else:
        everyone = [bundle for path in paths or [Path()] for bundle in read_bundles(path, Scope())]
        bundles, near, same = _one_a_name(everyone), None, same_names(everyone)
    pairs = find_similar(bundles, PackagedEmbedder() if embeddings else None, near=near)
    close = colliding(pairs)
    shown = pairs if everything else close
    if as_json:
        rows = [{**pair.model_dump(mode="json"), "collides": pair in close} for pair in shown]
        thresholds = {"lexical": LEXICAL, "embedding": EMBEDDING}
        twins = [{"name": name, "paths": list(paths)} for name, paths in same]
        print_json({"skills": len(bundles), "thresholds": thresholds, "pairs": rows, "same_names": twins})
    else:
        print_lines(
            [
                *(_line(pair, marked=pair in close) for pair in shown),
                *(f"✗ {line}" for line in same_name_lines(same)),
                _total(len(bundles), len(close)),
            ]
        )
    return 0


def same_name_lines(same: Namesakes) -> list[str]:
    """Return a line for each name that several skills have, with all their paths."""
    return [
        f"{' and '.join(f'{name} ({path})' for path in paths)} have the same name: an agent gets one of them"
        for name, paths in same
    ]


def _one_a_name(bundles: Sequence[Bundle]) -> list[Bundle]:
    return list({bundle.name: bundle for bundle in bundles}.values())


def _of_refs(repo: Path, base: str, head: str) -> tuple[list[Bundle], frozenset[str], Namesakes]:
    checkout = open_checkout(repo, base=base, head=head)
    scope = settings_for(checkout, {}, needs_key=False).scope()
    changes = detect_changes(parse_event(checkout.payload()), checkout.repository, scope)
    changed = frozenset(change.candidate.name for change in changes.changes if change.candidate)
    return list(installed(changes, "candidate")), changed, namesakes(changes)


def _line(pair: Collision, *, marked: bool) -> str:
    figures = f"lexical {pair.lexical:.2f}"
    figures += "" if pair.embedding is None else f", embedding {pair.embedding:.2f}"
    words = f": both say {', '.join(pair.words)}" if pair.words else ""
    return f"{'✗' if marked else '–'} {pair.one} and {pair.other} ({figures}){words}"


def _total(skills: int, close: int) -> str:
    pairs = "1 pair collides" if close == 1 else f"{close} pairs collide"
    return f"{pairs} among {skills} skills (lexical from {LEXICAL}, embedding from {EMBEDDING})"
