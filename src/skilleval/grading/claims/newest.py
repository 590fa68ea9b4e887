"""The work folder as the agent left it, and everything that a trial is known to have held."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from skilleval.grading.claims.deeds import call_line
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.sources import last_named_before, named_in
from skilleval.grading.claims.text import Sentence


def newest(scene: Scene) -> tuple[Document, ...]:
    """Return each file once, as it lies there at the end: what was deleted is gone."""
    touched = {file.path for file in scene.evidence.files}
    return tuple(one for one in scene.documents if not one.given or one.path not in touched)


def made(scene: Scene) -> tuple[Document, ...]:
    """Return the files that the agent made or changed, as it left them."""
    return tuple(one for one in scene.documents if not one.given)


def pairs(scene: Scene) -> tuple[tuple[Document, Document], ...]:
    """Return (given, new) of each changed file."""
    given = {one.path: one for one in scene.documents if one.given}
    return tuple((given[one.path], one) for one in made(scene) if one.path in given)


def aliased(text: str, scene: Scene) -> tuple[Document, ...]:
    """Return the documents that a text names by file name, or by the stem of one: "the README", "v2"."""
    if named := named_in(text, scene):
        return named
    found = [one for one in scene.documents if _alias(_stem(one)).search(text)]
    paths = {one.path for one in found}
    return tuple(found) if len(paths) == 1 else ()


def topic(sentence: Sentence, scene: Scene) -> tuple[Document, ...]:
    """Return the documents that a sentence names, or that were named last before it."""
    return aliased(sentence.text, scene) or last_named_before(sentence, scene)


def everything(scene: Scene) -> Iterator[str]:
    """Yield every text of a trial but the answer: files and their paths, the prompt, calls and results."""
    for one in scene.documents:
        yield from (one.path, one.text)
    yield from (file.path for file in scene.evidence.files)
    yield scene.prompt
    for call in scene.evidence.tool_calls:
        yield from (call_line(call), *map(str, call.arguments.values()), call.result)


def stands_in(token: str, text: str) -> bool:
    """Return whether a token stands in a text as a whole word, in any case."""
    return _whole(token).search(text) is not None


def times_in(token: str, text: str) -> int:
    """Return how often a token stands in a text as a whole word, in any case."""
    return len(_whole(token).findall(text))


@lru_cache(maxsize=512)
def _whole(token: str) -> "regex.Pattern[str]":
    left = r"(?<!\w)" if token[:1].isalnum() else ""
    right = r"(?!\w)" if token[-1:].isalnum() else ""
    spaced = r"\s+".join(regex.escape(word) for word in token.split())
    return regex.compile(f"{left}{spaced}{right}", regex.IGNORECASE)


def _stem(document: Document) -> str:
    return document.name.rpartition(".")[0] or document.name


@lru_cache(maxsize=256)
def _alias(stem: str) -> "regex.Pattern[str]":
    """Return how a file is called without its ending: "the changelog", or "v2" where no word is like it."""
    name = regex.escape(stem)
    if regex.search(r"\d|^[A-Z]{3,}", stem):
        return regex.compile(rf"(?<![\w./-]){name}(?![\w/-]|\.\w)", regex.IGNORECASE)
    return regex.compile(
        rf"\b(?:the|your|our|im|am|das|der|die|dem|le|la|el)\s+{name}(?![\w/-]|\.\w)", regex.IGNORECASE
    )
