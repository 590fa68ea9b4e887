"""Files that are said to have been changed, in whatever words: "the README was brought in line as well".

The file is known by its name or its stem; that something was done to it is told by a verb of change that has
it as its subject, as its object, or behind a colon. Held against what became of the file.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.change_phrases import EDITED
from skilleval.grading.claims.changes import state_of
from skilleval.grading.claims.deeds import Calls
from skilleval.grading.claims.kinds import CHANGE, DENIED
from skilleval.grading.claims.newest import aliased, newest
from skilleval.grading.claims.paths import PATH
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_CHANGED = (
    rf"(?:{EDITED}|brought (?:in line|up to date|into line|in sync)|kept in sync|synced|"
    rf"aligned|touched(?: up)?|"
    r"expanded|completed|supplemented|enriched|trimmed|tidied(?: up)?|sorted|translated|reworded|renumbered|"
    r"overhauled|polished|cleaned(?: up)?|shortened|reordered|rearranged|annotated|"
    r"aktualisiert|angepasst|geändert|ergänzt|überarbeitet|bearbeitet|gekürzt|korrigiert|"
    r"mise? à jour|modifiée?|complétée?|corrigée?|adaptée?|"
    r"actualizad[oa]|modificad[oa]|corregid[oa]|ampliad[oa])"
)
_MORE = (
    r"(?:(?:also|now|then|likewise|accordingly|therefore|thus|too|again|auch|ebenfalls|aussi|"
    r"también|\w+ly)\s+)*"
)
_BEEN = r"(?:was|were|is now|has been|have been|got|gets|wurde|wurden|a été|ha sido|fue)"
_NAME = rf"(?:{PATH}|(?P<alias>(?:the|your) (?:readme|changelog|license|makefile|dockerfile)))"
_PASSIVE = regex.compile(
    rf"{_NAME}\s+(?:file\s+)?(?:{_BEEN}\s+{_MORE}|(?:needed|required)\s+(?:to be|an? \w+ and "
    rf"was)\s+)(?P<verb>{_CHANGED})\b",
    regex.IGNORECASE,
)
_LINE = regex.compile(
    rf"(?:^|[.;]\s+)\W*{_NAME}\W{{0,3}}\s*(?::|–|—|→|->)\s*{_MORE}(?P<verb>{_CHANGED})\b", regex.IGNORECASE
)
_NOT = regex.compile(
    r"\b(?:if|would|could|should|must|can|may|might|will|not|never|no|nor|neither|once|before|"
    r"to be)\b|n['’]t\b",
    regex.IGNORECASE,
)
_OLD = regex.compile(
    r"\b(?:last|yesterday|previously|originally|in \d{4}|ago|by (?:the|a|an|your|\w+ on))\b", regex.IGNORECASE
)
_IN = regex.compile(
    rf"\b(?:I|[Ww]e)(?:['’]ve| have)?\s+(?:also\s+)?(?P<verb>{_CHANGED})\b[^.;]{{0,40}}?\bin\s+{_NAME}|"
    rf"\b(?:im|in der|in)\s+(?P<stem>[A-ZÄÖÜ]\w+)\s+habe ich\b[^.;]{{0,60}}?\b(?P<verb>{_CHANGED})\b",
    regex.IGNORECASE,
)
_FOLDER = regex.compile(
    r"`?(?P<folder>[\w.-]+(?:/[\w.-]+)*/)`?\s+(?:folder\s+)?(?:(?:was|has been|is "
    r"now)\s+)?(?:removed|deleted|gone)\b[^.;]*",
    regex.IGNORECASE,
)
_ALONE = regex.compile(
    rf"{_NAME}\s+(?:file\s+)?(?:(?:was|is|stays|stayed|remains|remained|has been)\s+)?(?:left|"
    rf"kept|exactly|just)?\s*"
    r"(?:as (?:it|they) (?:is|was|were)|untouched|unchanged|unaltered|unmodified|intact|tel "
    r"quel|inchangée?|unverändert|"
    r"unangetastet|sin cambios|intacto)\b|\b(?:left|kept)\s+"
    rf"{_NAME.replace('?P<path>', '?P<path2>').replace('?P<alias>', '?P<alias2>')}\s+(?:alone|"
    rf"untouched|unchanged|intact|exactly as)\b",
    regex.IGNORECASE,
)
_PARTLY = regex.compile(
    r"\b(?:except|apart|besides|other than|otherwise|rest|else|order|wording|structure|format|"
    r"section|part)\b",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each given file that is said to have been changed or left alone."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for pattern in (_PASSIVE, _LINE, _IN):
            for found in pattern.finditer(sentence.text):
                yield from _changed(scene, sentence, found)
        for found in _FOLDER.finditer(sentence.text):
            yield from _folder(scene, sentence, found)
        for found in _ALONE.finditer(sentence.text):
            yield from _left_alone(scene, sentence, found)


def _folder(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    """Yield "`invoices/` removed", where a file of the folder is there still."""
    left = [one.path for one in newest(scene) if one.path.startswith(found["folder"])]
    is_run = any(
        "rm" in line and found["folder"].rstrip("/") in line
        for line, _ in Calls(scene.evidence.tool_calls).commands
    )
    if left and not is_run and not _NOT.search(sentence.masked[: found.start()]):
        yield _claim(CHANGE, sentence, found, f"{left[0]} is there")


def _changed(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    clause = regex.split(r"[.;]\s", sentence.masked[: found.start()])[-1]
    after = sentence.masked[found.end() : found.end() + 30]
    if _NOT.search(clause) or _NOT.search(found.group()) or _OLD.search(after):
        return
    if path := _path(scene, found["path"] or "", found["alias"] or _stem(found)):
        state = state_of(path, scene)
        if state == "unchanged":
            yield _claim(CHANGE, sentence, found, f"{path} was not changed")


def _left_alone(scene: Scene, sentence: Sentence, found: "regex.Match[str]") -> Iterator[Claim]:
    clause = sentence.masked[: found.start()]
    if _NOT.search(clause) or _PARTLY.search(sentence.masked):
        return
    path = _path(scene, found["path"] or found["path2"] or "", found["alias"] or found["alias2"] or "")
    if path and state_of(path, scene) in {"changed", "deleted"}:
        yield _claim(DENIED, sentence, found, f"{path} was {state_of(path, scene)}")


def _stem(found: "regex.Match[str]") -> str:
    stem = found.groupdict().get("stem")
    return f"the {stem}" if stem else ""


def _path(scene: Scene, said: str, alias: str) -> str:
    """Return the path of the given file that is meant; empty where none was given by that name."""
    if said:
        known = {one.path for one in scene.documents if one.given}
        return (
            said if state_of(said, scene) != "absent" and any(path.endswith(said) for path in known) else ""
        )
    documents = [one for one in aliased(alias, scene) if one.given]
    return documents[0].path if documents else ""


def _claim(kind: str, sentence: Sentence, found: "regex.Match[str]", evidence: str) -> Claim:
    return settled(
        kind=kind,
        quote=sentence.text[found.start() : found.end()].strip(" .;*_"),
        holds=False,
        evidence=evidence,
        process=True,
    )
