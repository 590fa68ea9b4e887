"""`skilleval pin`: what was released, tied to a digest, for `baseline: pinned`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from skilleval.changes.pins import LOCK_FILE, Lock, lock_text, merge_locks, pin_skills, read_lock
from skilleval.cli.options import Json, Repo, Set, parse_pairs, settings_for
from skilleval.cli.output import print_json, print_lines
from skilleval.errors import ConfigError
from skilleval.ports import JsonObject
from skilleval.run_folder import RunFolder
from skilleval.wiring_checkout import open_checkout, root_of


def pin(
    commit: Annotated[str, typer.Option("--commit", help="The release to pin, for example v1.2.0.")] = "HEAD",
    repo: Repo = Path(),
    only: Annotated[list[str], typer.Option("--only", help="Pin this skill; others keep their pins.")] = [],  # noqa: B006  (typer reads the default, never changes it)
    benchmark: Annotated[
        Path | None, typer.Option("--benchmark", help="A run folder: its figures are kept beside the pins.")
    ] = None,
    settings: Set = [],  # noqa: B006  (the same)
    as_json: Json = False,
) -> int:
    """Write skilleval.lock: version, commit, digest and benchmark of each skill, for `baseline: pinned`.

    Example: skilleval pin --commit v1.2.0 --benchmark .skilleval/runs/20261130T101500Z-1a2b3c
    """
    checkout = open_checkout(repo, base=commit, head=commit)
    scope = settings_for(checkout, parse_pairs(settings), needs_key=False).scope()
    results = _results(benchmark) if benchmark else {}
    found = pin_skills(checkout.repository, checkout.base_sha, scope, only=only, results=results)
    path = root_of(repo) / LOCK_FILE
    lock = merge_locks(_old(path), found, keep_others=bool(only))
    path.write_text(lock_text(lock), encoding="utf-8")
    if as_json:
        print_json(lock.model_dump(mode="json"))
        return 0
    print_lines([f"{len(found.skills)} skills pinned in {path}"])
    print(f"commit {LOCK_FILE}; `baseline: pinned` in skilleval.yml uses it", file=sys.stderr)  # noqa: T201
    return 0


def _old(path: Path) -> Lock:
    return read_lock(path.read_bytes()) if path.is_file() else Lock()


def _results(folder: Path) -> Mapping[str, JsonObject]:
    """Return what a saved run says of each skill, by name, and of the run itself."""
    try:
        whole = json.loads(RunFolder.open(folder).read("results.json"))
        about = {"run": whole["run"]["id"], "model": whole["run"]["versions"]["model"]}
        return {str(skill["name"]): {**about, **skill} for skill in whole["skills"]}
    except (ValueError, KeyError, TypeError) as exc:
        raise ConfigError(
            f"{folder}/results.json is not ours", hint="name a run folder of skilleval"
        ) from exc
