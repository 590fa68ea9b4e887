"""Two refs of a checkout as the event: no network, no token."""

from dataclasses import dataclass

from skilleval.ports import JsonObject, Repository


@dataclass(frozen=True)
class LocalForge:
    """A person names two refs; their commits are pinned when the payload is asked for."""

    repository: Repository
    name: str
    """The repository's name in reports, for example `owner/skills` or a folder's name."""
    base: str
    head: str

    def payload(self) -> JsonObject:
        """Return the two refs with their commits; raises RepositoryError for an unknown ref."""
        return {
            "kind": "refs",
            "repository": self.name,
            "base": {"ref": self.base, "sha": self.repository.resolve(self.base)},
            "head": {"ref": self.head, "sha": self.repository.resolve(self.head)},
        }
