"""Words that are said to be those of a file that was left: "became “…”", "30 instead of 20".

They stand in a file, in the task or in what a tool returned, or the statement is false.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.alignment import nearest, words_of
from skilleval.grading.claims.kinds import FILE, QUOTATION
from skilleval.grading.claims.newest import everything, made, stands_in
from skilleval.grading.claims.paths import PATH
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.quote import is_quoted_from

_BEFORE = regex.compile(
    r"\b(?:became|becomes|devient|deviennent|wird zu|wurde zu|pasa a ser|now reads?|reads?|"
    r"(?:wrote|put|gave|rendered|translated)\b[^.;]{0,40}\bas|"
    r"(?:last|first|closing|opening|new|final|only) (?:line|sentence|heading|entry|word|item|row|paragraph)|"
    r"(?:with|under|by) the (?:code|title|heading|subject|name|word|label|headline|phrase|line|sentence|key)|"
    r"(?:title|heading|subject(?: line)?|headline|code|one quote|the quote|quote) (?:is|says|reads)|"
    r"(?:headline|heading|title|subject|subject line|quote|verbatim)\b\s*(?:[:→]|->))[\s,:]*(?:now |the )?$",
    regex.IGNORECASE,
)
_DENIED = regex.compile(
    r"\b(?:not|never|no|nothing|without|instead of|rather than|if|should|would|could|can|may|"
    r"might|suggest\w*|propos\w*|recommend\w*|"
    r"alternative\w*|option\w*|e\.g\.|for example|such as|like|was|were|old|original\w*|"
    r"before|nicht|kein\w*|pas|jamais)\b|n['’]t\b",
    regex.IGNORECASE,
)
_INSTEAD = regex.compile(
    r"(?P<new>\d[\d.,]*)(?:\s?(?P<unit>[a-z%]{1,10}))?\s+instead of\s+(?P<old>\d[\d.,]*)", regex.IGNORECASE
)
_FROM_TO = regex.compile(
    r"\b(?:went|goes|raised|lowered|changed|moved|bumped|increased|decreased|"
    r"is)\s+(?:\w+\s+)?from\s+(?P<old>[\d.]+\w{0,3})\s+to\s+(?P<new>[\d.]+\w{0,3})(?![\w-])",
    regex.IGNORECASE,
)
_OWN = regex.compile(
    r"\b(?:I|[Ww]e)(?:['’]ve| have)?\b[^.;]*\b\w+(?:ed|ote|ade|ent|ut)\b|\b(?:sits|lies|lives|"
    r"stands|accompanies|belongs) (?:next|beside|right|in|to|there|with|along)|\b(?:was|were) "
    r"(?:also )?\w+ed\b",
    regex.IGNORECASE,
)
_WISHED = regex.compile(
    r"['’]d\b|\b(?:if|should|would|could|can|may|might|must|will|not|never|no|to be|please|"
    r"create|add|next|e\.g\.|such as|like|missing|absent|did|does|expects?|looks? for|error|"
    r"instead)\b|n['’]t\b",
    regex.IGNORECASE,
)
_WAS_ADDED = regex.compile(
    r"(?:\b(?:an?|the|une?|la|le|eine?|una|"
    r"one)\s+\w+\s+)?(?P<thing>[`\"“„«][^`\"“”„«»\n]{2,60}[`\"”“»])\s+(?:\w+\s+)?"
    r"(?:was|were|has been|have been|a été|ont été|wurde|wurden|ha sido|fue)\s+(?:also |then |auch |aussi )?"
    r"(?:added|inserted|created|introduced|appended|ajoutée?s?|insérée?s?|hinzugefügt|ergänzt|"
    r"añadid[oa]s?|agregad[oa]s?)[^.;]*",
    regex.IGNORECASE,
)
_DENIED_ADD = regex.compile(r"\b(?:if|no|not|never|should|could|would)\b", regex.IGNORECASE)
LONG = 4


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each text that is said to be in a file and stands nowhere, and each file that is nowhere."""
    if not scene.is_answer:
        return
    known = tuple(everything(scene))
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        if made(scene):
            yield from _quoted(scene, sentence, known)
            yield from _numbers(scene, sentence)
            yield from _added(sentence, known)
        yield from _files(scene, sentence, known)


def _quoted(scene: Scene, sentence: Sentence, known: tuple[str, ...]) -> Iterator[Claim]:
    for start, end, text in spans(sentence.text):
        before = regex.split(r"[.;]\s", sentence.masked[:start])[-1]
        is_code = sentence.text[start] == "`"
        if len(text) < LONG or "…" in text or "..." in text or is_quoted_from(text, known):
            continue
        is_told = (
            not is_code
            and not before.endswith("=")
            and _BEFORE.search(before) is not None
            and not _DENIED.search(before)
        )
        is_listed = is_code and len(text.split()) >= LONG and not before.strip() and _is_near(text, scene)
        if is_told or is_listed:
            cut = max((hit.end() for hit in regex.finditer(r"[.;:]\s|,\s(?:and\s)?", before)), default=0)
            quote = sentence.text[start - len(before) + cut : end]
            yield _claim(QUOTATION, quote.strip(), f"“{text}” stands in no file")


def _is_near(text: str, scene: Scene) -> bool:
    """Return whether a listed statement comes near to one of a file that was left."""
    found = [near for one in made(scene) if (near := nearest(text, one.text))]
    return any(near.share >= 0.6 and near.run >= LONG and len(words_of(text)) >= LONG for near in found)


def _added(sentence: Sentence, known: tuple[str, ...]) -> Iterator[Claim]:
    """Yield "an entry `x` was added", where `x` stands nowhere."""
    for found in _WAS_ADDED.finditer(sentence.text):
        thing = found["thing"].strip('`"“”„«»')
        if not any(thing in text for text in known) and not _DENIED_ADD.search(
            sentence.masked[: found.start()]
        ):
            yield _claim(QUOTATION, sentence.text[found.start() : found.end()], f"“{thing}” stands nowhere")


def _numbers(scene: Scene, sentence: Sentence) -> Iterator[Claim]:
    """Yield "30 minutes instead of 20", "went from 8m to 50m", where no file left has the new one."""
    left, given = made(scene), [one for one in scene.documents if one.given]
    for pattern in (_INSTEAD, _FROM_TO):
        for found in pattern.finditer(sentence.masked):
            new, old = found["new"].rstrip(".,"), found["old"].rstrip(".,")
            is_old_known = any(_has(old, one.text) for one in given)
            if (
                is_old_known
                and not any(_has(new, one.text) for one in left)
                and not _DENIED.search(sentence.masked[: found.start()])
            ):
                yield _claim(
                    QUOTATION,
                    sentence.text[found.start() : found.end()],
                    f"{new} stands in no file that was left",
                )


def _has(number: str, text: str) -> bool:
    return regex.search(rf"(?<![\d.]){regex.escape(number)}(?![\d]|\.\d)", text) is not None


def _files(scene: Scene, sentence: Sentence, known: tuple[str, ...]) -> Iterator[Claim]:
    """Yield a file that a deed or a place is told of, and that is named nowhere else."""
    for found in regex.finditer(PATH, sentence.text, regex.IGNORECASE):
        name = found["path"].rpartition("/")[2]
        before = regex.split(r"[.;]\s", sentence.text[: found.start()])[-1]
        after = regex.split(r"[.;]\s", sentence.text[found.end() :])[0]
        is_known = any(stands_in(name, text) for text in known) or any(
            path.endswith(name) for path in scene.bundle_paths
        )
        is_quoted = sentence.text[found.start()] == "`"
        if is_known or not is_quoted or _WISHED.search(before) or not _OWN.search(f"{before} {after}"):
            continue
        start = max(
            (cut.end() for cut in regex.finditer(r"[.;]\s", sentence.masked[: found.start()])), default=0
        )
        yield _claim(FILE, sentence.text[start : found.end()], f"there is no {name}")


def _claim(kind: str, quote: str, evidence: str) -> Claim:
    return settled(kind=kind, quote=quote.strip(" *_("), holds=False, evidence=evidence)
