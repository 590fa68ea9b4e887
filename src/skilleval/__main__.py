"""`python -m skilleval` is the command `skilleval`."""

import sys

from skilleval.cli import main

if __name__ == "__main__":
    sys.exit(main())
