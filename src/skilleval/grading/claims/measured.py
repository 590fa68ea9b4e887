"""Lengths held against every part of a text that they may honestly be of: false where no part has so many.

How the part is called does not matter ("the body", "from the salutation to the name"): a number of words that
neither the text nor any paragraph, section or line of it has is wrong, whatever it was meant of.
"""

from collections.abc import Iterator
from functools import lru_cache

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import CHARACTERS, COUNT, WORDS
from skilleval.grading.claims.lengths import lengths_of
from skilleval.grading.claims.newest import made, topic
from skilleval.grading.claims.numbers import NUMBER, number_from
from skilleval.grading.claims.numerals import is_range
from skilleval.grading.claims.regions import regions
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence, spans

UNITS = {
    "words": r"words?|wörter|worte|mots|palabras",
    "characters": r"characters?|chars?|zeichen|caractères|caracteres",
    "sentences": r"sentences?|sätze|oraciones",
    "lines": r"lines?|zeilen?|lignes?|líneas?",
    "paragraphs": r"paragraphs?|absätze|paragraphes?|párrafos?",
}
_KINDS = {"words": WORDS, "characters": CHARACTERS}
_STATED = regex.compile(
    rf"(?P<number>{NUMBER})[\s-]+(?:\w+ed\s+|short\s+|full\s+|"
    rf"whole\s+)?(?P<unit>{'|'.join(UNITS.values())})\b",
    regex.IGNORECASE,
)
_NOT_A_LENGTH = regex.compile(
    r"\b(?:limit\w*|max\w*|min\w*|allow\w*|ask\w*|must|should|could|would|may|can|first|last|"
    r"next|these|those|"
    r"other|same|per|each|every|any|another|grenze|höchstens|maximal|erlaubt|limite|máximo|within|target|aim|"
    r"add\w*|remov\w*|delet\w*|chang\w*|fix\w*|touch\w*|edit\w*|replac\w*|insert\w*|trim\w*|cut|shorten\w*|"
    r"correct\w*|differ\w*|drop\w*|from|by|after|before|above|below|between|saved?|lost|gain\w*|room|spare|"
    r"appears?|occurs?|matches|matching|hold\w*|mention\w*|affect\w*|on|of (?:the|your|its)|up|line|page|"
    r"if|of|about\s+the|was|were|had|long(?:er|est)?|short(?:er|est)?|than|two|pair|ihr\w*|von|auf)\W*$",
    regex.IGNORECASE,
)
_HELD = regex.compile(
    r"(?:\b(?:has|have|is|are|to|with|at|in|counts?|totals?|holds?|contains?|spans?|fills?|"
    r"takes?|leaves?|leaving|uses?|needs?|"
    r"comprises?|length|hat|sind|ist|umfasst|zählt|enthält|a|compte|contient|comporte|fait|tiene|cuenta con|"
    r"contiene|son|of|long)|[:(,–—]|^|\b(?:and|und|et|y))\W*(?:(?:just|only|exactly|now|all of|a total of|"
    r"under|over|about|around|roughly|almost|nearly|at least|at most|fewer than|less than|"
    r"more than|genau|nur|"
    r"exactement|exactamente|solo|sólo)\s+)*$",
    regex.IGNORECASE,
)
_AFTER_ANY = (
    r"^\W{0,2}\s*(?:limit|max|or|each|per|apart|of (?:it|the|your|them|room)|longer|shorter|more|fewer|less|"
    r"higher|lower|earlier|later|further|above|below|under|over|too|to (?:spare|go)|left|"
    r"remain\w*|that|which|"
    r"changed|added|removed|deleted|touched|ago|before|after|länger|kürzer|mehr|weniger|de plus|de moins|más|"
    r"menos|für|pro|par|por"
)
_NOT_AFTER = {
    False: regex.compile(rf"{_AFTER_ANY})\b", regex.IGNORECASE),
    True: regex.compile(
        rf"{_AFTER_ANY}|with|containing|were|was|ha(?:ve|s)|do|out|up|down|in (?:which|the)|from|begin\w*|"
        r"start\w*|end|where|mention\w*|differ\w*|on|match|hold|name|are|is)\b",
        regex.IGNORECASE,
    ),
}
"""What follows a number that is no length: a limit, a difference, a deed. By whether it is of lines."""
_NOW = regex.compile(
    r"\b(?:leaves|leaving|left with|is now|are now|now has|now counts)\W*(?:just |only )?$", regex.IGNORECASE
)
SHOWN = 400
"""Texts shown in an answer that are measured."""
FAR = 5
"""How many times as long as anything that is known a text is that must be another one."""
_WISHED = regex.compile(
    r"\b(?:must|should|could|would|may|can|limit\w*|maximum|minimum|allowed|asked|required|"
    r"höchstens|darf|soll\w*)\b",
    regex.IGNORECASE,
)
LEAST = {"words": 4, "characters": 4, "sentences": 2, "lines": 2, "paragraphs": 2}


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each stated length that no part of the texts it may be of has."""
    if not scene.is_answer or not scene.documents:
        return
    shown = _shown(scene)
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _STATED.finditer(sentence.masked):
            yield from _judged(scene, sentence, found, shown)


def _judged(
    scene: Scene, sentence: Sentence, found: "regex.Match[str]", shown: tuple[str, ...]
) -> Iterator[Claim]:
    unit = unit_of(found["unit"])
    number = number_from(found["number"])
    before, after = sentence.masked[: found.start()], sentence.masked[found.end() :]
    if number < LEAST[unit] or not _is_length(sentence, found, unit):
        return
    documents = _documents(scene, sentence, before)
    if whole := _WHOLE.match(after):
        left = tuple(one for one in documents if not one.given) or documents
        is_open = whole["between"] is not None
        known = {count for one in left for count in _of_all(one, unit, is_open=is_open)}
        if known and number not in known:
            yield _told(sentence, found, f"all of it has {min(known)} {unit}")
        return
    counts = {count for one in documents for count in counts_in(one, unit)} | _counts_of_all(shown, unit)
    if counts and number <= FAR * max(counts) and not is_true(number, counts, bound_of(before, after)):
        near = min(counts, key=lambda count: abs(count - number))
        yield _told(
            sentence, found, f"no part of {documents[0].path} has so many {unit}; the nearest has {near}"
        )


def _is_length(sentence: Sentence, found: "regex.Match[str]", unit: str) -> bool:
    """Return whether a number and its unit are told as the length of something, and not as a limit."""
    before, after = sentence.masked[: found.start()], sentence.masked[found.end() :]
    if is_range(sentence.masked, found.span("number")) or _NOT_AFTER[unit == "lines"].match(after):
        return False
    clause = regex.split(r"[.;:(]\s|,\s", before)[-1]
    is_other = _WISHED.search(clause) or _NOT_A_LENGTH.search(clause)
    return not is_other and _HELD.search(before) is not None


def _documents(scene: Scene, sentence: Sentence, before: str) -> tuple[Document, ...]:
    """Return the texts that may be meant: what is spoken of and what was made; else all, and the answer."""
    documents = topic(sentence, scene) or made(scene) or scene.documents
    if all(one.given for one in documents):
        documents = (*documents, *made(scene))
    if _NOW.search(before) and made(scene):
        documents = tuple(one for one in documents if not one.given)
    return documents if made(scene) else (*documents, Document("the answer", scene.text, given=False))


def _told(sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    """Return the claim, from the start of its clause to the end of it."""
    before, after = sentence.masked[: found.start()], sentence.masked[found.end() :]
    cuts = regex.finditer(r"[.;:]\s|,\s(?:and\s)?|\b(?:and|und|et|y)\s", before)
    start = max((cut.end() for cut in cuts), default=0)
    rest = regex.match(r"[^.;:]*", after)
    end = found.end() + (rest.end() if rest else 0)
    kind = _KINDS.get(unit_of(found["unit"]), COUNT)
    quote = sentence.text[start:end].strip(" (*_")
    return settled(kind=kind, quote=quote, holds=False, evidence=evidence)


_WHOLE = regex.compile(
    r"\s+(?:\w+\s+)?(?:from (?:the )?(?:greeting|salutation|first line|top) (?:to|through) (?:the )?"
    r"(?:signature|sign-off|last line|end|bottom|name)|(?P<between>between (?:the "
    r")?(?:greeting|salutation) and "
    r"(?:the )?(?:signature|sign-off|closing)))\b",
    regex.IGNORECASE,
)
"""What says that all of a letter is meant, or all but its ends."""


def _of_all(document: Document, unit: str, *, is_open: bool) -> set[int]:
    """Return the counts of a letter, or with `is_open` of what stands between its ends."""
    parts = [part for part in regex.split(r"\n\s*\n", document.text) if part.strip()]
    inner = parts[1:-1] if is_open and len(parts) > LEAST["paragraphs"] else parts
    return {len(inner)} if unit == "paragraphs" else counts_of_text("\n\n".join(inner), unit)


def unit_of(said: str) -> str:
    """Return the unit that a word in any of the languages means."""
    return next(unit for unit, words in UNITS.items() if regex.fullmatch(words, said, regex.IGNORECASE))


@lru_cache(maxsize=256)
def counts_in(document: Document, unit: str) -> frozenset[int]:
    """Return how many of a unit each part of a document has."""
    if unit == "paragraphs":
        parts = [part for part in regex.split(r"\n\s*\n", document.text) if part.strip()]
        return (
            frozenset(range(1, len(parts) + 1))
            if len(parts) < 3
            else frozenset({len(parts), len(parts) - 1, len(parts) - 2})
        )
    return frozenset(count for part in regions(document) for count in counts_of_text(part, unit))


def counts_of_text(text: str, unit: str) -> set[int]:
    """Return every honest count of a text."""
    if unit == "lines":
        filled = [line for line in text.splitlines() if line.strip()]
        return {len(text.splitlines()), len(filled)}
    return lengths_of(text, unit)


def _shown(scene: Scene) -> tuple[str, ...]:
    """Return what the answer itself shows or quotes."""
    texts = [block.text for block in scene.blocks if block.kind in {"quote", "code", "draft", "item"}]
    texts += [text for sentence in scene.sentences for _, _, text in spans(sentence.text)]
    return tuple(texts[:SHOWN])


@lru_cache(maxsize=64)
def _counts_of_all(texts: tuple[str, ...], unit: str) -> frozenset[int]:
    """Return how many of a unit any of the texts has."""
    return frozenset(count for text in texts for count in counts_of_text(text, unit))
