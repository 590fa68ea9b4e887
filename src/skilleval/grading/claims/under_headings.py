"""What is said to stand under a heading that is quoted: 'Paying the rent comes under "Tue"'."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import POSITION
from skilleval.grading.claims.located import Reading, Weighing
from skilleval.grading.claims.outline import Part, sequences
from skilleval.grading.claims.place_tokens import tokens_of
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import named_in, spoken_of
from skilleval.grading.claims.text import Sentence

_UNDER = regex.compile(
    r"\b(?:is|are|was|were|comes?|stands?|appears?|sits?|belongs?|falls?|listed|found|mentioned|covered|"
    r"described|explained|stated|handled|dealt with|regulated)\s+"
    r"(?:(?:also|only|listed|found|given|covered|described)\s+)*"
    r"(?:under|in|below)\s+(?:the\s+)?(?:(?:section|heading|chapter|part)\s+)?[\"“](?P<heading>[^\"”]+)[\"”]",
    regex.IGNORECASE,
)
_CUT = regex.compile(r"[.;:!?]\s|,\s+(?:and|but|while|so)\s")
_DENIED = regex.compile(
    r"\b(?:not|never|no|nothing|if|should|would|could|must|may|might)\b|n['’]t\b", regex.IGNORECASE
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each thing that is said to stand under a heading, and stands there or only under another."""
    for sentence in scene.sentences:
        for mark in _UNDER.finditer(sentence.text):
            cuts = [cut.end() for cut in _CUT.finditer(sentence.masked[: mark.start()])]
            span = (max(cuts, default=0), mark.end())
            if not _DENIED.search(sentence.masked, *span):
                yield from _judged(scene, sentence, mark, span)


def _judged(
    scene: Scene, sentence: Sentence, mark: "regex.Match[str]", span: tuple[int, int]
) -> Iterator[Claim]:
    heading = mark["heading"].strip().casefold()
    documents = named_in(sentence.text, scene) or spoken_of(sentence, scene)
    left = {document.path for document in documents if not document.given}
    newest = [document for document in documents if not document.given or document.path not in left]
    readings = tuple(
        Reading(parts, frozenset({heading}))
        for document in newest
        for parts in _sections(document)
        if any(heading in part.labels for part in parts)
    )
    weighing = Weighing(readings, tokens_of(sentence, span, mark, frozenset({mark["heading"]})))
    if readings and (weighing.holds or weighing.is_false(is_code=False)):
        where = ", ".join(dict.fromkeys(part.labels[0] for _, part in weighing.winners[:4]))
        quote = sentence.text[slice(*span)].strip(" ,;:")
        yield settled(kind=POSITION, quote=quote, holds=weighing.holds, evidence=f"it stands under {where}")


def _sections(document: Document) -> Iterator[tuple[Part, ...]]:
    """Yield the sections of each level, called by their headings."""
    for parts in sequences("section", document):
        named = tuple(Part((_title(part.text),), part.text) for part in parts if part.text.startswith("#"))
        if named:
            yield named


def _title(text: str) -> str:
    return regex.sub(r"^#+\s*|[*_:]+", "", text.split("\n", maxsplit=1)[0]).strip().casefold()
