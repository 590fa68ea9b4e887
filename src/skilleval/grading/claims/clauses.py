"""What the assistant says it did: clauses, and whether a verb in them is its own, asserted, or denied."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import regex

from skilleval.grading.claims.text import Sentence, mask

_CUT = regex.compile(
    r"[;:]\s+|,\s+(?!`)(?:and |but |then |so |which |while )*|"
    r"\s+(?:and then|and also|and|but|then|so that|so|while|after which)\s+(?!`)|\s+[–—]\s+|\s+\((?=[a-z])",
    regex.IGNORECASE,
)
_WISHED = regex.compile(
    r"\b(?:if|once|when|whenever|what|unless|until|before you|after you|you|your|please|should|would|could|"
    r"can|may|might|must|will|shall|to be|let me|let us|let's|going to|want|need(?:s|ed)? to|have to|"
    r"has to|try to|plan(?:ned)? to|make sure|ensure|check that|verify that|whether|suppose|e\.g\.|"
    r"recommend\w*|suggest\w*|so that|in case|only after|after (?:it|they))\b",
    regex.IGNORECASE,
)
_WOULD = regex.compile(r"\b(?:I|[Ww]e|you)['’]d\b")
"""Short for "had" or "would": a deed that is perhaps only wished for is none."""
_DENIED = regex.compile(
    r"\b(?:not|never|no|none|nothing|neither|nor|without|cannot|unable|failed to|instead of|rather than|"
    r"nobody)\b|n['’]t\b",
    regex.IGNORECASE,
)
_OTHERS = regex.compile(
    r"^\W*(?:the (?:user|team|author|customer|client|agent|script|function|code|guide|document|tool|"
    r"commit|previous|old|original|log|file|policy)s?|it|he|she|they|someone|people|users?)\s+(?!(?:is|"
    r"are|was|were|has been|have been|had been)\b)\w+",
    regex.IGNORECASE,
)
_FIRST_PERSON = regex.compile(r"\b(?:I|[Ww]e)(?:['’]ve)?\b")
_ADVERBS = regex.compile(
    r"^(?:\W|\b(?:also|then|now|just|already|successfully|finally|next|first|afterwards|additionally|"
    r"done|yes|and|x)\b)*$",
    regex.IGNORECASE,
)
_LEAD_DEED = regex.compile(
    r"^\W*(?:(?:also|then|now|next|first|finally|done|ok(?:ay)?|great)\b[\s,.:!–—-]*)*(?:[A-Z][a-z]+ed|Ran|"
    r"Wrote|Made|Built|Put|Split)\s+"
    r"(?:the|a|an|all|my|your|both|it|them|this|these|that|everything|`|[\w/-]+\.\w)"
)
"""A deed that opens the sentence: what follows with "and" has the same subject."""
_CONDITION = regex.compile(r"\W*(?:if|once|when|unless|until)\b", regex.IGNORECASE)
_ORDERS = regex.compile(r"(?:put|split|set|cut|read|let)\b", regex.IGNORECASE)
"""Verbs whose past is also an order: "Put it into .env"."""
_OBJECT = regex.compile(
    r"^[\w-]+\s+(?:\w+ed\s+)?(?:the|a|an|all|my|your|both|it|them|this|these|that|to|into|in|and|[`\"“]|"
    r"[\w/-]+\.\w+)(?!\w)",
    regex.IGNORECASE,
)
"""What follows a verb at the start of a sentence, where an adjective would stand before its noun."""
_NOT_A_VERB_AFTER = regex.compile(
    r"\b(?:the|a|an|any|some|each|every|newly|its|their|your|of|for|to|is|are|be|being|as|by|that|which|"
    r"no|these|those|only|freshly|recently)\s+$",
    regex.IGNORECASE,
)


@dataclass(frozen=True)
class Clause:
    """A part of a sentence, and what stands before it there; quoted texts are blanked out in `masked`."""

    text: str
    lead: str = ""

    @cached_property
    def masked(self) -> str:
        """Return the clause with quoted and code text blanked out."""
        return mask(self.text)

    def is_asserted(self, position: int) -> bool:
        """Return whether what stands at `position` is said to be so: not denied, wished for or supposed."""
        before = self.masked[:position]
        return not _WISHED.search(before) and not _DENIED.search(before)

    def is_own_deed(self, position: int) -> bool:
        """Return whether the past verb at `position` is something the assistant says it did itself.

        "I ran …", "… and ran …", "Ran …" at the start; not "the installed …", "files released under …".
        """
        before = self.masked[:position]
        if not self.is_asserted(position) or _NOT_A_VERB_AFTER.search(before):
            return False
        whole = self.lead + before
        if _WOULD.search(whole):
            return False
        if _FIRST_PERSON.search(whole):
            return True
        return self.opens_with(position) and _OBJECT.match(self.masked[position:]) is not None

    def opens_with(self, position: int) -> bool:
        """Return whether the sentence begins with the verb at `position`, and not with an order."""
        begins = not self.lead or _LEAD_DEED.match(self.lead) is not None
        opens = begins and _ADVERBS.match(self.masked[:position]) is not None
        return opens and _ORDERS.match(self.masked, position) is None


@lru_cache(maxsize=512)
def clauses(sentence: Sentence) -> tuple[Clause, ...]:
    """Return the clauses of a sentence whose subject may be the assistant; none of a question or a to-do."""
    return tuple(_clauses(sentence))


def _clauses(sentence: Sentence) -> Iterator[Clause]:
    masked = sentence.masked
    if masked.rstrip(' *_)"”').endswith("?") or masked.startswith("[ ]"):
        return
    start = 0
    hangs_on_condition = False
    for cut in (*_CUT.finditer(masked), None):
        end = cut.start() if cut else len(masked)
        plain = masked[start:end]
        if plain.strip() and not hangs_on_condition and not _OTHERS.match(plain):
            shift = len(plain) - len(plain.lstrip())
            yield Clause(sentence.text[start:end].strip(), masked[: start + shift])
        hangs_on_condition = _CONDITION.match(plain) is not None
        start = cut.end() if cut else end
