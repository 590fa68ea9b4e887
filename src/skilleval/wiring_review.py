"""The third-party scanners of a review; as a program, the process in which a run's review takes place."""

from skilleval.ports import Scanner
from skilleval.review.reviewers import serve_review
from skilleval.review.scanners.bandit import BanditScanner
from skilleval.review.scanners.semgrep import SemgrepScanner


def scanners() -> tuple[Scanner, ...]:
    """Return the third-party scanners that every review uses."""
    return (SemgrepScanner(), BanditScanner())


if __name__ == "__main__":
    serve_review(scanners())
