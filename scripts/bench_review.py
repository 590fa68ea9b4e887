"""What the security review costs, in CPU seconds.

    PYTHONPATH=src python scripts/bench_review.py [--skills N] [--peer-skills N] [FOLDER ...]

Without folders the skills are made up; with folders they are N of the skills below them, evenly spaced.
Beside it in the same run, with the same rules and the same files: the commands `semgrep` and `bandit` as they
run by themselves (semgrep with as many jobs as it likes), both as we call them, and the peer
scanner if its command `skill-scanner` is on the path (`pip install cisco-ai-skill-scanner` into an
environment of its own). CPU = user and system, children included: the sturdier number on a busy machine.
Memory is the greatest of this process and of any child.
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
from skilleval.domain.finding import Finding
from skilleval.domain.policy import ReviewPolicy
from skilleval.ports import ScanFile, Scanner
from skilleval.review import review_bundles
from skilleval.review.reading import Memo, reading_of
from skilleval.review.scan import scan_readings
from skilleval.review.scanners.bandit import FLAGS, BanditScanner
from skilleval.review.scanners.child import run_python, write_files
from skilleval.review.scanners.semgrep import RULES_FILE, SemgrepScanner

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
    readings = [reading_of(skill, ReviewPolicy(), Memo()) for skill in some]
    scan_readings(readings, ())
    return cpu_of(lambda: scan_readings(readings, [scanner]))


def _commands(some: Sequence[Bundle]) -> tuple[float, float]:
    """Return what the commands `semgrep` and `bandit` take for the same files with the same rules."""
    kept = _Kept()
    scan_readings([reading_of(skill, ReviewPolicy(), Memo()) for skill in some], [kept])
    semgrep = ["-c", _START, *_FLAGS, f"--config={RULES_FILE}"]
    return (
        _command("semgrep", semgrep, kept.given),
        _command("bandit", ["-m", "bandit", *FLAGS], [f for f in kept.given if f.path.endswith(".py")]),
    )


def _command(name: str, arguments: Sequence[str], files: Sequence[ScanFile]) -> float:
    """Return what a command takes for files, given by name."""
    if not files:
        return 0.0
    with tempfile.TemporaryDirectory(prefix="skilleval-bench-") as root:
        folder = Path(root, "files")
        folder.mkdir()
        write_files(folder, files)
        line = [*arguments, "--", *(file.path for file in files)]
        return cpu_of(lambda: run_python(name, line, folder=folder, timeout_s=3600))


class _Kept:
    """A scanner that keeps the files it is given."""

    name = "kept"

    def __init__(self) -> None:
        self.given: tuple[ScanFile, ...] = ()

    def version(self) -> str:
        return "1"

    def scan(self, skill: str, files: Sequence[ScanFile]) -> tuple[Finding, ...]:  # noqa: ARG002 - as the port has it
        self.given = tuple(files)
        return ()


_START = "from semgrep.console_scripts.pysemgrep import main; main()"
_FLAGS = (
    "scan", "--quiet", "--json", "--metrics=off", "--disable-version-check", "--disable-nosem",
    "--no-git-ignore", "--x-ignore-semgrepignore-files", "--no-rewrite-rule-ids", "--max-target-bytes=0",
    "--timeout=10", "--timeout-threshold=0", "--max-memory=2000",
)  # fmt: skip


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
    semgrep, bandit = _commands(some)
    commands = _row(number, "semgrep, its command", semgrep) + _row(number, "bandit, its command", bandit)
    called = _row(number, "semgrep as we call it", _alone(SemgrepScanner(), some))
    called += _row(number, "bandit as we call it", _alone(BanditScanner(), some))
    whole = _row(
        number, "ours with both", cpu_of(lambda: review_bundles(some, (SemgrepScanner(), BanditScanner())))
    )
    for name, other in (("the two commands", commands), ("the two as we call them", called)):
        print(f"{number:5} skills  {'ours over ' + name:34} {whole / other:8.2f} times", flush=True)
    _row(number, "ours, rules only", cpu_of(lambda: review_bundles(some, ())))
    few = some[:peer_skills]
    if shutil.which(PEER):
        _row(len(few), PEER, _peer(few))
    else:
        print(f"{len(few):5} skills  {PEER:34} skipped: its command is not on the path")


def _row(number: int, name: str, seconds: float) -> float:
    print(f"{number:5} skills  {name:34} {seconds:8.2f} CPU s", flush=True)
    return seconds


def main() -> None:
    """Print one line for each measurement."""
    parser = argparse.ArgumentParser(description="What the security review costs.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--skills", type=int, default=200)
    parser.add_argument("--peer-skills", type=int, default=60)
    arguments = parser.parse_args()
    some = _some(arguments.folders, arguments.skills) if arguments.folders else skills(arguments.skills)
    for part in (some[:3], some):
        _measure(part, peer_skills=arguments.peer_skills)
    sizes = [file.size_bytes for skill in some for file in skill.files]
    print(f"{sum(sizes) / 1e6:.1f} MB in {len(sizes)} files; peak memory {_peak(resource.RUSAGE_SELF)} MB")
    print(f"peak memory of a child {_peak(resource.RUSAGE_CHILDREN)} MB")


def _some(folders: Sequence[Path], count: int) -> list[Bundle]:
    """Return so many of the skills below the folders, evenly spaced."""
    places = sorted({file.parent for folder in folders for file in folder.rglob("SKILL.md")})
    chosen = (
        [places[number * len(places) // count] for number in range(count)] if len(places) > count else places
    )
    return [next(iter(skills_in(place, ""))) for place in chosen]


def _peak(who: int) -> int:
    return resource.getrusage(who).ru_maxrss // 1024


if __name__ == "__main__":
    main()
