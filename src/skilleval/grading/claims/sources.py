"""Which documents a phrase speaks of: "bill.csv", "the log", "it". Nothing, when that is not certain."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath

import regex

from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.text import Sentence

_KIND_WORDS = {
    ".csv": {"csv", "table", "spreadsheet", "sheet", "data", "export", "dataset"},
    ".tsv": {"tsv", "table", "data"},
    ".log": {"log", "logs"},
    ".md": {"markdown", "page", "guide", "readme"},
    ".txt": {"notes", "letter", "mail", "email", "message"},
    ".json": {"json", "config", "configuration"},
    ".yml": {"yaml", "config", "configuration"},
    ".yaml": {"yaml", "config", "configuration"},
    ".toml": {"toml", "config", "configuration"},
    ".sql": {"sql", "query", "script"},
    ".py": {"python", "script", "module", "code"},
    ".js": {"script", "module", "code"},
    ".ts": {"script", "module", "code"},
    ".sh": {"script"},
    ".html": {"html", "page"},
    ".diff": {"diff", "patch"},
}
_ANY = frozenset(
    """
    file document doc text source input original policy interview contract terms agreement brief
    article paper report transcript thread ticket spec specification note notes memo manual handbook
    rule rules regulation statement customer client lead email mail letter message post listing ad
    advert prompt instructions license licence readme config configuration schema template invoice
    bill receipt order minutes survey questionnaire log trace plan proposal story book page site
    guide tutorial recipe script query diff changelog respondent speaker author
    """.split()  # noqa: SIM905 -- reads better than a hundred quoted words
)
"""Nouns that can stand for the one file that was given."""
_PRONOUN = regex.compile(r"^(?:it|its|this|that|they|there|which|and|also|both)$", regex.IGNORECASE)
_NEW = regex.compile(r"\b(?:new|updated|revised|resulting|generated|finished|my|our)\b", regex.IGNORECASE)
_DEFINITE = regex.compile(
    r"\b(?:the|this|that|your|our|its|both|raw)\b|^\W*(?:[A-Z]{3,}|file)\b", regex.IGNORECASE
)
_WORD = regex.compile(r"[a-z][a-z0-9]+", regex.IGNORECASE)
_FIRST_SUBJECT = regex.compile(
    r"\W*(?:the|this|your|our)\s+(?P<subject>(?:[\w-]+\s+){0,2}?[\w-]+)\s+(?:has|have|is|are|was|says?|"
    r"states?|contains?|lists?|covers?|consists|defines?|looks?|also|can|does|never)\b",
    regex.IGNORECASE,
)
MEMORY = 12
"""How many sentences back "it" may reach."""


def named_in(text: str, scene: Scene) -> tuple[Document, ...]:
    """Return the documents that `text` names by path or file name; the last named one, in all versions."""
    found = [(place, document) for document in scene.documents if (place := _place(document, text)) >= 0]
    last = max((place for place, _ in found), default=-1)
    return tuple(document for place, document in found if place == last)


def meant_by(subject: str, scene: Scene, sentence: Sentence) -> tuple[Document, ...]:
    """Return the documents that a subject means: by name, by kind, or as "it". Empty: not a document."""
    if named := named_in(subject, scene):
        return named
    words = [word.lower() for word in _WORD.findall(subject)]
    if not words or words[-1] == "it" or all(_PRONOUN.match(word) for word in words[-2:]):
        return last_named_before(sentence, scene) or the_only_one(scene)
    return _by_kind(words, subject, scene)


def spoken_of(sentence: Sentence, scene: Scene) -> tuple[Document, ...]:
    """Return the documents that a sentence names, or that were named last, or the only one."""
    return named_in(sentence.text, scene) or last_named_before(sentence, scene) or the_only_one(scene)


def last_named_before(sentence: Sentence, scene: Scene) -> tuple[Document, ...]:
    """Return the document that was named last before this sentence."""
    for earlier in reversed(scene.sentences[max(0, sentence.index - MEMORY) : sentence.index]):
        if named := _topic(earlier, scene):
            return named
    return ()


def _topic(sentence: Sentence, scene: Scene) -> tuple[Document, ...]:
    """Return the document that a sentence names, or is about by its subject."""
    known = scene.memory.get(sentence.index)
    if known is None:
        known = named_in(sentence.text, scene)
        found = None if known else _FIRST_SUBJECT.match(sentence.text)
        words = [word.lower() for word in _WORD.findall(found["subject"])] if found else []
        known = known or (_by_kind(words, sentence.text, scene) if words else ())
        scene.memory[sentence.index] = known
    return known


def the_only_one(scene: Scene) -> tuple[Document, ...]:
    """Return the one file that was given, in all versions; nothing when there are several."""
    paths = {document.path for document in scene.documents if document.given}
    return (
        tuple(document for document in scene.documents if document.path in paths) if len(paths) == 1 else ()
    )


def _by_kind(words: Sequence[str], subject: str, scene: Scene) -> tuple[Document, ...]:
    """Return the documents whose name or kind the last word of a noun phrase is, else the only one."""
    head = words[-1]
    wanted = [document for document in scene.documents if head in _names(document)]
    if not wanted and head in _ANY:
        wanted = [document for document in scene.documents if set(words) & _names(document)]
    if not wanted and head in _ANY and _DEFINITE.search(subject):
        wanted = list(_newest(scene)) if _NEW.search(subject) else list(the_only_one(scene))
    return tuple(wanted)


def _newest(scene: Scene) -> tuple[Document, ...]:
    made = [document for document in scene.documents if not document.given]
    return tuple(made) if len(made) == 1 else ()


def _names(document: Document) -> set[str]:
    path = PurePosixPath(document.path)
    stem = {word.lower() for word in _WORD.findall(path.stem)}
    singular = {word.removesuffix("s") for word in stem}
    return stem | singular | _KIND_WORDS.get(path.suffix.lower(), set())


def _place(document: Document, text: str) -> int:
    """Return where `text` names the document last, or -1."""
    if document.name.lower() not in text.lower():
        return -1
    return max((hit.start() for hit in _naming(document.path).finditer(text)), default=-1)


@lru_cache(maxsize=256)
def _naming(path: str) -> "regex.Pattern[str]":
    names = sorted({path, PurePosixPath(path).name}, key=len, reverse=True)
    either = "|".join(regex.escape(name) for name in names)
    return regex.compile(rf"(?<![\w./-])(?:{either})(?![\w/-]|\.\w)", regex.IGNORECASE)
