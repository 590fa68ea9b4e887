"""Files that the assistant says it read. Held against the calls that open, search or print them."""

from collections.abc import Iterator
from pathlib import PurePosixPath

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.clauses import Clause, clauses
from skilleval.grading.claims.deeds import Calls, call_line
from skilleval.grading.claims.kinds import COMMAND
from skilleval.grading.claims.numerals import COUNT, count_from
from skilleval.grading.claims.paths import PATH, is_same_path
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled

_VERB = (
    r"(?P<verb>read|reviewed|opened|inspected|examined|went (?:through|over)|looked (?:at|through|into|"
    r"over)|checked|"
    r"studied|analy[sz]ed|compared|scanned|skimmed|searched|audited|parsed)"
)
_ONE = regex.compile(
    rf"\b{_VERB}\s+(?:through\s+)?(?:the\s+|both\s+|all\s+|of\s+|files?,?\s*|[\w-]+\s+"
    rf")?{PATH}",
    regex.IGNORECASE,
)
_ALL = regex.compile(
    rf"\b{_VERB}\s+(?:through\s+)?(?P<which>(?:all|both|every|each|the|your)(?: (?:of )?(?:the|your|"
    rf"these))?)\s+"
    rf"(?:(?P<number>{COUNT})\s+)?(?:single\s+)?(?:[\w-]+\s+){{0,2}}?(?:files?|documents?|configs?|"
    rf"modules?|pages?|"
    r"scripts?|sources?|letters?|reports?|sheets?|logs?|notes|chapters?|transcripts?|contracts?|"
    r"invoices?)\b"
    r"(?:\s+(?:in|under|inside|within|from|below)\s+(?:the\s+)?`?(?P<folder>[\w./-]+?)/?`?(?=[\s.,;:)]|"
    r"$))?",
    regex.IGNORECASE,
)
_LISTS = regex.compile(
    r"^\s*(?:cd \S+ && )?(?:ls|tree|find(?!.*-exec)|git (?:status|ls-files|diff --stat)|stat|du)\b"
)
_SEVERAL = 2


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each file, and each lot of files, that the assistant says it read."""
    calls = Calls(scene.evidence.tool_calls)
    if not scene.is_answer or calls.lists_files or any(_searches_all(call) for call in calls.calls):
        return
    for sentence in scene.sentences:
        for clause in clauses(sentence):
            paths = [hit["path"] for hit in _ONE.finditer(clause.text) if _is_own(clause, hit)]
            if (lot := _ALL.search(clause.text)) and _is_own(clause, lot):
                paths += _lot(lot, scene)
            if paths:
                yield _judged(paths, scene, clause, calls)


def _judged(paths: list[str], scene: Scene, clause: Clause, calls: Calls) -> Claim:
    unread = [path for path in paths if not _was_read(path, scene, calls)]
    evidence = f"no tool call opens {', '.join(unread)}" if unread else f"opened {', '.join(paths)}"
    return settled(kind=COMMAND, quote=clause.text, holds=not unread, evidence=evidence, process=True)


def _lot(found: "regex.Match[str]", scene: Scene) -> list[str]:
    """Return the given files of a lot, where it is certain that all of them are meant."""
    given = sorted({document.path for document in scene.documents if document.given})
    if found["folder"]:
        folder = found["folder"].strip("/")
        given = [path for path in given if f"{folder}/" in f"{PurePosixPath(path).parent}/"]
    is_all = found["which"].lower().startswith(("all", "both", "every", "each"))
    if found["number"]:
        return given if count_from(found["number"]) == len(given) >= _SEVERAL else []
    return given if is_all and len(given) >= _SEVERAL else []


def _searches_all(call: ToolCall) -> bool:
    """Return whether a call may have read files that it does not name."""
    if call.name.lower() != "grep":
        return False
    where = str(call.arguments.get("path", ""))
    return "." not in PurePosixPath(where).name


def _is_own(clause: Clause, found: "regex.Match[str]") -> bool:
    """Return whether the assistant says that it read; "Read x.md" alone may be an order."""
    position = found.start("verb")
    says_who = regex.search(r"\b(?:I|[Ww]e)\b", clause.lead + clause.masked[:position]) is not None
    return clause.is_own_deed(position) and (says_who or found["verb"].lower() != "read")


def _was_read(path: str, scene: Scene, calls: Calls) -> bool:
    """Return whether a call more than lists the file, the agent made it, or it was in the prompt."""
    name = PurePosixPath(path).name
    if any(name in call_line(call) or name in call.result for call in calls.calls if not _only_lists(call)):
        return True
    if any(is_same_path(file.path, path) for file in scene.evidence.files):
        return True
    texts = [document.text.strip() for document in scene.documents if document.name == name]
    return any(text and text in scene.prompt for text in texts)


def _only_lists(call: ToolCall) -> bool:
    command = str(call.arguments.get("command", ""))
    return call.name.lower() in {"glob", "ls"} or _LISTS.match(command) is not None
