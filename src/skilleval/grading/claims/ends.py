"""What a text begins or ends with, and what comes before what: "Nuts open the group", "West and then East".

Any part of a text that may be meant is a reading: the text, a section, a list, a paragraph, a table.
"""

from collections.abc import Iterator
from functools import lru_cache

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.kinds import POSITION
from skilleval.grading.claims.newest import made, stands_in, topic
from skilleval.grading.claims.outline import Part, sequences
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.series import body_of
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_NAME = r"(?:[`\"“„«][^`\"“”„«»\n]{1,120}[`\"”“»]|[A-Z][\w'’-]*(?:\s[A-Z][\w-]+)*|\d[\d.:,]*\w*)"
_FIRST = (
    r"(?:opens?|heads?|tops?|starts?|begins?)(?=\s+(?:the|it|this|our|my|off)\b)|comes? first|"
    r"goes first|stands? first|is (?:now )?(?:first|at the top)|are (?:now )?first|steht "
    r"(?:ganz )?oben|ouvre|encabeza|abre"
)
_LAST = (
    r"(?:closes?|ends?|concludes?|finish(?:es)?)(?=\s+(?:the|it|this|our|my)\b)|comes? last|"
    r"goes last|stands? last|is (?:now )?(?:last|at the (?:bottom|end))|are (?:now )?last|"
    r"rounds? off|steht (?:ganz )?unten|schließt|ferme|clôt|cierra"
)
_OPENS = regex.compile(
    rf"(?P<what>{_NAME}|\b(?:his|her|its|their)\b)(?:['’]s?)?(?:\s+[a-z]+)?\s+(?:now\s+|"
    rf"still\s+|also\s+)?(?:(?P<first>{_FIRST})|(?P<last>{_LAST}))(?P<rest>\s+(?:the|it|this|"
    rf"with|off|in|of|our|my|den|die|das|le|la|el)\b[^.;!?]*|\W*$|\s*[,.;)])"
)
_WITH = regex.compile(
    rf"\b(?:(?P<first>start(?:s|ing)?|begin(?:s|ning)?|open(?:s|ing)?|beginnt|commence|empieza)|(?P<last>end(?:s|ing)?|clos(?:es?|ing)|"
    rf"finish(?:es)?|concludes?|endet|(?:se )?termine|termina|signs? off))\s+(?:now\s+|"
    rf"directly\s+)?(?:with|on|mit|par|avec|con)\s+(?:the\s+)?(?:word|phrase|words|line|"
    rf"sentence|question|heading|entry|item|name|number|wort|mot|palabra)?\s*(?P<what>{_NAME})",
)
_SIGNED = regex.compile(
    r"\b(?i:signed(?: off)?(?: with| by| as)?|signature is|unterschrieben ist [\w "
    r"]{0,20}(?:mit|von)|unterzeichnet (?:mit|von)|signée? (?:par|de)|firmad[oa] (?:por|"
    r"como))\s+(?P<what>[A-Z][\w-]+(?:\s[A-Z][\w-]+)*)"
)
_CHAIN = regex.compile(
    rf",?\s+(?:is |are )?followed by\s+(?:the\s+)?(?P<b>{_NAME})"
    rf"(?:(?:,| and)? (?:and )?then\s+(?P<c>{_NAME}))?"
)
_FROM_TO = regex.compile(
    rf"\b(?:runs?|goes|go|ranges?|sorted|ordered|listed|order(?:ed)? is|entries|reicht|reichen|"
    rf"va|vont|van|de)\b[^.;!?]{{0,30}}\b(?:from|von|de|desde)\s+(?P<a>{_NAME})\s+(?:(?:up |"
    rf"down |through )?to|through|bis|à|a|hasta)\s+(?P<b>{_NAME})"
)
PAIR = 2
_NOT = regex.compile(
    r"['’]d\b|\b(?:I|you|we|please|let|start|begin|read|if|would|could|should|must|may|might|"
    r"not|never|no|was|were|had|originally|before the|used to)\b|n['’]t\b",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each end or order of a text that no reading bears out."""
    if not scene.is_answer or not scene.documents:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _OPENS.finditer(sentence.text):
            yield from _end(scene, sentence, found, _meant(sentence, found))
        for found in _WITH.finditer(sentence.text):
            yield from _end(scene, sentence, found, found["what"])
        for found in _SIGNED.finditer(sentence.text):
            yield from _signed(scene, sentence, found)
        for found in (*_CHAIN.finditer(sentence.text), *_FROM_TO.finditer(sentence.text)):
            yield from _ordered(scene, sentence, found)


def _meant(sentence: Sentence, found: "regex.Match[str]") -> str:
    """Return what is said to be first or last; for a pronoun the name before it in the sentence."""
    if found["what"].lower() not in {"his", "her", "its", "their"}:
        return found["what"]
    before = regex.findall(_NAME, sentence.text[: found.start()])
    return before[-1] if before else ""


def _end(scene: Scene, sentence: Sentence, found: "regex.Match[str]", said: str) -> Iterator[Claim]:
    what = said.strip('`"“”„«» .,')
    is_first = bool(found["first"])
    clause = regex.split(r"[.;:]\s|,\s", sentence.masked[: found.start()])[-1]
    if (
        len(what) < 2
        or not (stems(what) or not what.isascii())
        or _NOT.search(clause)
        or what.lower() in _EMPTY
    ):
        return
    documents = _documents(scene, sentence)
    holders = [one for one in documents if stands_in(what, one.text)]
    is_with = "rest" not in found.groupdict()
    if not holders and not (is_with and documents):
        return
    by_lines = (
        regex.search(
            r"\b(?:lines?|verses?|each|every|rows?|first|second|third|zeile|vers)\b",
            sentence.masked,
            regex.IGNORECASE,
        )
        is not None
    )
    places = [
        text for one in documents for text in _places(one, first=is_first, lines=by_lines or not is_with)
    ]
    if by_lines and is_with:
        return
    at_end = any(
        _is_at_end(what, text, first=is_first) if is_with else stands_in(what, text) for text in places
    )
    if places and not at_end:
        yield _claim(
            sentence, found, f"“{what}” is not the {'first' if is_first else 'last'} in {documents[0].path}"
        )


_EMPTY = frozenset(
    """
    it this that these they there he she we i the a an one both all each every everything
    here now then das die der es le la el
    """.split()  # noqa: SIM905 -- reads better than so many quoted words
)


def _is_at_end(what: str, text: str, *, first: bool) -> bool:
    """Return whether a place begins or ends with a text: its first or last line has it near that end."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    if not lines:
        return False
    line = lines[0] if first else lines[-1]
    words = line.split()
    count = len(what.split()) + 4
    near = " ".join(words[:count] if first else words[-count:])
    sentences = regex.split(r"(?<=[.!?])\s+", line)
    return stands_in(what, near) or stands_in(what, sentences[0] if first else sentences[-1])


@lru_cache(maxsize=128)
def _places(document: Document, *, first: bool, lines: bool) -> tuple[str, ...]:
    """Return what stands first, or last, in the text and in each of its parts."""
    index = 0 if first else -1
    paragraphs = [part for part in regex.split(r"\n\s*\n", document.text) if part.strip()]
    found = [document.text, *paragraphs]
    if lines:
        found = [paragraphs[index]] if paragraphs else []
        filled = [line for line in document.text.splitlines() if line.strip()]
        found = [filled[index]] if filled else []
        found += [part.strip().splitlines()[index] for part in paragraphs]
        if first:
            found += [
                part.strip().splitlines()[1] for part in paragraphs if len(part.strip().splitlines()) > 1
            ]
    found += [line for row in body_of(document)[index:][:1] for line in row]
    for unit in ("item", "section", "record", "question", "clause", "step", "column", "function", "key"):
        for parts in sequences(unit, document):
            filled = parts[index].text.strip().splitlines() or [""]
            found += _ends_of_sections(parts, index) if unit == "section" else [filled[index if lines else 0]]
    return tuple(found)


def _ends_of_sections(parts: tuple[Part, ...], index: int) -> list[str]:
    """Return the first lines of each section, with and without its heading, or the last ones."""
    found = []
    for part in parts:
        lines = [line for line in part.text.splitlines() if line.strip()]
        found += lines[:2] if index == 0 else lines[-1:]
    return found


def _signed(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    documents = made(scene)
    lines = [
        line for one in documents for line in [part for part in one.text.splitlines() if part.strip()][-3:]
    ]
    if (
        lines
        and not any(stands_in(found["what"], line) for line in lines)
        and not _NOT.search(sentence.masked[: found.start()])
    ):
        yield _claim(sentence, found, f"it ends “{lines[-1].strip()}”")


def _ordered(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "West and then East", where no text has them in that order."""
    groups = found.groupdict()
    first = [groups["a"]] if "a" in groups else regex.findall(_NAME, sentence.text[: found.start()])[-1:]
    said = [*first, groups["b"], groups.get("c") or ""]
    names = [name.strip('`"“”„«» .,') for name in said if name]
    clause = regex.split(r"[.;:]\s", sentence.masked[: found.start()])[-1]
    are_numbers = len(names) < PAIR or all(name[0].isdigit() for name in names)
    if are_numbers or _NOT.search(clause) or any(name.lower() in _EMPTY or len(name) < 2 for name in names):
        return
    documents = [
        one for one in _documents(scene, sentence) if all(stands_in(name, one.text) for name in names)
    ]
    if documents and not any(_in_order(names, one.text) for one in documents):
        yield _claim(sentence, found, f"{documents[0].path} has another order")


def _in_order(names: list[str], text: str) -> bool:
    position = 0
    for name in names:
        hit = regex.search(rf"(?<!\w){regex.escape(name)}(?!\w)", text[position:], regex.IGNORECASE)
        if hit is None:
            return False
        position += hit.end()
    return True


def _documents(scene: Scene, sentence: Sentence) -> tuple[Document, ...]:
    """Return the texts that are meant: of those that were made, where there are any."""
    meant = topic(sentence, scene)
    left = tuple(one for one in meant if not one.given)
    return left or (made(scene) if made(scene) and not meant else meant) or scene.documents


def _claim(sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    return settled(
        kind=POSITION,
        quote=sentence.text[found.start() : found.end()].strip(" ,;:"),
        holds=False,
        evidence=evidence,
    )
