"""GitHub as a forge: events, permissions, comment, check, status; every request retried by our own rules."""

from skilleval.forges.github.api import Access, GitHubApi
from skilleval.forges.github.checks import (
    CheckId,
    GitHubCheck,
    close_older,
    close_own,
    closing,
    list_checks,
)
from skilleval.forges.github.faults import RightMissing
from skilleval.forges.github.forge import GitHubForge
from skilleval.forges.github.pulls import commits_of
from skilleval.forges.github.repository import GitHubRepository
from skilleval.forges.github.retry import Patience
from skilleval.forges.github.standing import Standing
from skilleval.forges.github.statuses import CONTEXT, CONTEXT_BESIDE_CHECK, GitHubStatus
from skilleval.forges.github.thread import GitHubThread

__all__ = [
    "CONTEXT",
    "CONTEXT_BESIDE_CHECK",
    "Access",
    "CheckId",
    "GitHubApi",
    "GitHubCheck",
    "GitHubForge",
    "GitHubRepository",
    "GitHubStatus",
    "GitHubThread",
    "Patience",
    "RightMissing",
    "Standing",
    "close_older",
    "close_own",
    "closing",
    "commits_of",
    "list_checks",
]
