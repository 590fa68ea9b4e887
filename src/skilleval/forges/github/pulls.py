"""Pull requests, people and tokens: what is asked before anything runs."""

from typing import Final

from skilleval.domain.value import CommitSha
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.faults import (
    READ_PERMISSION,
    READ_PULL,
    READ_SELF,
    NotThere,
    Rejected,
    RightMissing,
)
from skilleval.ports import JsonObject

ACTIONS_LOGIN: Final = "github-actions"


def read_pull(api: GitHubApi, repository: str, number: int) -> JsonObject:
    """Return the pull request as it is now."""
    return api.get(READ_PULL, f"/repos/{repository}/pulls/{number}")


def read_permission(api: GitHubApi, repository: str, login: str) -> JsonObject | None:
    """Return what the permission endpoint says of a person; None for Apps and strangers."""
    try:
        return api.get(READ_PERMISSION, f"/repos/{repository}/collaborators/{login}/permission")
    except NotThere:
        return None


def commits_of(api: GitHubApi, repository: str, number: int) -> tuple[CommitSha, ...]:
    """Return the commits of a pull request, the newest first (GitHub lists 250 at most)."""
    rows = api.pages(READ_PULL, f"/repos/{repository}/pulls/{number}/commits")
    return tuple(str(row.get("sha")) for row in rows)[::-1]


def own_login(api: GitHubApi) -> str:
    """Return the login behind the token, without `[bot]`.

    An Actions or App token may not ask REST for its own user, but GraphQL tells it. Where neither
    answers, it is the Actions token: every other token has an owner who can be asked for.
    """
    try:
        login = _login_by_graphql(api) or api.get(READ_SELF, "/user").get("login")
    except (RightMissing, NotThere):
        login = None
    return bare_login(str(login or ACTIONS_LOGIN))


def bare_login(login: str) -> str:
    """Return a login without the suffix that REST adds to bots and GraphQL does not."""
    return login.removesuffix("[bot]")


def _login_by_graphql(api: GitHubApi) -> str | None:
    try:
        data = api.query(READ_SELF, "query { viewer { login } }").get("data")
    except (RightMissing, NotThere, Rejected):
        return None
    viewer = data.get("viewer") if isinstance(data, dict) else None
    return str(viewer["login"]) if isinstance(viewer, dict) and viewer.get("login") else None
