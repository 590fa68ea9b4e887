"""Files that the assistant says it made, changed, removed or left alone. Held against the evidence."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.change_phrases import (
    ALL_FILES,
    AND,
    DELETED,
    DIRECT,
    FIND_IT,
    HOW_MANY,
    INTO,
    INTRODUCED,
    IS_THERE,
    ITEM_OF_CHANGES,
    ITEM_PATH,
    LEFT_ALONE,
    LEFT_AS_IT_WAS,
    LISTED,
    NOTHING,
    OWN_CHANGES,
    PARTICIPLE,
    PASSIVE,
    REMOVED,
    THE_ORIGINAL,
    UNTOUCHED,
    WITHOUT_VERB,
)
from skilleval.grading.claims.clauses import Clause, clauses
from skilleval.grading.claims.kinds import CHANGE, DENIED, FILE
from skilleval.grading.claims.numerals import count_from
from skilleval.grading.claims.paths import is_same_path
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Block

_SEVERAL = 2
HEADING = 60
"""Characters of a line that still heads a list."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each file that is said to have been made, changed, removed or left alone."""
    if not scene.is_answer:
        return
    yield from _listed(scene)
    yield from _own_changes(scene)
    for sentence in scene.sentences:
        yield from _nothing(scene, sentence.text)
        yield from _the_original(scene, Clause(sentence.text))
        made = False
        for clause in clauses(sentence):
            yield from _left_alone(scene, clause)
            yield from _how_many(scene, clause)
            yield from _is_there(scene, clause)
            yield from _find_it(scene, clause)
            yield from _participle(scene, clause)
            yield from _all_files(scene, clause)
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
    for pattern in (DIRECT, INTO, PASSIVE, DELETED):
        for found in pattern.finditer(clause.text):
            if _is_told(clause, found.start("verb"), is_passive=pattern is PASSIVE):
                for path in _paths_of(found, clause):
                    told.setdefault(path, _judged(scene, clause, found["verb"].lower(), path))
    yield from told.values()


def _paths_of(found: "regex.Match[str]", clause: Clause) -> Iterator[str]:
    """Yield the file that was found, and those that follow it in the same list."""
    yield found["path"]
    position = found.end("path") + clause.text[found.end("path") :].startswith("`")
    while more := AND.match(clause.text, position):
        yield more["path"]
        position = more.end("path") + clause.text[more.end("path") :].startswith("`")


def _listed(scene: Scene) -> Iterator[Claim]:
    """Yield the items of a list of files: below "Files modified:", "**New files**", …"""
    verb = ""
    for block in scene.blocks:
        if block.kind in {"heading", "prose"}:
            opens = block.kind == "heading" or block.text.endswith(":")
            heading = LISTED.search(block.text) if opens and len(block.text) < HEADING else None
            heading = heading or (INTRODUCED.search(block.text) if block.text.endswith(":") else None)
            verb = heading["verb"].lower() if heading else ""
        elif verb and block.kind == "item" and (item := ITEM_PATH.match(block.text)):
            yield _judged(scene, Clause(block.text), "created" if verb == "new" else verb, item["path"])


def _own_changes(scene: Scene) -> Iterator[Claim]:
    """Yield the items of "Changes:", `path: what`, where one at least was changed: else it proposes them."""
    told: list[tuple[Block, str]] = []
    is_open = False
    for block in scene.blocks:
        if block.kind == "item":
            item = ITEM_OF_CHANGES.match(block.text) if is_open else None
            told += [(block, item["path"])] if item and not LEFT_AS_IT_WAS.search(item["what"]) else []
        else:
            is_open = _opens_changes(block)
    if any(state_of(path, scene) in {"changed", "created"} for _, path in told):
        for block, path in told:
            yield _judged(scene, Clause(block.text), "changed", path)


def _opens_changes(block: Block) -> bool:
    """Return whether a block heads a list of changes that names no verb, which `_listed` reads."""
    is_head = block.kind in {"heading", "prose"} and OWN_CHANGES.search(block.text) is not None
    return is_head and LISTED.search(block.text) is None


def _participle(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield "Version bumped in setup.cfg", of an assistant that changed files: else it tells of a diff."""
    found = None if clause.lead.strip() else PARTICIPLE.match(clause.text)
    touched = [file for file in scene.evidence.files if file.state in {"changed", "created"}]
    is_report = any(document.path.endswith((".diff", ".patch", ".log")) for document in scene.documents)
    if found and touched and not is_report and clause.is_asserted(found.start("verb")):
        yield _judged(scene, clause, found["verb"].lower(), found["path"])


def _is_told(clause: Clause, position: int, *, is_passive: bool) -> bool:
    """Return whether the assistant tells the change as its own, or in the passive: "was written to …"."""
    passive = is_passive or regex.search(r"\b(?:was|were|been)\s+(?:\w+ly\s+)?$", clause.masked[:position])
    return clause.is_asserted(position) if passive else clause.is_own_deed(position)


def _is_there(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield a file in which something is said to be: "A printable version is stored as `list.pdf`"."""
    for found in IS_THERE.finditer(clause.text):
        of_skill = any(is_same_path(path, found["path"]) for path in scene.bundle_paths)
        if clause.is_asserted(found.start()) and not of_skill:
            state = state_of(found["path"], scene)
            holds = state not in {"absent", "deleted"}
            yield _claim(FILE, clause.text, f"{found['path']} is {state}", holds=holds)


def _find_it(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield a file in which a person is told to find something, and that is not there."""
    for found in FIND_IT.finditer(clause.text):
        path = found["path"]
        denied = regex.search(
            r"\b(?:not|never|if|once|would|could|should)\b|n['’]t\b", clause.masked[: found.start()]
        )
        of_skill = any(is_same_path(known, path) for known in scene.bundle_paths)
        if not denied and not of_skill and state_of(path, scene) in {"absent", "deleted"}:
            yield _claim(FILE, clause.text, f"{path} is {state_of(path, scene)}", holds=False)


def _all_files(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield "both files have been updated": each that was given, or as many as were touched at all."""
    for found in ALL_FILES.finditer(clause.text):
        given = sorted({document.path for document in scene.documents if document.given})
        if not clause.is_asserted(found.start("verb")) or len(given) < _SEVERAL:
            continue
        is_both = found["which"].lower() == "both"
        touched = len(scene.evidence.files)
        left = [path for path in given if state_of(path, scene) == "unchanged"]
        if (is_both and touched < _SEVERAL) or (not is_both and touched == 0):
            yield _claim(CHANGE, clause.text, f"not changed: {', '.join(left[:5])}", holds=False)


def _the_original(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield what became of "the original file", where one file was given."""
    given = {document.path for document in scene.documents if document.given}
    for found in THE_ORIGINAL.finditer(clause.text):
        if len(given) != 1 or not clause.is_asserted(found.start()):
            continue
        state, verb = state_of(next(iter(given)), scene), found["verb"].lower()
        if regex.fullmatch(REMOVED, verb):
            holds, kind = state == "deleted", CHANGE
        elif verb.startswith(("un", "not", "intact")):
            holds, kind = state == "unchanged", DENIED
        else:
            holds, kind = state in {"changed", "created", "deleted"}, CHANGE
        yield _claim(kind, clause.text, f"{next(iter(given))} was {state}", holds=holds)


def _made_too(scene: Scene, clause: Clause) -> Iterator[Claim]:
    """Yield a file of a clause that leaves the verb to the one before: "… and the numbers as `b.csv`"."""
    if found := WITHOUT_VERB.match(clause.text):
        yield _judged(scene, clause, "saved", found["path"])


def _judged(scene: Scene, clause: Clause, verb: str, path: str) -> Claim:
    state = state_of(path, scene)
    wanted = {"deleted"} if regex.fullmatch(REMOVED, verb) else {"changed", "created"}
    kind = FILE if state == "absent" and "deleted" not in wanted else CHANGE
    said = {"absent": f"there is no {path}", "unchanged": f"{path} was not changed"}
    return _claim(kind, clause.text, said.get(state, f"{path} was {state}"), holds=state in wanted)


def _left_alone(scene: Scene, clause: Clause) -> Iterator[Claim]:
    for pattern in (UNTOUCHED, LEFT_ALONE):
        for found in pattern.finditer(clause.text):
            path = found["path"] or found["other"]
            state = state_of(path, scene)
            if state != "absent":
                said = f"{path} was {'not changed' if state == 'unchanged' else state}"
                yield _claim(DENIED, clause.text, said, holds=state == "unchanged")


def _nothing(scene: Scene, sentence: str) -> Iterator[Claim]:
    if found := NOTHING.search(sentence):
        changed = [file.path for file in scene.evidence.files]
        said = f"changed: {', '.join(changed[:5])}" if changed else "no file was changed"
        yield _claim(DENIED, found.group(), said, holds=not changed)


def _how_many(scene: Scene, clause: Clause) -> Iterator[Claim]:
    for found in HOW_MANY.finditer(clause.text):
        states = [file.state for file in scene.evidence.files]
        counts = {states.count("created"), states.count("changed"), len(states)}
        if clause.is_asserted(found.start()):
            said = f"{states.count('created')} created, {states.count('changed')} changed"
            yield _claim(CHANGE, clause.text, said, holds=count_from(found["number"]) in counts)


def _claim(kind: str, quote: str, evidence: str, *, holds: bool) -> Claim:
    return settled(kind=kind, quote=quote, holds=holds, evidence=evidence, process=True)
