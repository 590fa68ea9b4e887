"""Quotations that come near to a known text and do not stand in it: a word or a number was changed.

Nothing need introduce them: a quoted passage most of whose words stand in one place of a text, in the same
order, is meant as a quotation from there. Left alone is what the assistant offers as new wording.
"""

from collections.abc import Iterator
from typing import Literal

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.alignment import Near, nearest, words_of
from skilleval.grading.claims.kinds import QUOTATION
from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.quote import is_quoted_from

Role = Literal["", "bare", "given", "said"]
LEAST_WORDS = 3
SHORT = 4
"""Words up to which a quotation that nothing attributes may be a name that happens to be alike."""
_SAYING = (
    r"says?|said|states?|stated|reads?|reading|writes?|wrote|written|puts? it|notes?|noted|tells?|told|"
    r"warns?|"
    r"warned|claims?|claimed|promises?|promised|requires?|specif(?:ies|ied)|stipulates?|explains?|insists?|"
    r"complain(?:s|ed)|remark(?:s|ed)|mention(?:s|ed)|report(?:s|ed)|describe[sd]?|call(?:s|ed)|quotes?|"
    r"quoted|answers?|answered|replie[sd]|asks?|asked|admits?|admitted|adds|announce[sd]?|opens? with|"
    r"begins? with|starts? with|ends? with|closes? with|concludes?|according to|in the words of|reveals?|"
    r"argue[sd]|stresse[sd]|emphasi[sz]e[sd]|demand(?:s|ed)|worded|phrased|verbatim|word for word|original|"
    r"sagt|schreibt|lautet|besagt|heißt es|steht|dit|écrit|indique|précise|dice|escribe|indica|señala"
)
_NOUNS = (
    r"remark|comment|sentence|wording|phrase|clause|passage|statement|promise|question|words?|rule|warning|"
    r"request|complaint|quote|quotation|term|condition|deadline|requirement|section|paragraph|point|policy|"
    r"claim|message|entry|note|line|time|heading|step|item"
)
_ATTRIBUTED = regex.compile(rf"\b(?:{_SAYING}|{_NOUNS})\b", regex.IGNORECASE)
_OLD_SIDE = regex.compile(
    r"\b(?:chang|replac|reword|rewrit|rewrote|renam|turn|correct|shorten|swap|convert|remov|delet|dropp|"
    r"cut|"
    r"struck|render|transcrib|translat|rephras|left out|leav\w+ out|"
    r"instead of)\w*\b(?!.*\b(?:to|into|with|by|as)\b)",
    regex.IGNORECASE | regex.DOTALL,
)
"""What makes the words that follow those of the text before a change: 'replaced "…" with …'."""
_NEW_SIDE = regex.compile(
    r"\b(?:chang|replac|reword|rewrit|rewrote|written|renam|turn|correct|shorten|swap|convert|edit|made|"
    r"make|mak|"
    r"updat|translat|rephras|simplif|adjust|fix|mov|set|becom)\w*\b.*\b(?:to|into|with|by|"
    r"as)\b[^.;]{0,20}$|"
    r"(?:→|->|=>)\W*$|\b(?:becomes?|became|now (?:says?|reads?|states?|begins|opens|ends))\b[^.;]{0,20}$",
    regex.IGNORECASE | regex.DOTALL,
)
_PROPOSED = regex.compile(
    r"\b(?:suggest\w*|propos\w+|recommend\w*|should|could|would|might|must|may|can|let['’]?s|try|"
    r"consider\w*|"
    r"rewrite|rephrase|reword|rather|draft\w*|new|better|alternative\w*|option\w*|version\w*|e\.g\.|"
    r"for example|"
    r"for instance|such as|like|something|along the lines|called|named|titled|labell?ed|entitled|search\w*|"
    r"if|whether|not|never|nowhere|no|nor|neither|without|n['’]t|cannot|instead|paraphras\w*|"
    r"in other words|"
    r"meaning|means|i\.e\.|roughly|essentially|basically|translat\w+|summari[sz]\w+|shorten\w*|"
    r"shorthand|nicht|kein\w*|besser|statt|sollte|könnte|plutôt|devrait|mejor|debería)\b|n['’]t\b",
    regex.IGNORECASE,
)
"""What makes a quoted text the assistant's own wording, or one that is denied."""
_READS = regex.compile(
    r"\bthe (?:new|added|changed|revised|second|first|last|other) (?:clause|rule|section|line|"
    r"sentence|paragraph|item|point|entry|"
    r"article|heading|step)\b[^.;]{0,20}\b(?:reads?|says?|states?)\W*$",
    regex.IGNORECASE,
)
_WISHED = regex.compile(r"\b(?:should|could|would|might|must|if|propos\w*|suggest\w*)\b", regex.IGNORECASE)
_NEW_TEXT = regex.compile(
    r"\b(?:correct|revis|updat|edit|improv|polish|rewritt|fix|clean|shorten|translat)\w*"
    r" (?:\w+ )?(?:notice|text|sentence|version|line|paragraph|wording|copy|letter|mail|email|passage|"
    r"title|"
    r"heading|one)\b",
    regex.IGNORECASE,
)
_SOMEBODY = regex.compile(
    r"\b(?:(?:one|another|a|an|the|some|several|many|most|two|three|(?:the )?(?:first|second|last|"
    r"other))\s+"
    r"(?:[\w-]+\s+)?(?:persons?|people|respondents?|customers?|reviewers?|guests?|users?|participants?|"
    r"commenters?|"
    r"readers?|visitors?|speakers?|interviewees?|employees?|tenants?|authors?|witness(?:es)?|callers?|"
    r"clients?|"
    r"members?|students?|patients?|buyers?|colleagues?)|another|one(?: of them)?|others?|(?:[Ss]he|[Hh]e))\s+"
    rf"(?:also\s+|even\s+|simply\s+)?(?:{_SAYING})\b(?:\s+[\w'’-]+){{0,4}}[\s,:]*$",
    regex.IGNORECASE,
)
"""Somebody who speaks in the given texts: 'one guest calls the room "…"'."""
_OWN_WORDING = regex.compile(
    r"\b(?:I|[Ww]e|you)(?:['’](?:ve|d|ll))?(?: have)?(?: \w+ly)? (?:write|wrote|written|use[ds]?|"
    r"add(?:ed)?|"
    r"name[ds]?|phrase[ds]?|word(?:ed)?|put|made|make|insert(?:ed)?|append(?:ed)?|went with|chose|"
    r"pick(?:ed)?|"
    r"open(?:ed)? with|end(?:ed)? with|close[ds]? with|say|said|read|call(?:ed)?)\b"
)
_EDITING = regex.compile(
    r"\b(?:re-?write|rephrase|reword|shorten|improve|proof-?read|correct|edit|translate|polish|simplify|"
    r"condense|"
    r"tighten|fix|change|update|adapt|revise|rework|make (?:it|this|the|my|our)|turn|convert|tone|draft|"
    r"paraphrase|clean up|replace|rename|modernise|modernize|cut|formal\w*|friendl\w+|write)\b",
    regex.IGNORECASE,
)
"""A task in which new wording that comes near to the old one is what was asked for."""
_QUOTING = regex.compile(
    r"\b(?:quot\w+|verbatim|word for word|word-for-word|original word\w*|exact (?:words?|wording|"
    r"sentence)|excerpts?)\b",
    regex.IGNORECASE,
)
"""A task that asks for the words of a text: whatever is quoted is meant to be from there."""
_ELLIPSIS = regex.compile(r"…|\.\.\.|\[[^\]]*\]")


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each quoted passage that comes near to a known text, or is given to it, and is not in it."""
    known = _known(scene)
    sources = [document.text for document in scene.documents if document.path != scene.origin]
    if not sources:
        return
    is_quoting = _QUOTING.search(scene.prompt) is not None
    is_editing = not is_quoting and _EDITING.search(scene.prompt) is not None
    for sentence in scene.sentences:
        for start, end, text in spans(sentence.text):
            role = "" if sentence.text[start] == "`" else _role(sentence.masked[:start])
            role = "given" if role == "bare" and is_quoting else role
            is_new = is_editing and role == "bare"
            near_to = [one.text for one in scene.documents if not one.given and one.path != scene.origin]
            if not role or (is_new and not near_to):
                continue
            if shown := _judged(role, text, near_to if is_new else sources, known):
                yield _claim(sentence.text[_clause_start(sentence, start) : end].strip(), text, shown)
    yield from _blocks(scene, sources, known, is_editing=is_editing)


def _known(scene: Scene) -> list[str]:
    """Return all texts that a quotation may stand in."""
    texts = [document.text for document in scene.documents if document.path != scene.origin]
    return [*texts, scene.prompt, *(call.result for call in scene.evidence.tool_calls)]


def _role(before: str) -> Role:
    """Return what a quoted passage is by what stands before it: empty for words that are new or denied."""
    clause = regex.split(r"[.;!?]\s", before)[-1]
    if _READS.search(clause) and not _WISHED.search(clause):
        return "given"
    if _NEW_TEXT.search(clause):
        return ""
    if _OLD_SIDE.search(clause):
        return "given"
    if _NEW_SIDE.search(clause) or _PROPOSED.search(clause) or _OWN_WORDING.search(clause):
        return ""
    if _SOMEBODY.search(clause):
        return "said"
    return "given" if _ATTRIBUTED.search(regex.split(r",\s", clause)[-1]) else "bare"


def _judged(role: Role, text: str, sources: list[str], known: list[str]) -> str:
    """Return what shows that a quotation is false; empty where nothing does."""
    words = len(words_of(text))
    if words < 2 or _ELLIPSIS.search(text) or is_quoted_from(text, known):
        return ""
    near = _misquoted(text, sources) if words > SHORT or role != "bare" else None
    if near is not None:
        return f"nearest: “{near.text}”"
    return "nobody says so in what was given" if role == "said" else ""


def _misquoted(text: str, sources: list[str]) -> Near | None:
    """Return the passage that is misquoted, where one comes near enough."""
    if len(words_of(text)) < LEAST_WORDS:
        return None
    found = [near for source in sources if (near := nearest(text, source)) is not None]
    best = max(found, key=lambda near: (near.shared, near.run), default=None)
    return best if best is not None and _is_near(best) else None


def _is_near(near: Near) -> bool:
    """Return whether so much is shared that it is no chance, and something differs."""
    if near.shared == near.words == near.span:
        return False  # only punctuation differs
    if near.words == LEAST_WORDS:
        is_near = near.shared == near.words - 1 and near.span <= near.words
        return is_near and near.content == near.shared
    return near.share >= 0.6 and near.run >= 2 and near.content >= 2 and near.span <= near.words + 2


def _blocks(scene: Scene, sources: list[str], known: list[str], *, is_editing: bool) -> Iterator[Claim]:
    """Yield block quotes that come near to a text; what was asked to be rewritten only where attributed."""
    for index, block in enumerate(scene.blocks):
        if block.kind != "quote":
            continue
        above = scene.blocks[index - 1].text if index else ""
        lead = regex.split(r"[.!?]\s", above)[-1]
        if _PROPOSED.search(lead) or _NEW_SIDE.search(lead) or (is_editing and not _ATTRIBUTED.search(lead)):
            continue
        if shown := _judged("bare", block.text, sources, known):
            yield _claim(block.text, block.text, shown)


def _clause_start(sentence: Sentence, position: int) -> int:
    cuts = regex.finditer(r"[.;:!?]\s+|,\s+(?:and|but|while|so)\s+", sentence.masked[:position])
    return max((hit.end() for hit in cuts if position - hit.end() > 8), default=0)


def _claim(passage: str, text: str, shown: str) -> Claim:
    evidence = f"“{text}” stands nowhere; {shown}"
    return settled(kind=QUOTATION, quote=passage, holds=False, evidence=evidence)
