"""The one importer of PyGithub: requests, pages, and our own retry instead of its.

Its own retry never repeats a PATCH, repeats a POST after a 502 (a second comment), and knows no end
of waiting; its throttle costs a second a write. Both are off here.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from skilleval.forges.github.faults import Errand, fault
from skilleval.forges.github.retry import Patience, Tries, Trouble
from skilleval.ports import JsonObject

if TYPE_CHECKING:
    from github.Requester import Requester

PAGE_SIZE: Final = 100
MOST_PAGES: Final = 300
Body = Mapping[str, object]


@dataclass(frozen=True)
class Access:
    """Where GitHub is and with which token we speak."""

    api_url: str
    token: str = field(repr=False)
    timeout_s: int = 20


@dataclass(frozen=True)
class _Call:
    verb: str
    path: str
    parameters: Mapping[str, str | int] = field(default_factory=dict)
    body: Body | None = None


class GitHubApi:
    """GitHub's REST API as plain data. All raise the errors of `faults`."""

    def __init__(self, access: Access, patience: Patience) -> None:
        """Connect when first asked."""
        self._access = access
        self._patience = patience
        self._requester: Requester | None = None

    def get(self, errand: Errand, path: str, **parameters: str | int) -> JsonObject:
        """Return one resource."""
        return _object(self._ask(errand, _Call("GET", path, parameters))[1])

    def pages(self, errand: Errand, path: str, *, key: str = "", **more: str | int) -> Iterator[JsonObject]:
        """Yield the items of all pages, in GitHub's order; `key` names them where they are wrapped."""
        for page in range(1, MOST_PAGES + 1):
            call = _Call("GET", path, {**more, "per_page": PAGE_SIZE, "page": page})
            headers, data = self._ask(errand, call)
            rows = _object(data).get(key) if key else data
            yield from (_object(row) for row in (rows if isinstance(rows, list) else []))
            if 'rel="next"' not in headers.get("link", ""):
                return

    def patch(
        self, errand: Errand, path: str, body: Body, *, is_done: Callable[[], bool] = lambda: False
    ) -> None:
        """Change a resource. Before a change whose reply was lost is repeated, `is_done` is asked."""
        self._ask(errand, _Call("PATCH", path, body=body), find=lambda: {} if is_done() else None)

    def delete(self, errand: Errand, path: str) -> None:
        """Remove a resource."""
        self._ask(errand, _Call("DELETE", path))

    def query(self, errand: Errand, text: str) -> JsonObject:
        """Return the answer to a GraphQL query without variables."""
        call = _Call("POST", self._open().graphql_url, body={"query": text, "variables": {}})
        return _object(self._ask(errand, call)[1])

    def post(
        self, errand: Errand, path: str, body: Body, *, find: Callable[[], JsonObject | None]
    ) -> JsonObject:
        """Make a resource, once: before a POST whose reply was lost is repeated, `find` looks for it."""
        return _object(self._ask(errand, _Call("POST", path, body=body), find=find)[1])

    def _ask(
        self, errand: Errand, call: _Call, *, find: Callable[[], JsonObject | None] = lambda: None
    ) -> tuple[Mapping[str, str], object]:
        tries = Tries(self._patience)
        while True:
            reply = self._try(call)
            if not isinstance(reply, Trouble):
                return reply
            goes_on = tries.wait(reply)
            found = find() if reply.may_have_acted else None
            if found is not None:
                return {}, found
            if not goes_on:
                raise fault(errand, reply)

    def _try(self, call: _Call) -> tuple[Mapping[str, str], object] | Trouble:
        import requests  # noqa: PLC0415  (comes with PyGithub, and only GitHub runs pay for it)
        from github import GithubException  # noqa: PLC0415

        try:
            headers, data = self._open().requestJsonAndCheck(
                call.verb,
                call.path,
                parameters=dict(call.parameters),
                input=None if call.body is None else dict(call.body),
            )
        except GithubException as exc:
            message = exc.data.get("message") if isinstance(exc.data, dict) else None
            return Trouble(exc.status, str(message or ""), _lower(exc.headers))
        except (requests.exceptions.RequestException, ValueError, RuntimeError) as exc:
            return Trouble(0, type(exc).__name__)  # no reply, half a reply, or a redirect elsewhere
        return _lower(headers), data

    def _open(self) -> "Requester":
        if self._requester is None:
            import github  # noqa: PLC0415  (0.4 s: only GitHub runs pay for it)

            logging.getLogger("github").setLevel(logging.CRITICAL)  # it logs replies, which are foreign text
            self._requester = github.Github(
                auth=github.Auth.Token(self._access.token),
                base_url=self._access.api_url,
                timeout=self._access.timeout_s,
                user_agent="skilleval",
                retry=None,
                seconds_between_requests=None,
                seconds_between_writes=None,
            ).requester
        return self._requester


def _lower(headers: Mapping[str, object] | None) -> dict[str, str]:
    return {str(key).lower(): str(value) for key, value in (headers or {}).items()}


def _object(data: object) -> JsonObject:
    return {str(key): value for key, value in data.items()} if isinstance(data, dict) else {}
