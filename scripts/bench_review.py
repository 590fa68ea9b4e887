"""What the security review costs, in CPU seconds.

    PYTHONPATH=src python scripts/bench_review.py [--skills N] [--peer-skills N] [FOLDER ...]

Without folders the skills are made up; with folders they are the first N skills below them.
Beside it in the same run: bandit and semgrep alone, same rules and same files, and the peer scanner
if its command `skill-scanner` is on the path (`pip install cisco-ai-skill-scanner` into an environment of its
own). CPU = user and system, children included: the sturdier number on a busy machine. Memory is the greatest
of this process, its children left out.
"""

import argparse
import json
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from review_corpora import bundle_of, skills_in

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


def _alone(scanner: Scanner, some: Sequence[Bundle]) -> float:
    """Return what a scanner takes without our reading of the files, which is made before."""
    readings = [reading_of(skill, ReviewPolicy(), {}) for skill in some]
    scan_readings(readings, ())
    return cpu_of(lambda: scan_readings(readings, [scanner]))


def _peer(some: Sequence[Bundle]) -> float:
    """Return what the peer scanner takes for the same skills, each in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="skilleval-bench-") as folder:
        for number, skill in enumerate(some):
            for file in skill.files:
                place = Path(folder, f"{number:04d}-{skill.name}", file.path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(file.content)
        command = [PEER, "scan-all", folder, "--format", "json"]
        done: list[subprocess.CompletedProcess[bytes]] = []
        seconds = cpu_of(lambda: done.append(subprocess.run(command, check=False, capture_output=True)))
    print(f"{len(some):5} skills  {PEER} says: {_said(done[0])}")
    return seconds


def _said(done: "subprocess.CompletedProcess[bytes]") -> str:
    """Return how many skills the peer scanned and what it found, or why it did not."""
    try:
        summary = json.loads(done.stdout[done.stdout.index(b"{") :])["summary"]
    except (ValueError, KeyError):
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return f"exit {done.returncode}, {words[-1][:200] if words else 'no report'}"
    return ", ".join(f"{name} {value}" for name, value in summary.items() if isinstance(value, int))


def _measure(some: Sequence[Bundle], *, peer_skills: int) -> None:
    number = len(some)
    semgrep = _row(number, "semgrep alone", _alone(SemgrepScanner(), some))
    bandit = _row(number, "bandit alone", _alone(BanditScanner(), some))
    both = (SemgrepScanner(), BanditScanner())
    whole = _row(number, "with semgrep and bandit", cpu_of(lambda: review_bundles(some, both)))
    times = whole / (semgrep + bandit)
    print(f"{number:5} skills  {'ours over both alone':26} {times:8.2f} times", flush=True)
    _row(number, "rules only", cpu_of(lambda: review_bundles(some, ())))
    few = some[:peer_skills]
    if shutil.which(PEER):
        _row(len(few), PEER, _peer(few))
    else:
        print(f"{len(few):5} skills  {PEER:26} skipped: its command is not on the path")


def _row(number: int, name: str, seconds: float) -> float:
    print(f"{number:5} skills  {name:26} {seconds:8.2f} CPU s", flush=True)
    return seconds


def main() -> None:
    """Print one line for each measurement."""
    parser = argparse.ArgumentParser(description="What the security review costs.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--skills", type=int, default=200)
    parser.add_argument("--peer-skills", type=int, default=60)
    arguments = parser.parse_args()
    known = [skill for folder in arguments.folders for skill in skills_in(folder, "")]
    some = known[: arguments.skills] if known else skills(arguments.skills)
    for part in (some[:3], some):
        _measure(part, peer_skills=arguments.peer_skills)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
