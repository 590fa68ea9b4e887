"""What code took a passage to state, in words that a second reader can say yes or no to.

A finder counts what it takes the passage to speak of. The count cannot be wrong, the reading can. So the
question names the object and leaves out what was found there: whoever is asked cannot just agree.
"""

from collections import Counter
from collections.abc import Sequence

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims import kinds
from skilleval.grading.claims.numerals import COUNT, count_from
from skilleval.ports import ReadingQuestion, ReadingReply

MOST = 30
"""Passages of one answer that are read again."""
LONGEST = 1_500
"""So many characters of a passage are shown; no sentence that a person wrote is longer."""
_FOUND = r"\d[\d,.]*(?: or \d[\d,.]*)*"
_SIZE = regex.compile(rf"(?P<of>[^;]+?) has {_FOUND} (?P<unit>characters|words|sentences)(?:; |$)")
_RULES: tuple[tuple["regex.Pattern[str]", str], ...] = tuple(
    (regex.compile(pattern, regex.DOTALL), reading)
    for pattern, reading in (
        (rf"^counted {_FOUND} in (?P<of>.+)$", "how many of what it counts {of} has"),
        (rf"^{_FOUND} follow", "how many entries stand in what directly follows it"),
        (rf"^(?P<of>the answer) lists {_FOUND}$", "how many entries {of} lists of what it counts"),
        (rf"^(?P<of>.+) stands {_FOUND} times?$", "how often “{of}” stands in what it speaks of"),
        (rf"^(?P<of>“.+”) has {_FOUND}$", "the length of {of}"),
        (rf"^(?P<of>\S+) has {_FOUND} lines$", "at which line of {of} something stands"),
        (r"^it is on line \d+ of (?P<of>.+)$", "at which line of {of} something stands"),
        (r"^worked out from (?P<of>.+?): ", "a figure that follows from {of}, for example a sum"),
        (rf"^(?P<of>.+) = -?{_FOUND}$", "the result of {of}"),
        (r"^(?P<of>“.+”) is not in what the tools returned$", "that a tool in this work printed {of}"),
        (r"^(?P<of>“.+”) is not in (?P<where>.+)$", "that {of} stands in {where}, word for word"),
        (r"^(?P<of>[^“”]+), line \d+: “", "that something is nowhere in {of}, and not spoken of in it"),
        (r"^not found in (?P<of>.+)$", "that something is in {of} or is spoken of in it"),
        (r"^(?P<of>`.+`) was not run$", "that the assistant ran {of} in this work"),
        (r"^no tool call opens (?P<of>.+)$", "that the assistant itself read {of} in this work"),
        (r"^no tests? was run$", "that tests were run in this work, or how they went"),
        (r"^no tool call shows (?P<of>.+)$", "that the assistant did this in this work: {of}"),
        (rf"^{_FOUND} created, {_FOUND} changed", "how many files the assistant made or changed"),
        (r"^not changed: (?P<of>.+)$", "that the assistant changed, moved or removed {of}"),
        (
            r"^(?P<of>.+) was (?:not changed|unchanged|absent|created|changed|deleted)$",
            "what the assistant did with {of}: made, changed, removed or left it",
        ),
        (r"^(?:there is no (?P<of>.+)|(?P<of>.+) is \w+)$", "that there is a file {of} at the end"),
        (r"^the last run said: ", "how a run of tests in this work went"),
        (r"^changed: ", "that the assistant left files as they were in this work"),
    )
)  # fmt: skip
_BY_KIND = {
    kinds.CHARACTERS: "a length in characters of a text that the assistant wrote or was given",
    kinds.WORDS: "a length in words of a text that the assistant wrote or was given",
    kinds.COUNT: "how many of something there are in the work or in the files given",
    kinds.TOTAL: "a figure that follows from the files given",
    kinds.POSITION: "at which line, step or section something stands in a file that was given or left behind",
    kinds.QUOTATION: "that words stand in a file that was given or left behind, word for word",
    kinds.ABSENCE: "that something is not in a file that was given or left behind",
    kinds.PRESENCE: "that something is in a file that was given or left behind",
    kinds.FILE: "that there is such a file at the end of this work",
    kinds.COMMAND: "that the assistant itself ran something in this work",
    kinds.RESULT: "how something that was run in this work went",
    kinds.CHANGE: "that the assistant itself changed something in this work",
    kinds.DENIED: "that the assistant did not run or change something in this work",
}
_IN_QUOTES = regex.compile(r"“[^”]*”|\"[^\"]*\"|`[^`]*`")
_OF_A_NUMBER = {kinds.CHARACTERS, kinds.WORDS, kinds.COUNT, kinds.POSITION}


def reading_of(claim: Claim) -> str:
    """Return what code took the passage of its false claim to state, without what it found there."""
    reading = (
        _object_of(claim.evidence)
        or _BY_KIND.get(claim.kind)
        or f"something of which code says: {claim.kind}"
    )
    reading = reading if len(reading) <= LONGEST else f"{reading[:LONGEST]}…"
    number = _only_number(claim.quote[:LONGEST]) if claim.kind in _OF_A_NUMBER else None
    return reading if number is None else f"{reading}; the number it states for it is {number}"


def questions_for(claims: Sequence[Claim], shown: Sequence[Claim]) -> tuple[ReadingQuestion, ...]:
    """Return what to ask of the false claims that code found; `shown` are the same claims, redacted.

    At most `MOST`, the first of each kind before the second of any: an answer full of false claims costs one
    call, like one with two.
    """
    seen: Counter[str] = Counter()
    ranked = []
    for number, (claim, blind) in enumerate(zip(claims, shown, strict=True), start=1):
        if claim.state == "contradicted":
            ranked.append((seen[claim.kind], number, blind))
            seen[claim.kind] += 1
    asked = sorted(sorted(ranked, key=lambda entry: entry[:2])[:MOST], key=lambda entry: entry[1])
    return tuple(
        ReadingQuestion(id=f"P{number}", quote=blind.quote[:LONGEST], reading=reading_of(blind))
        for _, number, blind in asked
    )


def after_reading(claims: Sequence[Claim], replies: Sequence[ReadingReply]) -> tuple[Claim, ...]:
    """Return the claims as the second reader leaves them: one that he reads otherwise does not count.

    Nor does one that he was not asked about, because an answer had more of them than fit into one question.
    """
    said = {reply.id: reply for reply in replies}
    return tuple(
        _after(claim, said.get(f"P{number}")) if claim.state == "contradicted" else claim
        for number, claim in enumerate(claims, start=1)
    )


def _after(claim: Claim, reply: ReadingReply | None) -> Claim:
    if reply is None:
        why = f"not asked: the answer has more than {MOST}"
        return claim.model_copy(update={"confirmed": False, "second_said": why})
    return claim.model_copy(
        update={
            "confirmed": reply.states,
            "second": "agrees" if reply.states else "disagrees",
            "second_said": reply.reason,
            "reading": reading_of(claim),
        }
    )


def _object_of(evidence: str) -> str:
    sizes = [*_SIZE.finditer(evidence)]
    if sizes:
        objects = " and of ".join(dict.fromkeys(size["of"].strip() for size in sizes))
        return f"the length in {sizes[0]['unit']} of {objects}"
    for pattern, reading in _RULES:
        if found := pattern.search(evidence):
            return reading.format_map(found.groupdict())
    return ""


def _only_number(quote: str) -> int | None:
    """Return the one number of a passage; None where it has none or several."""
    numbers = [hit.group() for hit in regex.finditer(COUNT, _IN_QUOTES.sub(" ", quote), regex.IGNORECASE)]
    return count_from(numbers[0]) if len(numbers) == 1 else None
