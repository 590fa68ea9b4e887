"""Deeds that are told, held against the record of tool calls: was there such a call, and did it succeed?"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.trial import ToolCall
from skilleval.grading.claims.clauses import Clause, clauses
from skilleval.grading.claims.deed_classes import CLASSES, DeedClass
from skilleval.grading.claims.deeds import SEEN, Calls, call_line
from skilleval.grading.claims.kinds import COMMAND, RESULT
from skilleval.grading.claims.numerals import TIMES, count_from
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence, spans

_FAILURE = regex.compile(
    r"command not found|permission denied|access denied|no such file|cannot connect|connection refused|"
    r"traceback \(most recent|\bfatal:|npm err!|build failed|\berror:|exit(?:ed with)? (?:code|"
    r"status) [1-9]|"
    r"could not resolve|unauthorized|not authori[sz]ed|failed to|segmentation fault|unable to|"
    r"not installed",
    regex.IGNORECASE,
)
_SEARCHES = regex.compile(r"^\s*(?:\S*/)?(?:grep|rg|ag|diff|cmp|test|\[|which|pgrep)\b|\|\s*grep\b")
_SUCCESS = regex.compile(
    r"(?<!\b(?:without|no|not|any) )\b"
    r"(?:success\w*|succeed\w*|without (?:any )?(?:errors?|warnings?|problems?|issues?|complaints?|"
    r"failures?)|clean(?:ly)?|pass(?:es|ed)?|no (?:errors?|warnings?|problems?|issues?|complaints?)|"
    r"exit (?:code|status) 0|exits? 0|went (?:well|fine|through)|green|worked|works|fine|healthy|valid|"
    r"ok)\b",
    regex.IGNORECASE,
)
_ATTEMPT = regex.compile(
    r"\b(?:ran|run|re-?ran|tried|attempted|executed|invoked|used|failed|fails|could not|refused|denied|"
    r"error)\b",
    regex.IGNORECASE,
)
_BY = regex.compile(r"\b(?:I|[Ww]e)\b.*\w(?:ed|ran)\b.*\bby\s+$|^\W*[A-Z]\w+ed\b.*\bby\s+$", regex.DOTALL)
"""What a deed is told by: "I checked it by" opening it in a browser."""
_HOW_OFTEN = regex.compile(
    rf"\b(?:ran|executed|re-?ran)\s+(?:it|them|the (?:\w+ )?(?:tests?|suite|script|command|build|"
    rf"benchmark|code|program|\w+))\s+(?P<times>{TIMES})",
    regex.IGNORECASE,
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each deed of a known class, and each command whose success is told."""
    if not scene.is_answer:
        return
    calls = Calls(scene.evidence.tool_calls)
    given = " ".join(document.text for document in scene.documents if document.given).casefold()
    for sentence in scene.sentences:
        for clause in clauses(sentence):
            yield from _classed(scene, sentence, clause, calls, given)
            yield from _how_often(clause, calls)
        yield from _succeeded(sentence, calls)


def _classed(scene: Scene, sentence: Sentence, clause: Clause, calls: Calls, given: str) -> Iterator[Claim]:
    wrote = bool(scene.evidence.files or calls.calls)
    told = next((kind for kind in CLASSES if _is_told(kind, clause, given, wrote=wrote)), None)
    if told is None:
        return
    done = calls.showing(told.evidence)
    if (
        not done
        and told.name == "a backup"
        and any("bak" in f.path or "backup" in f.path for f in scene.evidence.files)
    ):
        return
    if not done:
        yield _claim(COMMAND, clause.text, f"no tool call shows {told.name}", holds=False)
        return
    is_success = told.is_outcome or _SUCCESS.search(sentence.masked) is not None
    failed = is_success and all(has_failed(call) for call in done)
    yield _claim(RESULT if failed else COMMAND, clause.text, _shown(done[-1]), holds=not failed)


def _is_told(kind: DeedClass, clause: Clause, given: str, *, wrote: bool) -> bool:
    """Return whether a clause tells a deed of this class as the assistant's own.

    In the passive only where the given texts do not tell of such deeds: "the service was restarted" may sum
    up a log.
    """
    for found in kind.active.finditer(clause.masked):
        is_order = found["verb"].lower() == "run" and clause.opens_with(found.start("verb"))
        is_nothing = regex.match(r"\s+(?:nothing|no|none|neither|not)\b", clause.masked[found.end("verb") :])
        before = clause.lead + clause.masked[: found.start("verb")]
        if found["verb"].lower().endswith("ing") and _BY.search(before):
            return clause.is_asserted(found.start("verb"))
        if not is_order and not is_nothing and clause.is_own_deed(found.start("verb")):
            return True
    passive = kind.passive.search(clause.masked)
    if passive and clause.is_asserted(passive.start("verb")):
        is_vague = regex.match(r"(?:it|this)\s+(?:is|are)\b", passive.group(), regex.IGNORECASE)
        return not is_vague and passive["verb"].split()[-1].casefold()[:5] not in given
    line = None if clause.lead.strip() or not wrote else kind.line.search(clause.masked)
    return line is not None and clause.is_asserted(line.start("verb"))


def _succeeded(sentence: Sentence, calls: Calls) -> Iterator[Claim]:
    """Yield a command in backticks that is said to have done something, and that failed each time."""
    for start, end, text in spans(sentence.text):
        if sentence.text[start] != "`" or not (ran := calls.running(text)) or " " not in text:
            continue
        clause = Clause(sentence.text[_cut(sentence.masked, start) : end])
        around = sentence.masked[_cut(sentence.masked, start) :]
        is_told = regex.search(r"\b[a-z]{3,}ed\b|\bran\b|\bpass(?:es)?\b", around, regex.IGNORECASE)
        if is_told is None or not clause.is_asserted(len(clause.text) - 1):
            continue
        is_attempt = _ATTEMPT.search(around) is not None
        if (not is_attempt or _SUCCESS.search(around)) and all(has_failed(call) for call in ran):
            success = _SUCCESS.search(sentence.masked, end)
            quote = sentence.text[_cut(sentence.masked, start) : success.end() if success else end]
            yield _claim(RESULT, quote, _shown(ran[-1]), holds=False)


def _cut(masked: str, position: int) -> int:
    return max(
        (hit.end() for hit in regex.finditer(r"[.;:]\s|,\s+(?:and|but|then)\s+", masked[:position])),
        default=0,
    )


def _how_often(clause: Clause, calls: Calls) -> Iterator[Claim]:
    """Yield "ran it three times", where fewer commands ran at all."""
    found = _HOW_OFTEN.search(clause.masked)
    if found and clause.is_own_deed(found.start()) and len(calls.commands) < count_from(found["times"]):
        ran = len(calls.commands)
        yield _claim(COMMAND, clause.text, f"{ran} commands ran in all", holds=False)


def has_failed(call: ToolCall) -> bool:
    """Return whether a call did not do what it was to do; a search that finds nothing has not failed."""
    if call.is_error:
        command = str(call.arguments.get("command", ""))
        return not _SEARCHES.search(command) or _FAILURE.search(call.result) is not None
    return _FAILURE.search(call.result[:400]) is not None and not regex.search(
        r"\b(?:0 (?:errors?|failed)|no errors?)\b", call.result
    )


def _shown(call: ToolCall) -> str:
    return f"{call_line(call)[:SEEN]}: {' '.join(call.result.split())[:SEEN]}"


def _claim(kind: str, quote: str, evidence: str, *, holds: bool) -> Claim:
    return settled(kind=kind, quote=quote.strip(), holds=holds, evidence=evidence, process=True)
