"""Whatever is said to be missing, gone, or in one place only: searched for in every file that may be meant.

Each statement is a thing (a quoted text, a name, a number, or a kind of thing that has a form, such as an
e-mail address or a heading) and where it is not. Found there all the same, the statement is false; where it
may speak of several files, all must have the thing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.gone_words import (
    ARTICLES,
    CALLED_FIRST,
    ELLIPTIC,
    IN,
    IN_A_PART,
    KINDS,
    NARROWS,
    NEITHER,
    NO_KIND,
    NOT_SURE,
    OLD_NAME,
    ONLY_IN,
    RENAMED,
    SUBJECT_FIRST,
)
from skilleval.grading.claims.kinds import ABSENCE
from skilleval.grading.claims.newest import aliased, made, newest, topic
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence


@dataclass(frozen=True)
class Gone:
    """What is said not to be there: a pattern, where it is looked for, and the passage that says so."""

    pattern: "regex.Pattern[str]"
    documents: tuple[Document, ...]
    passage: str
    is_any: bool = False
    """Whether one file that has it is enough: it is said to be nowhere."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each thing that is said to be missing and is there."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for gone in (
            *_named(scene, sentence),
            *_only_in(scene, sentence),
            *_nobody(scene, sentence),
            *_kinds(scene, sentence),
        ):
            where = [line for one in gone.documents if (line := _line(gone.pattern, one))]
            if where and (gone.is_any or len(where) == len(gone.documents)):
                yield settled(kind=ABSENCE, quote=gone.passage, holds=False, evidence=where[0])


def _named(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "the word “leider” does not occur", "the old name is gone"."""
    for pattern in (SUBJECT_FIRST, CALLED_FIRST):
        for found in pattern.finditer(sentence.text):
            rest = found["rest"]
            is_article = found["thing"].lower() in ARTICLES
            if is_article or NOT_SURE.search(sentence.masked[: found.start()]) or not _is_closed(rest, scene):
                continue
            yield _gone(scene, sentence, found, found["thing"].strip())
    renamed = RENAMED.search(scene.prompt)
    for found in OLD_NAME.finditer(sentence.text):
        if (
            renamed
            and _is_closed(found["rest"], scene)
            and not NOT_SURE.search(sentence.masked[: found.start()])
        ):
            yield _gone(scene, sentence, found, renamed["old"])


def _gone(scene: Scene, sentence: Sentence, found: "regex.Match[str]", thing: str) -> Gone:
    is_everywhere = (
        regex.search(r"\b(?:anywhere|any ?more|nowhere|no longer|either|nirgends)\b", found.group())
        is not None
    )
    named = aliased(found["rest"], scene)
    left = newest(scene)
    documents = named or (left if is_everywhere else topic(sentence, scene) or made(scene))
    documents = tuple(one for one in documents if one in left) or tuple(documents)
    passage = sentence.text[found.start() : found.end()].strip(" ,;:")
    return Gone(_whole(thing), documents, passage, is_any=is_everywhere and not named)


def _only_in(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "2.3.1 survives in the changelog only": looked for in all other files."""
    for found in ONLY_IN.finditer(sentence.text):
        if not regex.search(r"\b(?:only|alone|nowhere else)\b", found.group()) or NOT_SURE.search(
            sentence.masked[: found.start()]
        ):
            continue
        place = regex.sub(r"\b(?:only|alone)\b", "", found["where"]).strip()
        named = {one.path for one in aliased(f"the {place.removeprefix('the ')}", scene)}
        others = tuple(one for one in newest(scene) if one.path not in named)
        if len(named) == 1 and regex.fullmatch(r"(?:the |`)?[\w./-]+`?(?: file)?", place):
            yield Gone(_whole(found["thing"].strip()), others, found.group().strip(" ,;"), is_any=True)


def _nobody(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "neither version mentions laptops", and "Jonas gets a mention, Priya doesn't"."""
    for found in NEITHER.finditer(sentence.masked):
        texts = newest(scene)
        if len(texts) > 1 and not regex.search(r"\b(?:if|should|would)\b", sentence.masked[: found.start()]):
            yield Gone(_whole(found["thing"]), texts, found.group(), is_any=True)
    for found in ELLIPTIC.finditer(sentence.masked):
        documents = tuple(one for one in topic(sentence, scene) if not one.given) or made(scene)
        if documents:
            yield Gone(_whole(found["thing"]), documents, found.group())


def _kinds(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "no exclamation mark anywhere": a kind of thing that has a form."""
    for found in NO_KIND.finditer(sentence.masked):
        form = next(
            (
                form
                for names, form in KINDS.items()
                if regex.fullmatch(names, found["kind"], regex.IGNORECASE)
            ),
            None,
        )
        rest = regex.sub(
            r"^\W*(?:marks?|is|are|was|were|can be|to be|found|used|in it|there|and no \w+|or \w+|nor \w+)\b",
            "",
            found["rest"],
        )
        if form is None or NOT_SURE.search(sentence.masked[: found.start()]) or NARROWS.search(rest):
            continue
        is_other = regex.search(r"\b(?:you|I|we)\s+\w+\s*$", sentence.masked[: found.start()])
        if is_other or IN_A_PART.match(found["rest"]):
            continue
        documents = aliased(sentence.text, scene) or made(scene)
        left = tuple(one for one in documents if not one.given)
        if len(left) == 1:
            yield Gone(
                regex.compile(form), left, sentence.text[_start(sentence, found.start()) : found.end("kind")]
            )


def _is_closed(rest: str, scene: Scene) -> bool:
    """Return whether nothing narrows where the thing is missing, but the name of a file."""
    return IN.match(rest) is not None or (
        bool(aliased(rest, scene)) and not regex.search(r"\b(?:section|line|part|block)\b", rest)
    )


def _start(sentence: Sentence, position: int) -> int:
    cuts = regex.finditer(r"[.;:]\s|,\s(?:and\s)?", sentence.masked[:position])
    return max((cut.end() for cut in cuts), default=0)


def _whole(thing: str) -> "regex.Pattern[str]":
    left = r"(?<![\w-])" if thing[:1].isalnum() else ""
    right = r"(?![\w-])" if thing[-1:].isalnum() else ""
    return regex.compile(f"{left}{regex.escape(thing)}{right}", regex.IGNORECASE)


def _line(pattern: "regex.Pattern[str]", document: Document) -> str:
    found = pattern.search(document.text)
    if found is None:
        return ""
    number = document.text.count("\n", 0, found.start()) + 1
    lines: Sequence[str] = document.text.splitlines()
    shown = lines[number - 1].strip() if number <= len(lines) else ""
    return f"{document.path}, line {number}: “{shown[:160]}”"
