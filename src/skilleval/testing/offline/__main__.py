"""`python -m skilleval.testing.offline --port N`: serve until interrupted."""

import argparse

import uvicorn

from skilleval.testing.offline.app import create_app


def main() -> None:
    """Serve the offline model on the loopback address."""
    parser = argparse.ArgumentParser(prog="python -m skilleval.testing.offline", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765)
    arguments = parser.parse_args()
    uvicorn.run(create_app(), host=arguments.host, port=arguments.port, log_level="warning")


if __name__ == "__main__":
    main()
