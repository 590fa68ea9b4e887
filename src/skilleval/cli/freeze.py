"""`skilleval freeze` and `pin`: what must not change unseen, tied to a digest."""

from pathlib import Path
from typing import Annotated

import typer

from skilleval.changes.freeze import check_freeze, freeze_folder
from skilleval.changes.pins import LOCK_FILE, lock_text, pin_skills
from skilleval.cli.options import Json, Repo
from skilleval.cli.output import print_json
from skilleval.domain.policy import Scope
from skilleval.wiring_checkout import open_checkout


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
        print(f"{found.state}: {found.digest}  {found.folder} ({found.files} files)")  # noqa: T201
    return 0 if found.state == "frozen" else 1


def pin(
    commit: Annotated[str, typer.Option("--commit", help="The release to pin, for example v1.2.0.")] = "HEAD",
    repo: Repo = Path(),
    as_json: Json = False,
) -> int:
    """Write skilleval.lock: version, commit and digest of each skill, for `baseline: pinned`.

    Example: skilleval pin --commit v1.2.0
    """
    checkout = open_checkout(repo, base=commit, head=commit)
    lock = pin_skills(checkout.repository, checkout.base_sha, Scope())
    path = checkout.repository.path / LOCK_FILE
    path.write_text(lock_text(lock), encoding="utf-8")
    if as_json:
        print_json(lock.model_dump(mode="json"))
    else:
        print(f"{len(lock.skills)} skills pinned in {path}")  # noqa: T201
    return 0
