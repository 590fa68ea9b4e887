"""Show that the published skill-creator reads what `skilleval export --layout skill-creator` writes.

Usage: python scripts/check_skill_creator.py SKILL_CREATOR_FOLDER RUN_FOLDER

SKILL_CREATOR_FOLDER is `skills/skill-creator` of a checkout of anthropics/skills; nothing of it is kept.
Prints, for each skill, our difference beside the one that its aggregator works out, and whether its viewer
rendered. Not part of CI: the folder is somebody else's.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from skilleval.report.skill_creator import export_skill_creator
from skilleval.run_folder import RunFolder


def main(creator: Path, run: Path) -> int:
    """Export the run, let both published scripts read it, and return 0 when all agree."""
    folder = RunFolder.open(run)
    report = folder.load_report()
    trials = folder.load_trials(report.plan) if report.plan else ()
    agree = True
    with tempfile.TemporaryDirectory() as scratch:
        for path, data in export_skill_creator(report, trials).items():
            target = Path(scratch, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        for iteration in sorted(Path(scratch).glob("*-workspace/iteration-1")):
            agree = _check(creator.resolve(), iteration) and agree
    return 0 if agree else 1


def _check(creator: Path, iteration: Path) -> bool:
    ours = json.loads((iteration / "benchmark.json").read_bytes())["run_summary"].get("delta")
    again = iteration / "theirs.json"
    aggregate = [
        sys.executable,
        str(creator / "scripts/aggregate_benchmark.py"),
        str(iteration),
        "-o",
        str(again),
    ]
    subprocess.run(aggregate, check=True, capture_output=True)
    theirs = json.loads(again.read_bytes())["run_summary"].get("delta")
    page = iteration / "review.html"
    viewer = [sys.executable, str(creator / "eval-viewer/generate_review.py"), str(iteration)]
    flags = ["--static", str(page), "--benchmark", str(iteration / "benchmark.json")]
    subprocess.run([*viewer, *flags], check=True, capture_output=True)
    shown = page.is_file() and "(No prompt found)" not in page.read_text("utf-8")
    name = iteration.parent.name
    print(f"{name}: ours {ours}, theirs {theirs}, viewer {'read it' if shown else 'did not'}")
    return bool(ours == theirs and shown)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
