"""What the security review costs, in CPU seconds: `PYTHONPATH=src python scripts/bench_review.py [SKILLS]`.

Beside it in the same run: bandit and semgrep alone on the same skills, and the peer scanner if its command
`skill-scanner` is on the path (install it into an environment of its own). CPU = user and system, children
included: the sturdier number on a busy machine.
"""

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from review_corpora import bundle_of

from skilleval.domain.bundle import Bundle
from skilleval.domain.policy import ReviewPolicy
from skilleval.ports import Scanner
from skilleval.review import review_bundles
from skilleval.review.reading import reading_of
from skilleval.review.scan import scan_readings
from skilleval.review.scanners.bandit import BanditScanner
from skilleval.review.scanners.semgrep import SemgrepScanner

PARAGRAPH = "Read the table, sort its rows by column {n}, and show the result to the user.\n\n"
SCRIPT = (
    "import csv\nimport sys\n\nrows = sorted(csv.reader(sys.stdin), key=lambda row: row[{n}])\nprint(rows)\n"
)
PEER = "skill-scanner"


def skills(count: int) -> list[Bundle]:
    """Return so many distinct skills of about 160 lines of text and one script."""
    return [
        bundle_of(
            f"skills/tidy-{n}",
            {
                "SKILL.md": ("100644", (HEAD.format(n=n) + PARAGRAPH.format(n=n) * 80).encode()),
                "scripts/tidy.py": ("100644", SCRIPT.format(n=n).encode()),
            },
        )
        for n in range(count)
    ]


HEAD = "---\nname: tidy-{n}\ndescription: Sorts tables by column {n}. Use for tables.\n---\n\n# Tidy\n\n"


def cpu_of(work: Callable[[], object]) -> float:
    """Return the CPU seconds that work takes, its child processes included."""
    before = _cpu()
    work()
    return _cpu() - before


def _cpu() -> float:
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _alone(scanner: Scanner, some: list[Bundle]) -> Callable[[], object]:
    return lambda: scan_readings([reading_of(skill, ReviewPolicy(), {}) for skill in some], [scanner])


def _peer(some: list[Bundle]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for skill in some:
            for file in skill.files:
                place = Path(folder, skill.name, file.path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(file.content)
        subprocess.run([PEER, "scan-all", folder], check=False, capture_output=True)


def _measure(number: int) -> None:
    some, both = skills(number), (SemgrepScanner(), BanditScanner())
    rules = cpu_of(lambda: review_bundles(some, ()))
    whole = cpu_of(lambda: review_bundles(some, both))
    semgrep, bandit = (cpu_of(_alone(scanner, some)) for scanner in both)
    rows = {
        "rules only": rules,
        "with semgrep and bandit": whole,
        "semgrep alone": semgrep,
        "bandit alone": bandit,
    }
    for name, seconds in rows.items():
        print(f"{number:5} skills  {name:26} {seconds:8.2f} CPU s")
    print(f"{number:5} skills  {'ours over both alone':26} {whole / (semgrep + bandit):8.2f} times")
    if shutil.which(PEER):
        print(f"{number:5} skills  {PEER:26} {cpu_of(lambda: _peer(some)):8.2f} CPU s")
    else:
        print(f"{number:5} skills  {PEER:26} skipped: its command is not on the path")


def main() -> None:
    """Print one line for each measurement."""
    for number in (3, int(sys.argv[1]) if len(sys.argv) > 1 else 200):
        _measure(number)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
