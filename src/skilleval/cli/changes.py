"""`skilleval changes`: which skills changed, which parts, and what would run."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from skilleval.changes import detect_changes
from skilleval.cli.collisions import same_name_lines
from skilleval.cli.options import Json, Repo, Set, parse_pairs, settings_for
from skilleval.cli.output import print_json
from skilleval.domain.bundle import Bundle
from skilleval.domain.change import ChangeSet, SkillChange, measured_queries, tasks_to_run
from skilleval.domain.everyday import EVERYDAY
from skilleval.domain.printed import one_line
from skilleval.domain.routes import due_owners, measured_routes, namesakes
from skilleval.event import parse_event
from skilleval.gate.weigh import has_broken_evals
from skilleval.plan import Recipe, build_plan
from skilleval.settings import Settings
from skilleval.wiring_checkout import open_checkout

_MOST_ERRORS: Final = 5
_MOST_PAIRS: Final = 5


def changes(
    base: Annotated[str, typer.Option("--base", help="The side to compare with, for example main.")],
    head: Annotated[str, typer.Option("--head", help="The side to judge, for example HEAD.")],
    repo: Repo = Path(),
    settings: Set = [],  # noqa: B006  (typer reads the default, never changes it)
    as_json: Json = False,
) -> int:
    """List the skills that differ between two refs, the parts touched, and what a run would measure.

    Example: skilleval changes --base main --head HEAD
    """
    checkout = open_checkout(repo, base=base, head=head)
    chosen = settings_for(checkout, parse_pairs(settings), needs_key=False)
    found = detect_changes(parse_event(checkout.payload()), checkout.repository, chosen.scope())
    everyday = bool(chosen.everyday)
    if as_json:
        rows = [_row(change, everyday=everyday) for change in found.changes]
        print_json(
            {
                "merge_base": found.merge_base,
                "skills": rows,
                "collisions": [pair.model_dump(mode="json") for pair in found.collisions],
                "same_names": [{"name": name, "paths": list(paths)} for name, paths in namesakes(found)],
                "notes": list(found.notes),
            }
        )
    else:
        _print_table(found, _tried(found, chosen), everyday=everyday)
    return 0


def _row(change: SkillChange, *, everyday: bool) -> dict[str, object]:
    head, base = change.candidate, change.baseline
    runs = _runs(change, everyday=everyday)
    return {
        "name": change.name,
        "path": change.path,
        "old_path": change.old_path,
        "kind": change.kind,
        "parts": list(change.parts),
        "candidate": None if head is None else {"sha": head.commit, **_digests(head)},
        "baseline": {
            "kind": base.kind,
            "sha": base.sha,
            **(_digests(base.bundle) if base.bundle else {"digest": base.digest}),
        },
        "runs": runs,
        "reason": _reason(change, runs),
        "problem": change.problem,
        "notes": list(change.notes),
        "evals": [problem.model_dump(mode="json") for problem in change.head_suite.problems],
        "hunks": [hunk.model_dump(mode="json") for hunk in change.hunks],
    }


def _digests(bundle: Bundle) -> dict[str, str]:
    return {
        "digest": bundle.digest,
        "digest_with_evals": bundle.digest_with_evals,
        "tree_sha": bundle.tree_sha,
    }


def _runs(change: SkillChange, *, everyday: bool) -> dict[str, int]:
    is_measured = change.candidate is not None and not change.problem
    return {
        "tasks": len(tasks_to_run(change)) if is_measured and change.wants_uplift else 0,
        "queries": len(measured_queries(change)) if is_measured and change.wants_triggers else 0,
        "everyday requests": len(EVERYDAY) if is_measured and change.wants_everyday and everyday else 0,
    }


def _reason(change: SkillChange, runs: Mapping[str, int]) -> str:
    """Return the verdict's reason where evals are what keeps a skill from being measured."""
    is_wanted = change.candidate is not None and (change.wants_uplift or change.wants_triggers)
    if not is_wanted or change.problem or runs["tasks"] or runs["queries"]:
        return ""
    return "broken-evals" if has_broken_evals(change) else "no-evals"


def _tried(found: ChangeSet, chosen: Settings) -> Counter[str]:
    """Return how many requests of each skill a run tries on all skills together, or as its own triggers."""
    recipe = Recipe(sampling=chosen.sampling(), agent="", model="", grader_model="")
    cells = build_plan(found, recipe).cells
    routes = {cell.item for cell in cells if cell.kind == "route"}
    queries = {(cell.skill, cell.item) for cell in cells if cell.kind == "trigger"}
    return Counter(
        route.owner
        for route in measured_routes(found)
        if route.item in routes or (route.trigger_of, route.trigger_item) in queries
    )


def _pairs_tried(found: ChangeSet, tried: Counter[str]) -> Iterator[str]:
    """Say which pairs are put to the test, the closest first: not those of which nothing is tried."""
    due = due_owners(found)
    pairs = [
        (pair, tried[pair.one] + tried[pair.other])
        for pair in found.collisions
        if {pair.one, pair.other} <= due and tried[pair.one] + tried[pair.other]
    ]
    for pair, requests in pairs[:_MOST_PAIRS]:
        what = "1 request of theirs is" if requests == 1 else f"{requests} of their requests are"
        yield f"{pair.one} and {pair.other} collide (lexical {pair.lexical:.2f}): {what} tried"
    more = len(pairs) - _MOST_PAIRS
    if more > 0:
        what = "1 more pair collides" if more == 1 else f"{more} more pairs collide"
        yield f"{what}, and requests of theirs are tried; skilleval collisions lists them"


def _print_table(found: ChangeSet, tried: Counter[str], *, everyday: bool) -> None:
    console = Console()
    if not found.changes:
        console.print("no skill changed")
        _print_notes(found)
        return
    table = Table("skill", "path", "what", "parts", "would run", "baseline", box=None, pad_edge=False)
    for change in found.changes:
        runs = _runs(change, everyday=everyday)
        only = f"review only: {_reason(change, runs)}".removesuffix(": ")
        would = [f"{number} {name}" for name, number in runs.items() if number] or [only]
        base = change.baseline.sha
        cells = (
            change.name,
            change.path,
            change.kind,
            ", ".join(change.parts) or "–",
            change.problem or ", ".join(would),
            "–" if change.is_unread else f"{change.baseline.kind} {base[:12] if base else ''}".strip(),
        )
        table.add_row(*(Text(one_line(cell)) for cell in cells))
    console.print(table)
    for line in (*_pairs_tried(found, tried), *same_name_lines(namesakes(found))):
        console.print(Text(one_line(line)))
    _print_notes(found)


def _print_notes(found: ChangeSet) -> None:
    """Say on stderr what the table has no place for: rules that applied, what is left out, broken evals."""
    lines = [f"{change.name}: {note}" for change in found.changes for note in change.notes]
    for change in found.changes:
        errors = [one for one in change.head_suite.problems if one.level == "error"]
        lines += [f"{change.name}: {one.path} {one.where}: {one.message}" for one in errors[:_MOST_ERRORS]]
        more = len(errors) - _MOST_ERRORS
        lines += (
            [f"{change.name}: {more} more faults in its evals; skilleval lint lists them"] if more > 0 else []
        )
    for line in (*lines, *found.notes):
        print(f"note: {one_line(line)}", file=sys.stderr)  # noqa: T201
