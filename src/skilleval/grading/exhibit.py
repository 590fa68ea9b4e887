"""What a check may look at: the evidence of one trial, and the files the agent was given."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from skilleval.domain.suite import Fixture
from skilleval.domain.trial import Evidence, FileEvidence


@dataclass(frozen=True)
class Reading:
    """The text of a target. `text` is None when there is none to read; `why` says why.

    `missing` = the agent left no such file: the statement about it fails. Otherwise a None means that
    the text was not kept, and nothing can be said.
    """

    text: str | None
    why: str = ""
    missing: bool = False


@dataclass(frozen=True)
class Exhibit:
    """Evidence and fixtures of one trial. A fixture that the agent left alone still lies there."""

    evidence: Evidence
    fixtures: tuple[Fixture, ...] = ()

    def paths(self) -> tuple[str, ...]:
        """Return the paths in the work folder at the end, sorted."""
        gone = {file.path for file in self.evidence.files if file.state == "deleted"}
        made = {file.path for file in self.evidence.files if file.state != "deleted"}
        given = {fixture.path for fixture in self.fixtures}
        return tuple(sorted((given | made) - gone))

    def find(self, path: str) -> str | None:
        """Return the path at the end that `path` (exact, or with `*`) names, or None."""
        wanted = plain_path(path)
        return next((known for known in self.paths() if known == wanted or fnmatchcase(known, wanted)), None)

    def read(self, target: str) -> Reading:
        """Return the text of `answer`, or of the file that `target` names."""
        if target == "answer":
            return Reading(self.evidence.answer)
        path = self.find(target)
        if path is None:
            return Reading(None, f"there is no file {target}", missing=True)
        made = next((file for file in self.evidence.files if file.path == path), None)
        if made is not None:
            return _reading_of(made)
        fixture = next(fixture for fixture in self.fixtures if fixture.path == path)
        return _decoded(fixture.content, path, size_bytes=fixture.size_bytes)

    def raw(self, path: str) -> bytes | None:
        """Return the bytes of a file at the end, or None when they were not kept."""
        found = self.find(path)
        made = next((file for file in self.evidence.files if file.path == found), None)
        if made is not None:
            return made.content or (made.text.encode() if made.text is not None else None)
        fixture = next((fixture for fixture in self.fixtures if fixture.path == found), None)
        return fixture.content or None if fixture is not None else None


def readable(evidence: Evidence) -> Evidence:
    """Return the evidence with texts that can be stored and sent: half characters become `?`."""

    def clean(text: str) -> str:
        return text.encode("utf-8", errors="replace").decode("utf-8")

    files = tuple(
        file if file.text is None else file.model_copy(update={"text": clean(file.text)})
        for file in evidence.files
    )
    return evidence.model_copy(update={"answer": clean(evidence.answer), "files": files})


def plain_path(path: str) -> str:
    """Return `path` without `./` and doubled slashes."""
    return str(PurePosixPath(path))


def _reading_of(file: FileEvidence) -> Reading:
    if file.text is not None:
        return Reading(file.text)
    return _decoded(file.content, file.path, size_bytes=file.size_bytes)


def _decoded(content: bytes, path: str, *, size_bytes: int) -> Reading:
    if not content and size_bytes:
        return Reading(None, f"the text of {path} was not kept ({size_bytes} bytes, binary or too long)")
    try:
        return Reading(content.decode("utf-8"))
    except UnicodeDecodeError:
        return Reading(None, f"{path} is binary ({size_bytes} bytes)")
