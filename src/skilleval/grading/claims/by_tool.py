"""Tools that a deed is told with: "checked with `unzip -t`", "read aloud with a text-to-speech tool".

The tool must be in a command, or a call of that name; what is wished for or denied is no deed.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.deeds import FILE_TOOLS, Calls
from skilleval.grading.claims.kinds import COMMAND
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled

_DEED = (
    r"(?:checked|verified|previewed|validated|tested|formatted|compiled|rendered|linted|"
    r"converted|measured|inspected|opened|read|scanned|"
    r"confirmed|compared|counted|built|generated|proofread|spell-?checked|viewed|parsed|run|"
    r"ran|executed|vérifiée?|contrôlée?|testée?|geprüft|überprüft|getestet|"
    r"validiert|comprobado|verificado|validado|probado)"
)
_WITH = r"(?:with|using|via|through|avec|mit|con)"
_NAMED = regex.compile(
    rf"\b{_DEED}\b[^.;!?]{{0,50}}?\b{_WITH}\s+(?:the\s+)?`(?P<tool>[a-z][\w-]*(?: [^`\n]{{1,60}})?)`",
    regex.IGNORECASE,
)
_A_TOOL = regex.compile(
    rf"\b{_DEED}\b[^.;!?]{{0,50}}?\b(?:with|using|via|through|"
    rf"in)\s+an?\s+(?:[\w-]+\s+){{0,3}}?(?P<tool>tool|checker|validator|converter|simulator|"
    rf"emulator|debugger|profiler|"
    r"scanner|reader|linter|viewer|previewer|spreadsheet|calculator|browser)\b",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:not|never|no|if|should|would|could|can|may|might|must|will|you|your|please|to be|"
    r"once|when|before you|nicht|pas|sin|without|needs?|"
    r"plan|recommend\w*|suggest\w*)\b|n['’]t\b",
    regex.IGNORECASE,
)


_OWN = regex.compile(
    r"(?:^\W*(?:[\w'’-]+\s+){0,2}|\b(?:I|[Ww]e|was|were|been|ai|avons|habe|ich|haben|he|hemos)(?:['’]ve)?\s+(?:[\w'’-]+\s+){0,4})$"
)
"""What stands before a deed that took place: its subject or an auxiliary, or hardly anything."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each deed that is told with a tool that no call shows."""
    calls = Calls(scene.evidence.tool_calls)
    if not scene.is_answer or not (calls.calls or scene.evidence.files):
        return
    given = " ".join(one.text for one in scene.documents if one.given)
    others = [call for call in calls.calls if call.name.lower() not in FILE_TOOLS]
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _NAMED.finditer(sentence.text):
            tool = found["tool"].split()[0]
            lines = [line for line, _ in calls.commands] + [call.name for call in others]
            is_used = any(
                regex.search(rf"\b{regex.escape(tool)}\b", line, regex.IGNORECASE) for line in lines
            )
            is_of_text = (
                "." in tool
                or tool in given
                or (len(found["tool"].split()) == 1 and _is_function(tool, scene))
            )
            if not is_used and not is_of_text and not _denied(sentence.masked, found.start(), found.end()):
                yield _claim(sentence.text, found, f"{tool} was not run")
        for found in _A_TOOL.finditer(sentence.masked):
            if not others and not _denied(sentence.masked, found.start(), found.end()):
                yield _claim(sentence.text, found, "nothing was run")


def _is_function(name: str, scene: Scene) -> bool:
    """Return whether a file that was left has the name: then it is no tool."""
    return any(name in one.text for one in scene.documents)


def _denied(masked: str, start: int, end: int) -> bool:
    clause = regex.split(r"[.;:]\s|,\s(?:and|but|so|then)\s", masked[:start])[-1]
    if not _OWN.search(clause):
        return True
    return _NOT.search(clause + masked[start:end]) is not None


def _claim(text: str, found: "regex.Match[str]", evidence: str) -> Claim:
    start = max((cut.end() for cut in regex.finditer(r"[.;:]\s", text[: found.start()])), default=0)
    end = found.end() + len(regex.split(r"[.;]", text[found.end() :])[0])
    quote = text[start:end].strip(" *_")
    return settled(kind=COMMAND, quote=quote, holds=False, evidence=evidence, process=True)
