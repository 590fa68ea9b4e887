"""Run the lint and the detection over other people's repositories, and print a table in Markdown.

Usage: python scripts/survey.py OWNER/NAME=FOLDER [...] > docs/survey.md

Each folder is a whole clone. The lint looks at its working tree, the detection at each of its last 50
commits against the first parent. Nothing of the repositories is kept but counts. Not part of CI.
"""

import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from skilleval.changes import detect_changes
from skilleval.changes.lint import LintReport, github_text, lint_changes, lint_paths, plain_text
from skilleval.domain.change import ChangeSet
from skilleval.domain.policy import Scope
from skilleval.domain.request import Request
from skilleval.errors import SkillevalError
from skilleval.forges.git import GitRepository

COMMITS = 50
LINT_TITLES = ("repository", "skills", "errors", "warnings", "notes", "seconds")
KINDS = ("added", "edited", "renamed", "removed")
ENDS = ("problems", "refusals", "crashes", "slowest, s")
CHANGE_TITLES = ("repository", "commits", *KINDS, "tasks read", "queries read", *ENDS)
HEAD = """# Survey

What the lint and the detection make of public repositories, {count} from {owners} owners, looked at on {day}
by `scripts/survey.py`. Only counts are kept. A crash is any error that is not one of ours; a refusal is one
of ours, with a way out. Times are of one slow, busy machine, for comparing rows.
"""


@dataclass
class Row:
    """What was found in one repository."""

    name: str
    lint: LintReport = field(default_factory=LintReport)
    lint_s: float = 0.0
    commits: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)
    tasks: int = 0
    queries: int = 0
    problems: int = 0
    refusals: int = 0
    crashes: int = 0
    slowest_s: float = 0.0


def survey(name: str, folder: Path) -> Row:
    """Return what the lint and the detection say of one repository."""
    row = Row(name)
    started = time.perf_counter()
    try:
        row.lint = lint_paths([folder])
        plain_text(row.lint)
        github_text(row.lint)
    except SkillevalError:
        row.refusals += 1
    except Exception:  # noqa: BLE001 - to count them is what this script is for
        row.crashes += 1
        traceback.print_exc()
    row.lint_s = time.perf_counter() - started
    for base, head in pairs(folder):
        one_commit(row, GitRepository(folder), base, head)
    return row


def pairs(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (first parent, commit) of the last commits."""
    argv = ["git", "-C", str(folder), "log", f"-{COMMITS}", "--format=%P %H", "--first-parent"]
    for line in subprocess.run(argv, capture_output=True, check=True, text=True).stdout.splitlines():
        *parents, head = line.split()
        if parents:
            yield parents[0], head


def one_commit(row: Row, repository: GitRepository, base: str, head: str) -> None:
    """Add what one commit changes to the row."""
    request = Request(
        kind="refs",
        repository=row.name,
        base_ref=base,
        head_ref=head,
        base_sha=base,
        head_sha=head,
        trust="local",
    )
    started = time.perf_counter()
    try:
        found = detect_changes(request, repository, Scope())
        lint_changes(found)
        found.model_dump_json()
        add(row, found)
    except SkillevalError as exc:
        row.refusals += 1
        print(f"{row.name} {head[:12]}: {exc}", file=sys.stderr)
    except Exception:  # noqa: BLE001 - to count them is what this script is for
        row.crashes += 1
        traceback.print_exc()
    row.commits += 1
    row.slowest_s = max(row.slowest_s, time.perf_counter() - started)


def add(row: Row, found: ChangeSet) -> None:
    """Count the changes of one commit."""
    for change in found.changes:
        row.kinds[change.kind] += 1
        row.parts.update(change.parts)
        row.problems += bool(change.problem)
        row.tasks += len(change.head_suite.tasks)
        row.queries += len(change.head_suite.queries)


def table(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def lint_row(row: Row) -> tuple[object, ...]:
    """Return the cells of the lint's table."""
    counts = (row.lint.count(level) for level in ("error", "warning", "note"))
    return (row.name, len(row.lint.skills), *counts, f"{row.lint_s:.1f}")


def change_row(row: Row) -> tuple[object, ...]:
    """Return the cells of the detection's table."""
    kinds = (row.kinds[kind] for kind in KINDS)
    read = (row.tasks, row.queries)
    ends = (row.problems, row.refusals, row.crashes, f"{row.slowest_s:.1f}")
    return (row.name, row.commits, *kinds, *read, *ends)


def page(rows: Sequence[Row], day: str) -> str:
    """Return the whole page."""
    owners = len({row.name.split("/")[0] for row in rows})
    lint = [lint_row(row) for row in rows]
    changes = [change_row(row) for row in rows]
    rules = Counter(remark.rule for row in rows for remark in row.lint.remarks)
    parts: Counter[str] = sum((row.parts for row in rows), Counter())
    return "\n".join(
        [
            HEAD.format(count=len(rows), owners=owners, day=day),
            "## Lint of the working tree\n",
            table(LINT_TITLES, lint),
            f"## Detection over the last {COMMITS} commits\n",
            table(CHANGE_TITLES, changes),
            "## Rules that spoke\n",
            table(("rule", "remarks"), rules.most_common()),
            "## Parts that changed\n",
            table(("part", "changes"), parts.most_common()),
        ]
    )


def main(arguments: Sequence[str]) -> int:
    """Print the page; return 1 where anything crashed."""
    rows = []
    for argument in arguments:
        name, _, folder = argument.partition("=")
        print(name, file=sys.stderr)
        rows.append(survey(name, Path(folder)))
    print(page(rows, datetime.now(UTC).date().isoformat()), end="")
    return 1 if any(row.crashes for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
