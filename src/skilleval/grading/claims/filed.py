"""Things that are said to have been put aside: a copy, a chart. Held against the files that were left.

A thing without the name of a file is looked for among the files: where each new file is named elsewhere in
the answer, and none has the word for the thing in its name or text, there is no such thing.
"""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.deeds import Calls
from skilleval.grading.claims.kinds import FILE
from skilleval.grading.claims.paths import PATH
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_A = r"(?:a|an|another|one|eine?n?|une?|una)"
_STORED = (
    r"(?:saved|stored|filed|exported|placed|put|generated|created|produced|prepared|attached|"
    r"archived|kept|abgelegt|gespeichert|beigelegt|exportiert|angelegt|gesichert|erstellt|"
    r"enregistrée?|sauvegardée?|exportée?|guardad[oa]|creado|creada|exportad[oa])"
)
_ENGLISH = regex.compile(
    rf"\b(?:I|[Ww]e)(?:['’]ve| have)?\s+(?:also\s+|then\s+|"
    rf"additionally\s+)*{_STORED}\s+{_A}\s+(?P<thing>(?:[\w-]+\s+){{0,2}}?(?:copy|backup|"
    rf"back-up|chart|plot|diagram|graph|pdf|screenshot|archive|zip|spreadsheet|log file|report|"
    r"version|reminder|invoice|printout|export|snapshot|dump|index|template|cheat sheet|"
    r"checklist|summary|table|list|draft|letter|note|file|image|picture|page|script))\b",
)
_GERMAN = regex.compile(
    rf"\b(?i:eine?n?)\s+(?P<thing>\p{{Lu}}\w+)\b[^.;!?]{{0,60}}?\bhabe "
    rf"ich\b[^.;!?]{{0,40}}?\b{_STORED}\b|\bhabe "
    rf"ich\b[^.;!?]{{0,30}}?\b(?i:eine?n?)\s+(?P<thing>\p{{Lu}}\w+)\b[^.;!?]{{0,40}}?\b{_STORED}\b"
)
_ROMANCE = regex.compile(
    rf"\b(?:j['’]ai|he|nous avons|hemos)\s+(?:\w+\s+)?{_STORED}\s+(?:une?|una)\s+(?P<thing>\w+)",
    regex.IGNORECASE,
)
_NOT = regex.compile(
    r"\b(?:not|never|no|nicht|kein\w*|pas|jamais|if|would|could|can|should)\b|n['’]t\b", regex.IGNORECASE
)


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each thing that is said to have been stored, and of which no file has a trace."""
    if not scene.is_answer:
        return
    calls = Calls(scene.evidence.tool_calls)
    for sentence in scene.sentences:
        for pattern in (_ENGLISH, _GERMAN, _ROMANCE):
            for found in pattern.finditer(sentence.text):
                rest = sentence.text[found.end() :]
                is_named = regex.search(PATH, sentence.text) or regex.match(
                    r"\s+(?:of|section|in|to|at|for)\b.*`", rest
                )
                if (
                    not is_named
                    and not _NOT.search(sentence.masked[: found.end()])
                    and not _has(scene, sentence, calls, found["thing"])
                ):
                    quote = sentence.text[found.start() : found.end()]
                    yield settled(
                        kind=FILE,
                        quote=quote.strip(),
                        holds=False,
                        evidence="no file that was left has it",
                        process=True,
                    )


def _has(scene: Scene, sentence: Sentence, calls: Calls, thing: str) -> bool:
    """Return whether a file may be the thing: named after it, speaking of it, or named nowhere else."""
    wanted = {word for word in stems(thing) | set(thing.lower().split()) if len(word) > 2}
    said = scene.text.replace(sentence.text, " ")
    for file in scene.evidence.files:
        if file.state == "deleted":
            continue
        text = f"{file.path} {file.text or ''}".lower()
        name = file.path.rpartition("/")[2]
        if file.text is None or name not in said or any(word in text for word in wanted):
            return True
    return any(word in text.lower() for text in calls.texts for word in wanted)
