"""What claims are held against: the documents of a trial, its actions, and the text that makes claims."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import PurePosixPath

from skilleval.domain.suite import Task
from skilleval.domain.trial import Evidence
from skilleval.grading.claims.text import Block, Sentence, blocks, sentences

TEXT_LIMIT = 200_000
"""Characters of a text that are searched for claims, or held against them."""
SENTENCES_LIMIT = 3_000
"""Sentences that are looked at: about two hours of reading."""
_PROSE = {".md", ".txt", ".rst", ".markdown"}


@dataclass(frozen=True)
class Document:
    """A text file of a trial: as it was given, or as the agent left it. A changed file is there twice."""

    path: str
    text: str
    given: bool

    @cached_property
    def name(self) -> str:
        """Return the last part of the path."""
        return PurePosixPath(self.path).name

    @property
    def is_prose(self) -> bool:
        """Return whether the file is written for people to read."""
        return PurePosixPath(self.path).suffix.lower() in _PROSE


@dataclass(frozen=True)
class Scene:
    """One text that makes claims (the answer, or a file that the agent wrote), and what is known."""

    text: str
    prompt: str
    evidence: Evidence
    documents: tuple[Document, ...]
    bundle_paths: tuple[str, ...] = ()
    origin: str = "answer"
    blocks: tuple[Block, ...] = field(default=())
    memory: dict[int, tuple[Document, ...]] = field(default_factory=dict, compare=False)
    """Sentence to the documents it is about, as far as they have been looked up."""

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Return what is said, in order."""
        return tuple(islice(sentences(self.blocks), SENTENCES_LIMIT))

    @property
    def is_answer(self) -> bool:
        """Return whether the assistant speaks to its user here."""
        return self.origin == "answer"


def scenes_of(task: Task, evidence: Evidence, bundle_paths: tuple[str, ...] = ()) -> Iterator[Scene]:
    """Yield the answer, then each prose file that the agent wrote, as texts that make claims."""
    documents = (*_given(task), *_left(evidence))
    texts = [("answer", evidence.answer)]
    texts += [
        (document.path, document.text) for document in documents if not document.given and document.is_prose
    ]
    for origin, text in texts:
        short = text[:TEXT_LIMIT]
        yield Scene(short, task.prompt, evidence, documents, bundle_paths, origin, blocks(short))


def _given(task: Task) -> Iterator[Document]:
    for fixture in task.fixtures:
        if fixture.content and b"\0" not in fixture.content:
            text = fixture.content.decode("utf-8", errors="replace")
            yield Document(fixture.path, text[:TEXT_LIMIT], given=True)


def _left(evidence: Evidence) -> Iterator[Document]:
    for file in evidence.files:
        if file.text is not None and file.state != "deleted":
            yield Document(file.path, file.text[:TEXT_LIMIT], given=False)
