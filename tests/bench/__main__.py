"""`python -m tests.bench [calls] [cli]`: the lines of `make bench`; without words, all of them."""

import sys

from tests.bench.calls import bench_calls
from tests.bench.cli import bench_cli

BENCHES = {"calls": bench_calls, "cli": bench_cli}

if __name__ == "__main__":
    for name in sys.argv[1:] or BENCHES:
        for line in BENCHES[name]():
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
