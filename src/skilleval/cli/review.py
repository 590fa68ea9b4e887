"""`skilleval review` and `rules`: the security review of folders, or of what a change introduces."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from skilleval import __version__
from skilleval.changes import detect_changes
from skilleval.changes.lint.disk import read_bundles_and_problems
from skilleval.cli.options import Json, Repo, settings_for
from skilleval.cli.output import print_as, print_json, print_lines, print_text
from skilleval.cli.progress import open_progress
from skilleval.domain.finding import SEVERITIES, Finding, Review, Severity
from skilleval.domain.policy import Scope
from skilleval.errors import ConfigError, ScannerError
from skilleval.event import parse_event
from skilleval.report.findings import remarks_of
from skilleval.report.reporters.sarif import sarif_text
from skilleval.review import (
    as_github,
    as_json,
    as_markdown,
    as_text,
    review_bundles,
    review_changes,
    rule_table,
    unhurried,
    unread_skill,
)
from skilleval.settings import ReviewSettings
from skilleval.wiring import rule_docs
from skilleval.wiring_checkout import SystemClock, open_checkout
from skilleval.wiring_review import scanners

Format = Literal["text", "json", "sarif", "github", "markdown"]


def review(
    paths: Annotated[list[Path] | None, typer.Argument(help="Folders with skills, without a base.")] = None,
    base: Annotated[str | None, typer.Option("--base", help="Review what differs from this ref.")] = None,
    head: Annotated[str, typer.Option("--head", help="The side to judge.")] = "HEAD",
    repo: Repo = Path(),
    form: Annotated[Format, typer.Option("--format", help="How to write the findings.")] = "text",
    as_json: Json = False,
) -> int:
    """Review skills for security. Exit 1 when something at or above review.block-at is introduced.

    Example: skilleval review --base main --head HEAD --format sarif
    """
    if base is not None and paths:
        raise ConfigError("name folders, or --base and --head, not both", hint="skilleval review skills/")
    with open_progress() as progress:
        progress.stage(3, "security review")
        tell = unhurried(progress.note)
        if base is None:
            reviews, block_at = _of_folders(paths or [Path()], tell), ReviewSettings().block_at
        else:
            reviews, block_at = _of_refs(repo, base, head, tell)
    failed = next((one.error for one in reviews if one.error), "")
    if failed:
        raise ScannerError(failed, hint="nothing can be said of these skills: run it again")
    print_as("json" if as_json else form, _written(reviews, "json" if as_json else form))
    return 1 if any(_blocks(finding, block_at) for one in reviews for finding in one.of("introduced")) else 0


def rules(
    what: Annotated[str | None, typer.Argument(help="`show` prints one rule's page.")] = None,
    rule: Annotated[str | None, typer.Argument(help="The rule's id.")] = None,
    as_json: Json = False,
) -> int:
    """List the rules of the security review, or print the page of one.

    Example: skilleval rules show pipe-to-shell
    """
    table = rule_table()
    if what is None:
        _list_rules(as_json=as_json)
        return 0
    found = next((row for row in table if row.id == rule), None)
    if what != "show" or found is None:
        raise ConfigError(f"no rule {rule or what!r}", hint="skilleval rules lists them; then: rules show ID")
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        print_text(found.page)
    return 0


def _list_rules(*, as_json: bool) -> None:
    table = rule_table()
    if as_json:
        print_json([row.model_dump(mode="json", exclude={"page"}) for row in table])
        return
    wide = max(len(row.id) for row in table)
    print_lines(
        [f"{row.id:<{wide}}  {row.severity:<8}  {row.scanner:<9}  {row.family}: {row.title}" for row in table]
    )


def _of_refs(
    repo: Path, base: str, head: str, tell: Callable[[str], None]
) -> tuple[tuple[Review, ...], Severity]:
    """Return the reviews of what differs, and the severity from which on the base's settings block."""
    checkout = open_checkout(repo, base=base, head=head)
    settings = settings_for(checkout, {}, needs_key=False)
    changes = detect_changes(parse_event(checkout.payload()), checkout.repository, settings.scope())
    reviews = review_changes(changes, scanners(), today=SystemClock().now().date(), tell=tell)
    return reviews, settings.review.block_at


def _of_folders(paths: Sequence[Path], tell: Callable[[str], None]) -> tuple[Review, ...]:
    """Return the reviews of the skills below folders; one that cannot be read hides none of the others."""
    read = [read_bundles_and_problems(path, Scope()) for path in paths]
    bundles = [bundle for some, _ in read for bundle in some]
    unread = [unread_skill(*problem) for _, problems in read for problem in problems]
    return (*review_bundles(bundles, scanners(), tell=tell), *unread)


def _written(reviews: Sequence[Review], form: Format) -> str:
    if form == "sarif":
        return sarif_text(remarks_of(reviews), rule_docs(), version=__version__, category="review")
    writers = {"text": as_text, "json": as_json, "github": as_github, "markdown": as_markdown}
    return writers[form](reviews)


def _blocks(finding: Finding, block_at: Severity) -> bool:
    is_severe = SEVERITIES.index(finding.severity) >= SEVERITIES.index(block_at)
    return finding.incomplete or (is_severe and finding.confidence == "high")
