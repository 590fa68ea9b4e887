"""GitHub's own description of its API, against which every request of the bot is held."""

import json
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from tests.github_double.emulate import modules
from tests.github_double.proxy import Seen

if TYPE_CHECKING:
    from openapi_core import OpenAPI

_USED = (
    "/user",
    "/repos/{owner}/{repo}/pulls/{pull_number}",
    "/repos/{owner}/{repo}/pulls/{pull_number}/commits",
    "/repos/{owner}/{repo}/pulls/{pull_number}/files",
    "/repos/{owner}/{repo}/commits/{ref}",
    "/repos/{owner}/{repo}/compare/{basehead}",
    "/repos/{owner}/{repo}/git/blobs/{file_sha}",
    "/repos/{owner}/{repo}/git/commits/{commit_sha}",
    "/repos/{owner}/{repo}/git/trees/{tree_sha}",
    "/repos/{owner}/{repo}/tags",
    "/repos/{owner}/{repo}/collaborators/{username}/permission",
    "/repos/{owner}/{repo}/issues/{issue_number}/comments",
    "/repos/{owner}/{repo}/issues/comments/{comment_id}",
    "/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
    "/repos/{owner}/{repo}/check-runs",
    "/repos/{owner}/{repo}/check-runs/{check_run_id}",
    "/repos/{owner}/{repo}/commits/{ref}/check-runs",
    "/repos/{owner}/{repo}/commits/{ref}/statuses",
    "/repos/{owner}/{repo}/statuses/{sha}",
)
"""All that the bot may ask for. Anything else is an objection."""


@cache
def _description() -> "OpenAPI":
    from openapi_core import Config, OpenAPI

    file = modules() / "@octokit" / "openapi" / "generated" / "api.github.com.json"
    whole = json.loads(file.read_bytes())
    whole["paths"] = {path: whole["paths"][path] for path in _USED}
    # the description is GitHub's; to validate all of it again would take most of a minute
    return OpenAPI.from_dict(whole, config=Config(spec_validator_cls=None))


def objection(seen: Seen) -> str:
    """Return what GitHub's description has against a request; empty when it is fine."""
    from openapi_core.exceptions import OpenAPIError
    from openapi_core.testing import MockRequest

    url = urlsplit(seen.path)
    if url.path == "/graphql":
        return ""  # not REST, and in no such description
    args: dict[str, Any] = {key: values[-1] for key, values in parse_qs(url.query).items()}
    data = None if seen.body is None else json.dumps(seen.body).encode()
    request = MockRequest(
        "https://api.github.com",
        seen.method.lower(),
        url.path,
        args=args,
        data=data,
        content_type="application/json",
    )
    try:
        _description().validate_request(request)
    except OpenAPIError as exc:
        causes = getattr(exc.__cause__, "schema_errors", ())
        details = "; ".join(str(getattr(error, "message", error))[-200:] for error in causes)
        return f"{seen.method} {seen.path}: {str(exc)[:200]} {details[:1000]}"
    return ""
