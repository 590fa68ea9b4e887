"""Stated absences by grammar: a negation, a word for being there or being mentioned, and the thing.

Three strengths are told apart. That something is not *mentioned* is false where its words stand in one line.
That it is not *covered* is false only where a sentence or heading begins with it, since a text may use a word
and still not treat the thing. That a named thing (in backticks, quotation marks, capitals, or a number) is
*not there* is false where it stands at all. English, and the commonest forms in German, French and Spanish.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import regex

from skilleval.domain.grade import Claim
from skilleval.domain.stems import stems
from skilleval.grading.claims.absences import has_all
from skilleval.grading.claims.kinds import ABSENCE
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import named_in, spoken_of
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.claims.uses import VERBS, does

Strength = Literal["mentioned", "covered", "there"]

_THING = r"(?P<thing>[^,;:.!?()]{2,60}?)"
_END = (
    r"(?=\s*(?:$|[,;:.!?()]|\b(?:and|but|or|so|while|which|that|because|in (?:it|there|the|this|either|"
    r"any)|anywhere|either|"
    r"at all|whatsoever|to be (?:seen|found)|throughout|within)\b))"
)
_MENTION_NOUN = r"(?:mentions?|references?|words?|traces?|hints?|signs?|talk|allusions?|discussions?|notes?)"
_SAY = (
    r"(?:mentions?|mentioned|refers? to|names?|talks? about|speaks? (?:of|about)|brings? up|references?|"
    r"alludes? to)"
)
_TREAT = (
    r"(?:covers?|covered|concerns?|addresses|address|discusses|discuss|deals? with|touch(?:es)? on|treats?|"
    r"handles?|"
    r"explains?|describes?|regulates?|governs?)"
)
_NOBODY = (
    r"(?:none of (?:the|its|these|them)(?: \w+){0,2}|nothing in (?:it|there|the \w+|this \w+)|"
    r"no (?:rule|section|clause|line|paragraph|step|point|part|sentence|passage|chapter|page|entry|"
    r"message|one|column|row)|neither(?: of them| \w+)?|nowhere (?:does|do) (?:it|they|the \w+))"
)
_SAID: dict[Strength, tuple[str, ...]] = {
    "mentioned": (
        rf"\b(?:no|not (?:a|one|a single)|without (?:any|a)|any|zero|"
        rf"not any)\s+(?:\w+\s+)?{_MENTION_NOUN}\s+(?:of|about|to|on)\s+{_THING}{_END}",
        rf"\b(?:says?|said|tells? (?:us|you)|speaks?) nothing (?:at all )?(?:about|on|"
        rf"of)\s+{_THING}{_END}",
        rf"\bnothing (?:is|was|has been|gets) (?:said|mentioned|written|stated) (?:about|on|"
        rf"of)\s+{_THING}{_END}",
        rf"\b(?:is|are|was|remains?|stays?) (?:silent|mute|quiet) (?:on|about)\s+{_THING}{_END}",
        rf"\b(?:there\s+(?:is|was)(?:n['’]t| not)\s+(?:anything|a word|a single word)|"
        rf"there['’]s nothing|there is nothing|nothing)\s+(?:at all\s+)?(?:in (?:it|there|"
        rf"the \w+) )?(?:about|on|concerning|regarding)\s+{_THING}{_END}",
        rf"\b(?:does|do|did)(?:n['’]t| not) (?:say|mention) (?:anything|a word|a thing) (?:about|on|"
        rf"of)\s+{_THING}{_END}",
        rf"\b{_NOBODY}\s+{_SAY}\s+{_THING}{_END}",
        rf"(?:^|[,;:.(]\s*(?:(?:and|but|while|so|yet) )?|\b(?:and|but|while|that)\s+)(?:the |any |"
        rf"its )?{_THING}\s+(?:is|are|was|were|gets?)(?:n['’]t|\s+(?:not|never|nowhere))(?:\s+even|"
        rf"\s+once|\s+\w+ly)?\s+(?:mentioned|named|referenced|referred to|brought up|alluded to)\b",
        rf"(?:^|[,;:.(]\s*(?:(?:and|but|while|so|yet) )?|\b(?:and|but|while|that)\s+)(?:the |any |"
        rf"its )?{_THING}\s+(?:never|nowhere|(?:does|do|did)(?:n['’]t| not))\s+(?:once\s+|"
        rf"even\s+)?(?:comes?|gets?|appears?|occurs?|shows?|turns?|figures?|features?)\b(?: up|"
        rf" mentioned| in (?:it|there|the \w+))?(?=\s*(?:$|[,;:.!?)]|anywhere|at all|in ))",
        rf"(?:^|[,;:.]\s*)(?:der |die |das |le |la |les |l['’]|el |los |las )?{_THING}\s+(?:wird|"
        rf"werden)\s+(?:nirgends|nirgendwo|nicht|nie|mit keinem wort|an keiner stelle)\s+(?:erwähnt|"
        rf"genannt)",
        rf"(?:^|[,;:.]\s*)(?:über|zu|zum|zur|von) (?:den |die |das |dem |der |eine[rmn]? )?"
        rf"{_THING}\s+(?:wird|steht|ist)\s+(?:\w+\s+)?(?:nichts|kein wort|nirgends)\s+"
        rf"(?:gesagt|erwähnt|geschrieben|die rede|da|darin)",
        rf"\b(?:keine|ohne) erwähnung (?:von|der|des|vom)\s+{_THING}{_END}",
        rf"(?:^|[,;:.]\s*)(?:le |la |les |l['’])?{_THING}\s+(?:n['’]est|ne sont|n['’]y est)\s+(?:pas|"
        rf"jamais|nulle part|point)\s+(?:mentionnée?s?|citée?s?|évoquée?s?)",
        rf"\b(?:aucune mention|pas un mot) (?:de la |du |des |de l['’]|de |d['’]|sur (?:le |la |"
        rf"les )?){_THING}{_END}",
        rf"\b(?:no|nunca|en ningún momento) se (?:menciona|mencionan|nombra)\s+(?:el |la |los |las |a |"
        rf"al )?{_THING}{_END}",
        rf"\b(?:ninguna mención|ni una palabra) (?:de|a|del|al|sobre)\s+(?:el |la |los |"
        rf"las )?{_THING}{_END}",
    ),
    "covered": (
        rf"\b{_NOBODY}\s+{_TREAT}\s+{_THING}{_END}",
        rf"(?:^|[,;:.(]\s*(?:(?:and|but|while|so|yet) )?|\b(?:and|but|while|that)\s+)(?:the |any |"
        rf"its )?{_THING}\s+(?:is|are|was|were|gets?)(?:n['’]t|\s+(?:not|never|nowhere))(?:\s+even|"
        rf"\s+\w+ly)?\s+(?:covered|addressed|discussed|dealt with|touched on|described|explained|"
        rf"treated|handled|specified|documented|regulated|included|listed|present|part of (?:it|"
        rf"the \w+)|to be (?:seen|found)|found|there)\b(?! (?:by|with|as|for|to|until|yet))",
        rf"(?:^|[,;:.(]\s*(?:(?:and|but|while|so|yet) )?|\b(?:and|but|while|that)\s+)(?:the |any |"
        rf"its )?{_THING}\s+(?:is|are|was|were|has been|have been)\s+(?:(?:completely|entirely|"
        rf"altogether|simply)\s+)?(?:left out|omitted|missing|absent|skipped|lacking)\b(?! (?:a|an|the|"
        rf"from|for|its)\b)",
    ),
}
_PATTERNS: tuple[tuple[Strength, "regex.Pattern[str]"], ...] = tuple(
    (strength, regex.compile(pattern, regex.IGNORECASE))
    for strength, patterns in _SAID.items()
    for pattern in patterns
)
_NAMED: tuple["regex.Pattern[str]", ...] = tuple(
    regex.compile(pattern, regex.IGNORECASE)
    for pattern in (
        r"\b(?:there\s+(?:is|are|was|were)\s+(?:no|not any|not an?|not one|not a single|neither)|"
        r"there\s+(?:is|are|was|were)n['’]t (?:any|an?)|there['’]s (?:no|not an?)|"
        r"(?:has|have|contains?|includes?|sets?|uses?|defines?|declares?|lists?) no|lacks?(?: any| an?|"
        r" the)?|(?:i|we) (?:see|found|find) no|no|"
        r"(?:does|do)(?:n['’]t| not) (?:have|contain|include|set|use|define|declare|list)(?: any| an?|"
        r" the)?|without (?:any |an? |the )?)\s+"
        r"(?P<thing>[`\"“][^`\"”]+[`\"”])(?P<rest>[^.;:!?]*)",
    )
)
_NAMED_AFTER = regex.compile(
    r"(?P<thing>[`\"“«„][^`\"”»“]+[`\"”»“]|\b[A-Z][A-Z0-9_]{1,}\b|\b(?:the )?(?:number|figure|value|word|"
    r"name|term) [\w-]+)"
    r"(?:\s+(?:directive|field|key|option|section|flag|setting|attribute|column|header|tag|instruction|"
    r"entry))?\s+"
    r"(?:(?:is|are|was|were)(?:n['’]t|\s+(?:not|never|nowhere))(?:\s+\w+ly)?\s+(?:"
    rf"(?P<verb>{VERBS})|to be (?:seen|found)|found|there|present|mentioned|"
    r"included|listed)|(?:is|are|was) (?:missing|absent|nowhere)|never (?:comes? up|appears?|"
    r"occurs?|shows? up)|"
    r"(?:does|do)(?:n['’]t| not) (?:appear|occur|come up|show up|exist))\b(?P<rest>[^.;:!?]*)",
)
_PLAIN_REST = regex.compile(
    r"^\s*(?:$|,|(?:\w+ly )?(?:block|set|used|there|present|defined|given|declared|specified|"
    r"found|instruction|directive|key|field|column|entry|"
    r"flag|option|section|line|setting|tag|header|value|keyword|rule|attribute|step|call|statement|import|"
    r"element|attribute|at all|anywhere|(?:\w+ )?(?:is|are|was|were) (?:present|there|set|defined|used|"
    r"given|found)|"
    r"in (?:it|there|the (?:file|document|config|script|list|text)|this file)|so\b|and\b|either|"
    r"whatsoever)\b)",
    regex.IGNORECASE,
)
_NARROWED = regex.compile(
    r"\b(?:for|with|that|which|when|if|before|after|other than|except|besides|beyond|from|of|about|being)\b",
    regex.IGNORECASE,
)
_HYPOTHETICAL = regex.compile(
    r"\b(?:if|unless|when|whenever|would|should|could|make sure|ensure|must|so that|whether|suppose)\b",
    regex.IGNORECASE,
)
_OWN = regex.compile(r"\b(?:i|we|my|our|you|your|answer|reply|draft|summary)\b", regex.IGNORECASE)
_VAGUE = stems(
    """
    section details information instruction step steps explanation example examples reason reasons part
    page place line value text word words phrase anything thing things way kind sort form point specific
    additional proper clear actual real new own full sentence passage paragraph any either more else it
    this that them they one
    """
)
_LIMITED = regex.compile(
    r"\b(?:beyond|except|besides|other than|apart from|but|although|though|because|as|more than|further)\b",
    regex.IGNORECASE,
)
_ELSEWHERE = regex.compile(
    r"^\s*(?:in|within|under|on|at|by|for|as|until|before|during)\s+(?!(?:it|there|any|either|here|full|"
    r"writing|this (?:file|document|"
    r"text|one)|the (?:whole |entire |given )?(?:file|document|text|doc|policy|contract|guide|readme|log|"
    r"page|letter|report|config\w*|"
    r"notes?|thread|script|agreement|list|spec\w*|article|message|email|manual|terms))\b|"
    r"[`\w]*[\w-]+\.\w{1,5}\b)",
    regex.IGNORECASE,
)
"""What narrows an absence to a part of a text: "not mentioned in the method"."""
_LEAD = 7
"""Characters before a thing that begins the statement: "and the "."""


@dataclass(frozen=True)
class Missing:
    """What is said not to be there, and how strongly."""

    thing: str
    strength: Strength
    span: tuple[int, int]
    verb: str = ""
    """What a name is said not to be, where more is denied than that it stands there: "imported"."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each stated absence that can be looked up."""
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for missing in (*_in_words(sentence), *_by_name(sentence)):
            yield from _judged(scene, sentence, missing)


def _in_words(sentence: Sentence) -> Iterator[Missing]:
    for strength, pattern in _PATTERNS:
        for found in pattern.finditer(sentence.masked):
            before = sentence.masked[: found.start()]
            if (
                _HYPOTHETICAL.search(before + found["thing"])
                or _OWN.search(found["thing"])
                or "·" in found["thing"]
            ):
                continue
            after = sentence.masked[found.end() :]
            if (
                _LIMITED.search(found["thing"])
                or _LIMITED.match(after.lstrip(" ,"))
                or _ELSEWHERE.match(after)
            ):
                continue
            leads = found.start("thing") - found.start() < _LEAD
            start = found.start("thing") if leads else found.start()
            yield Missing(found["thing"].strip(), strength, (start, found.end()))


def _by_name(sentence: Sentence) -> Iterator[Missing]:
    quoted = {text for _, _, text in spans(sentence.text)}
    for pattern in (*_NAMED, _NAMED_AFTER):
        for found in pattern.finditer(sentence.text):
            thing = found["thing"].strip('`"“”«»„')
            if found["thing"][0] in '`"“«„' and thing.strip() not in quoted:
                continue
            rest = found["rest"].split(",")[0]
            if _HYPOTHETICAL.search(sentence.masked[: found.start()]) or (
                rest.strip() and not _PLAIN_REST.match(rest)
            ):
                continue
            if not _NARROWED.search(rest):
                named = regex.sub(
                    r"^(?:the )?(?:number|figure|value|word|name|term) ", "", thing, flags=regex.IGNORECASE
                )
                span = (found.start(), found.end() - len(found["rest"]))
                yield Missing(named, "there", span, found.groupdict().get("verb") or "")


def _judged(scene: Scene, sentence: Sentence, missing: Missing) -> Iterator[Claim]:
    if regex.match(r"\W*(?:\w+\W+){0,2}(?:else|elsewhere)\b", sentence.masked[missing.span[1] :]):
        return
    words = stems(missing.thing) - _VAGUE
    if missing.strength != "there" and (not words or len(words) > 3):
        return
    documents = named_in(sentence.text, scene) or spoken_of(sentence, scene)
    if not documents:
        return
    where = _where(missing, words, documents)
    yield settled(
        kind=ABSENCE,
        quote=sentence.text[slice(*missing.span)].strip(" ,;:.("),
        holds=not where,
        evidence=where or f"not found in {documents[0].path}",
    )


def _where(missing: Missing, words: frozenset[str], documents: tuple[Document, ...]) -> str:
    """Return the line in which the thing stands as strongly as it is denied; empty when in none."""
    left = r"(?<![\w-])" if missing.thing[:1].isalnum() else ""
    right = r"(?![\w-])" if missing.thing[-1:].isalnum() else ""
    named = regex.compile(f"{left}{regex.escape(missing.thing)}{right}")
    for document in documents:
        for number, line in enumerate(document.text.splitlines(), start=1):
            if missing.verb:
                is_there = does(missing.verb, missing.thing, line, document.path)
            elif missing.strength == "there":
                is_there = named.search(line) is not None
            elif missing.strength == "covered":
                is_there = _heads(words, line)
            else:
                is_there = has_all(words, stems(line))
            if is_there:
                return f"{document.path}, line {number}: “{line.strip()[:160]}”"
    return ""


def _heads(words: frozenset[str], line: str) -> bool:
    """Return whether a heading, list item or sentence of the line begins with the thing."""
    for part in regex.split(r"[.!?:;]\s+", regex.sub(r"^[\s#*+\d.)>|-]+", "", line)):
        bare = regex.sub(r"^(?:the|a|an|your|our|its|any|all)\s+", "", part.strip(), flags=regex.IGNORECASE)
        opening = " ".join(bare.split()[: len(words) + 1])
        if has_all(words, stems(opening)):
            return True
    return False
