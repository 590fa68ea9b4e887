"""Files that the assistant says it made, changed, removed or left alone. Held against the evidence."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.clauses import Clause, clauses
from skilleval.grading.claims.kinds import CHANGE, DENIED, FILE
from skilleval.grading.claims.numerals import COUNT, count_from
from skilleval.grading.claims.paths import PATH, is_same_path
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled

_MADE = (
    r"(?:created|wrote|written|saved|generated|exported|produced|added|drafted|stored|put|placed|"
    r"recorded|documented|moved|filed|dumped|collected|captured|appended|inserted|introduced)"
)
_EDITED = (
    r"(?:updated|edited|modified|changed|fixed|rewrote|rewritten|refactored|renamed|corrected|adjusted|"
    r"amended|patched|reformatted|simplified|extended|cleaned up)"
)
_REMOVED = r"(?:deleted|removed)"
_TURNED = (
    r"(?:backed|copied|archived|compressed|zipped|duplicated|downloaded|converted|merged|combined|split|"
    r"translated|extracted|summari[sz]ed|turned|transcribed|rendered)"
)
_NOT_INTO = r"(?!(?:for|from|of|using|based|with|by|via|about|like|to|in|into|that|which|against)\b)"
_DIRECT = regex.compile(
    rf"\b(?P<verb>{_MADE}|{_EDITED})(?:\s+{_NOT_INTO}[\w'’-]+){{0,6}}?[,:]?\s+{PATH}", regex.IGNORECASE
)
_INTO = regex.compile(
    rf"\b(?P<verb>{_MADE}|{_EDITED}|{_TURNED})\b(?:(?!\b(?:for|from|of|using|based|with|by|via)\b|[.;]\s).)*?"
    rf"\b(?:to|in|into|as|at|under|named|called)\s+(?:the\s+|a\s+|new\s+|file\s+|document\s+)*{PATH}",
    regex.IGNORECASE,
)
_PASSIVE = regex.compile(
    rf"{PATH}\s+(?:has been|have been|was|were|is now)\s+(?:\w+ly\s+|also\s+)?(?P<verb>{_MADE}|"
    rf"{_EDITED}|{_REMOVED})\b",
    regex.IGNORECASE,
)
_IS_THERE = regex.compile(
    rf"\b(?:is|are)\s+(?:now\s+|also\s+)?(?:stored|saved|written|kept|available|ready|located|found|"
    rf"included|in|live)\s*(?:as|in|at|under)?\s+(?:the\s+(?:new\s+)?(?:file\s+)?)?{PATH}|"
    rf"\blives in\s+{PATH}",
    regex.IGNORECASE,
)
_DELETED = regex.compile(rf"\b(?P<verb>{_REMOVED})\s+(?:the\s+|old\s+|file\s+)*{PATH}", regex.IGNORECASE)
_WITHOUT_VERB = regex.compile(
    rf"^(?:the|a|an|its|their)\s+(?:[\w-]+\s+){{1,5}}?(?:as|to|in|into)\s+{PATH}\W*$", regex.IGNORECASE
)
_UNTOUCHED = regex.compile(
    r"(?:\bnot|n['’]t|\bnever)\s+(?:touch|modif(?:y|ied)|chang|edit|alter|updat)\w*\s+(?:the\s+)?" + PATH,
    regex.IGNORECASE,
)
_LEFT_ALONE = regex.compile(
    rf"\b(?:left|kept)\s+(?:the\s+)?{PATH}\s+(?:as (?:it )?(?:is|was)|untouched|unchanged|alone)\b|"
    + PATH.replace("?P<path>", "?P<other>")
    + r"\s+(?:is|was|remains?|stays?)\s+(?:left\s+)?(?:untouched|unchanged|not (?:touched|changed|modified))",
    regex.IGNORECASE,
)
_NOTHING = regex.compile(
    r"\bno files? (?:was|were|has been|have been|is|are) (?:changed|modified|touched|created|edited|"
    r"written)\b|\bnothing (?:was|has been) (?:changed|written|modified|created|saved)\b|(?:\bnot|"
    r"n['’]t)\s+(?:open\w*\s+or\s+)?(?:change|modify|touch|edit|create|changed|modified|touched|edited|"
    r"created)\s+any(?:thing|\s+files?)\b",
    regex.IGNORECASE,
)
_HOW_MANY = regex.compile(
    rf"\b(?P<verb>created|wrote|generated|added|changed|modified|updated|"
    rf"edited)\s+(?P<number>{COUNT})\s+(?:new\s+)?files?\b",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each file that is said to have been made, changed, removed or left alone."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        yield from _nothing(scene, sentence.text)
        made = False
        for clause in clauses(sentence):
            yield from _left_alone(scene, clause)
            yield from _how_many(scene, clause)
            yield from _is_there(scene, clause)
            claims = list(_made(scene, clause))
            yield from claims or (_made_too(scene, clause) if made else ())
            made = made or bool(claims)


def state_of(path: str, scene: Scene) -> str:
    """Return what became of a path: created, changed, deleted, unchanged or absent."""
    for file in scene.evidence.files:
        if is_same_path(file.path, path):
            return file.state
    given = any(document.given and is_same_path(document.path, path) for document in scene.documents)
    return "unchanged" if given else "absent"


def _made(scene: Scene, clause: Clause) -> Iterator[Claim]:
    told: dict[str, Claim] = {}
    for pattern in (_DIRECT, _INTO, _PASSIVE, _DELETED):
        for found in pattern.finditer(clause.text):
            if _is_told(clause, found.start("verb"), is_passive=pattern is _PASSIVE):
                told.setdefault(found["path"], _judged(scene, clause, found["verb"].lower(), found["path"]))
    yield from told.values()


def _is_told(clause: Clause, position: int, *, is_passive: bool) -> bool:
    """Return whether the assistant tells the change as its own, or in the passive: "was written to …"."""
    passive = is_passive or regex.search(r"\b(?:was|were|been)\s+(?:\w+ly\s+)?$", clause.masked[:position])
    return clause.is_asserted(position) if passive else clause.is_own_deed(position)


def _is_there(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield a file in which something is said to be: "A printable version is stored as `list.pdf`"."""
    for found in _IS_THERE.finditer(clause.text):
        of_skill = any(is_same_path(path, found["path"]) for path in scene.bundle_paths)
        if clause.is_asserted(found.start()) and not of_skill:
            state = state_of(found["path"], scene)
            holds = state not in {"absent", "deleted"}
            yield _claim(FILE, clause.text, f"{found['path']} is {state}", holds=holds)


def _made_too(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield a file of a clause that leaves the verb to the one before: "… and the numbers as `b.csv`"."""
    if found := _WITHOUT_VERB.match(clause.text):
        yield _judged(scene, clause, "saved", found["path"])


def _judged(scene: Scene, clause: Clause, verb: str, path: str) -> Claim:
    state = state_of(path, scene)
    wanted = {"deleted"} if regex.fullmatch(_REMOVED, verb) else {"changed", "created"}
    kind = FILE if state == "absent" and "deleted" not in wanted else CHANGE
    said = {"absent": f"there is no {path}", "unchanged": f"{path} was not changed"}
    return _claim(kind, clause.text, said.get(state, f"{path} was {state}"), holds=state in wanted)


def _left_alone(scene: Scene, clause: Clause) -> Iterator[Claim]:
    for pattern in (_UNTOUCHED, _LEFT_ALONE):
        for found in pattern.finditer(clause.text):
            path = found["path"] or found["other"]
            state = state_of(path, scene)
            if state != "absent":
                said = f"{path} was {'not changed' if state == 'unchanged' else state}"
                yield _claim(DENIED, clause.text, said, holds=state == "unchanged")


def _nothing(scene: Scene, sentence: str) -> Iterator[Claim]:
    if found := _NOTHING.search(sentence):
        changed = [file.path for file in scene.evidence.files]
        said = f"changed: {', '.join(changed[:5])}" if changed else "no file was changed"
        yield _claim(DENIED, found.group(), said, holds=not changed)


def _how_many(scene: Scene, clause: Clause) -> Iterator[Claim]:
    for found in _HOW_MANY.finditer(clause.text):
        states = [file.state for file in scene.evidence.files]
        counts = {states.count("created"), states.count("changed"), len(states)}
        if clause.is_asserted(found.start()):
            said = f"{states.count('created')} created, {states.count('changed')} changed"
            yield _claim(CHANGE, clause.text, said, holds=count_from(found["number"]) in counts)


def _claim(kind: str, quote: str, evidence: str, *, holds: bool) -> Claim:
    return settled(kind=kind, quote=quote, holds=holds, evidence=evidence, process=True)
