"""Stated lengths in German, French and Spanish: "Die Beschreibung hat 17 Wörter".

Only of a text that cannot be mistaken: the one that a label of the same name marks ("Betreff: …"), or the
only passage that the answer shows.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import CHARACTERS, COUNT, WORDS
from skilleval.grading.claims.lengths import lengths_of
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Block, Sentence, spans
from skilleval.grading.claims.tongues import is_foreign

_UNITS = {
    "characters": r"zeichen|caractères|caracteres|signes",
    "words": r"wörter|worte|mots|palabras",
    "sentences": r"sätze|phrases|frases|oraciones",
}
_KINDS = {"characters": CHARACTERS, "words": WORDS, "sentences": COUNT}
_STATED = regex.compile(
    rf"(?<![\d.,-])(?P<number>\d+)\s+(?P<unit>{'|'.join(_UNITS.values())})\b", regex.IGNORECASE
)
_ENGLISH_TOO = frozenset({"phrases"})
_HELD = regex.compile(
    r"\b(?:hat|haben|umfasst|zählt|kommt auf|sind|besteht aus|enthält|ist|mit|länge|wortzahl|"
    r"compte|fait|contient|comporte|a|comprend|avec|longueur|tiene|cuenta con|contiene|son|suma|consta de|"
    r"con|longitud|extensión)\s*[:(]?\s*(?:genau|exakt|nur|exactement|précisément|seulement|exactamente|solo|"
    r"sólo|insgesamt|en tout|en total)?\s*$|^[\s(*_]*$",
    regex.IGNORECASE,
)
"""What may stand before a length that is stated as it is: no limit, no estimate, no wish."""
_LIMIT = regex.compile(
    r"\b(?:höchstens|maximal|bis zu|weniger|unter|über|etwa|rund|circa|ca|ungefähr|mindestens|soll\w*|darf|"
    r"muss|maximum|moins|plus|au plus|environ|limite|doit|jusqu|máximo|menos|más|unas?|unos|aproximadamente|"
    r"límite|debe|hasta|grenze|vorgabe|wenn|si|pro|par|por|nicht|pas|no)\b",
    regex.IGNORECASE,
)
_QUOTED = regex.compile(r"^[\s*_]*[„\"“«]\s*(?P<text>[^„“”«»\"]+?)\s*[“”\"»][\s*_.]*$", regex.DOTALL)
_LABELLED = regex.compile(r"^[*_\s]*(?P<label>\p{L}[\p{L} -]{1,30}?)[*_]*\s*:[*_]*\s+(?P<text>\S.+)$")


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each stated length whose text is certain."""
    for sentence in scene.sentences:
        found = _STATED.search(sentence.masked)
        if found is None or (found["unit"] in _ENGLISH_TOO and not is_foreign(sentence.masked)):
            continue
        before = regex.split(r"[.;,]\s|\b(?:und|et|y)\s", sentence.masked[: found.start()])[-1]
        if _LIMIT.search(before) or not _HELD.search(before):
            continue
        if texts := _measured(scene, sentence, before):
            yield from _judged(sentence, found, texts)


def _measured(scene: Scene, sentence: Sentence, before: str) -> tuple[str, ...]:
    """Return the readings of the text that is measured; nothing where it may be another."""
    shown = [
        text for index, block in enumerate(scene.blocks) for text in _shown(block) if index != sentence.block
    ]
    labelled = {
        label["label"].lower(): label["text"]
        for index, block in enumerate(scene.blocks)
        for line in block.text.split("\n")
        if block.kind in {"prose", "item"}
        and (label := _LABELLED.match(line))
        and index <= sentence.block
        and not _STATED.search(line)
    }
    named = [text for label, text in labelled.items() if label in before.lower()]
    if len(named) == 1:
        inside = spans(named[0])
        return (named[0], *(one[2] for one in inside if len(inside) == 1))
    return (shown[0],) if len(shown) == 1 and not labelled else ()


def _shown(block: Block) -> Iterator[str]:
    if block.kind in {"quote", "code"}:
        yield block.text
    elif block.kind == "prose" and (quoted := _QUOTED.match(block.text)):
        yield quoted["text"]


def _judged(sentence: Sentence, found: "regex.Match[str]", texts: tuple[str, ...]) -> Iterator[Claim]:
    unit = next(
        name for name, words in _UNITS.items() if regex.fullmatch(words, found["unit"], regex.IGNORECASE)
    )
    counts = {count for text in texts for count in lengths_of(text, unit)}
    yield settled(
        kind=_KINDS[unit],
        quote=sentence.text[: found.end()],
        holds=int(found["number"]) in counts,
        evidence=f"it has {' or '.join(map(str, sorted(counts)))} {unit}",
    )
