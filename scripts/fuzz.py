"""Fuzz the readers of foreign files for some minutes, each round with another seed.

Usage: python scripts/fuzz.py [--seconds N] [--seed N]   (make fuzz FUZZ_SECONDS=300)

Runs tests/e2e/test_changes_fuzz.py again and again. A failing input is shrunk and printed; hypothesis keeps
it in .hypothesis/, where every later run of the test tries it first. Put it below the test as an `@example`:
that is how seeds are kept for everybody. Not part of CI, which tries few inputs each time.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ("tests/e2e/test_changes_fuzz.py", "tests/unit/changes/test_yaml_text.py")
EXAMPLES_A_ROUND = 250


def main(seconds: float, seed: int) -> int:
    """Run rounds until the time is up; return 1 at the first failure."""
    end = time.monotonic() + seconds
    rounds = 0
    while time.monotonic() < end or not rounds:
        argv = [sys.executable, "-m", "pytest", "-q", *TESTS, f"--hypothesis-seed={seed + rounds}"]
        environment = {**os.environ, "SKILLEVAL_EXAMPLES": str(EXAMPLES_A_ROUND)}
        done = subprocess.run(argv, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout[-20_000:])
            print(f"seed {seed + rounds}: add the falsifying example to the test as @example")
            return 1
        rounds += 1
        print(f"seed {seed + rounds - 1}: {EXAMPLES_A_ROUND} inputs a test, nothing found", flush=True)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Fuzz the readers of foreign files.")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked = parser.parse_args()
    sys.exit(main(asked.seconds, asked.seed))
