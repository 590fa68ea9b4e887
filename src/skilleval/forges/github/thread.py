"""The conversation of one pull request: our own comments, all pages of it."""

from functools import cached_property

from skilleval.domain.value import CommitSha
from skilleval.forges.github.api import GitHubApi
from skilleval.forges.github.faults import READ_COMMENTS, WRITE_COMMENT, NotThere
from skilleval.forges.github.pulls import bare_login, own_login, read_pull
from skilleval.ports import JsonObject, Note


class GitHubThread:
    """A `Thread` on GitHub: a pull request's comments are those of its issue."""

    def __init__(self, api: GitHubApi, repository: str, number: int) -> None:
        """Speak on one pull request."""
        self._api = api
        self._number = number
        self._repository = repository
        self._path = f"/repos/{repository}/issues/{number}/comments"

    @cached_property
    def _login(self) -> str:
        return own_login(self._api)

    def head(self) -> CommitSha:
        """Return the head that the pull request has now."""
        head = read_pull(self._api, self._repository, self._number).get("head")
        return str(head.get("sha")) if isinstance(head, dict) else ""

    def own(self) -> tuple[Note, ...]:
        """Return every comment of ours, the oldest first."""
        found = [row for row in self._api.pages(READ_COMMENTS, self._path) if self._is_own(row)]
        return tuple(sorted((_note(row) for row in found), key=lambda note: note.id))

    def create(self, body: str) -> None:
        """Add a comment; after a lost reply it is looked for before it is written again."""

        def find() -> JsonObject | None:
            return next((note.model_dump() for note in self.own() if _same(note.body, body)), None)

        self._api.post(WRITE_COMMENT, self._path, {"body": body}, find=find)

    def edit(self, note: int, body: str) -> bool:
        """Change a comment; False when somebody removed it."""
        try:
            self._api.patch(WRITE_COMMENT, self._one(note), {"body": body})
        except NotThere:
            return False
        return True

    def delete(self, note: int) -> None:
        """Remove a comment; one that is gone already is fine."""
        try:
            self._api.delete(WRITE_COMMENT, self._one(note))
        except NotThere:
            return

    def _one(self, note: int) -> str:
        return f"/repos/{self._repository}/issues/comments/{note}"

    def _is_own(self, row: JsonObject) -> bool:
        user = row.get("user")
        return isinstance(user, dict) and bare_login(str(user.get("login"))) == self._login


def _note(row: JsonObject) -> Note:
    return Note.model_validate({"id": row.get("id"), "body": row.get("body") or ""})


def _same(one: str, other: str) -> bool:
    """Return whether two bodies are one: GitHub may change line ends and trim the end."""
    return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()
