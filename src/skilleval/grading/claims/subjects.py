"""The text that the subject of a length names: a file that was made ("the teaser"), or what the answer shows.

"The English text has four sentences" speaks of the answer's own text, where it stands above and nothing marks
it; then what stands just above, in one paragraph or several, are its readings.
"""

import regex

from skilleval.grading.claims.parts import Part
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.sources import meant_by
from skilleval.grading.claims.text import Sentence

_MEASURES = (
    r"(?:has|have|is|are|runs to|comes to|counts|consists of|is made up of|contains|comprises|weighs in at|"
    r"stands at)"
)
_JUST = (
    r"(?:(?:exactly|only|just|now|about|around|under|over|roughly|at|a total of|still|also|therefore)\s+)*"
)
_SUBJECT = regex.compile(
    rf"(?:^|[;:.]\s+|,\s+(?:and|but|while|so)\s+|\band\s+)\W*"
    rf"(?P<subject>(?:the|my|your|this|it)\b(?:\s+"
    rf"[\w-]+){{0,3}}?)\s+"
    rf"{_JUST}{_MEASURES}\s+{_JUST}$",
    regex.IGNORECASE,
)
_OWN_TEXT = regex.compile(
    r"(?:the|my|this|your)\s+(?:[\w-]+\s+)?(?:text|translation|version|draft|poem|haiku|limerick|reply|"
    r"message|post|tweet|"
    r"caption|description|blurb|pitch|speech|bio|summary|paragraph|sms|ad|copy|invitation|announcement|"
    r"note|teaser|story)",
    regex.IGNORECASE,
)
_SOURCE = regex.compile(
    r"\b(?:original|source|given|old|german|french|spanish|input|your|first|second)\b", regex.IGNORECASE
)
_LABEL = regex.compile(r"^[*_]*[A-Za-z][\w -]{0,30}:[*_]*\s+")
_SHOWN = {"prose", "draft", "quote", "code"}
LONGEST = 12
"""Paragraphs that may be one text."""


def part_of_subject(scene: Scene, sentence: Sentence, before: str) -> tuple[Part, ...]:
    """Return the text that the subject just before a length means; nothing where that is not certain."""
    found = _SUBJECT.search(before)
    if found is None or not scene.is_answer:
        return ()
    subject = found["subject"].strip()
    made = [document for document in scene.documents if not document.given]
    if made:
        meant = [document for document in meant_by(subject, scene, sentence) if not document.given]
        return (Part(meant[0].path, (meant[0].text,)),) if len(meant) == 1 else ()
    is_it = subject.lower() in {"it", "this"} and not scene.documents
    if (not is_it and not _OWN_TEXT.fullmatch(subject)) or _SOURCE.search(subject):
        return ()
    return _above(scene, sentence)


def _above(scene: Scene, sentence: Sentence) -> tuple[Part, ...]:
    """Return what stands above the paragraph of a sentence, up to a list or heading: each run a reading."""
    texts: list[str] = []
    for block in reversed(scene.blocks[: sentence.block]):
        if block.kind not in _SHOWN:
            break
        texts.append(block.text)
    runs = [
        gap.join(reversed(texts[low:high]))
        for low in range(len(texts))
        for high in range(low + 1, len(texts) + 1)
        for gap in ("\n\n", "\n", " ")
    ]
    runs += [_LABEL.sub("", run) for run in runs]
    return (Part("the text above", tuple(dict.fromkeys(runs))),) if runs and len(texts) <= LONGEST else ()
