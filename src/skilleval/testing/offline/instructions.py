"""Instructions that the rules can follow, found in the sentences of a body or of a request.

The table in `agent_rules` lists them. A part of a sentence that fits none is not understood, and ignored;
so is everything but `avoid` where the part forbids something.
"""

import re
from collections.abc import Callable, Iterator

from skilleval.testing.offline.orders import Condition, Instruction
from skilleval.testing.offline.quantity_phrases import is_stated_quantity, quantities_in
from skilleval.testing.offline.sentences import Sentence, split_sentences

PATH = re.compile(
    r"(?<![\w/.@:-])/?(?:[\w.-]+/)*(?:[\w-][\w.-]+\.[A-Za-z]\w{0,4}|[\w-]\.[A-Za-z]\w{1,4})\b(?!\()"
)
"""A file's name in running text: with an extension, maybe with folders; not "e.g."."""

_Q = r"‹[qb]\d+›\.?"
_TEXTS = rf"{_Q}(?:(?:, (?:or |and )?| or | and ){_Q})*"
_DIGITS = "one two three four five six seven eight nine ten"
_NUMBERS = {word: number for number, word in enumerate(_DIGITS.split(), start=1)}
_UNITS = {"thousand": 1000, "hundred": 100, "ten": 10}


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("TEXTS", f"(?P<texts>{_TEXTS})"), re.IGNORECASE)


_PART = _rule(r"; |(?:,|;) (?:and |but )?(?=(?:do not|don't|never) )")
_IF = _rule(r"^(?:if|when|where) (?P<condition>[^,]+), (?P<rest>.*)$")
_OTHERWISE = _rule(r"^otherwise,? (?P<rest>.*)$")
_UNDER = _rule(rf",? *\bunder (?:the |a )?(?:headings? )?(?P<heading>{_Q}),? *")
_FORBID = _rule(
    r"\b(?:do not|don't|never|avoid|leave out|omit)\b"
    r"(?: (?:mention|includ|stat|report|giv|add|show|say|list|quot|nam)\w*)? *(?P<what>.*)$"
)
_READ = _rule(r"\b(?:read|open|see|consult|load)\b(?P<rest>.*)$")
_RUN = _rule(r"\b(?:run|execute)\b[^‹]*(?P<texts>‹b\d+›)")
_WRITE = _rule(
    r"\b(?:write|save|put|store)\b.*?\b(?:to|in|into|as) (?:an? |the )?(?:new )?(?:file )?(?:called |named )?"
    rf"(?P<path>{_Q}|{PATH.pattern})"
)
_BEGIN = _rule(r"\b(?:begin|start|open)s?\b[^‹]*\bwith\b[^‹]*TEXTS")
_END = _rule(r"\b(?:end|close|finish)e?s?\b[^‹]*\bwith\b[^‹]*TEXTS")
_LINES = _rule(
    r"\b(?:list|quote|copy|give|name|show|collect)\b[^‹]*\b(?:lines?|rows?|entries|items|sentences)\b"
    r"[^‹]*?\b(?P<how>contain|mention|hav|say|includ|start|begin)\w*\b[^‹]*TEXTS"
)
_SAY = _rule(r"\b(?:include|add|say|state|write|note|mention|answer|ask)\b[^‹]*TEXTS")
_STATE = _rule(
    r"\b(?:state|give|report|name|mention|include|note|repeat)\b (?P<labels>(?:the|its|their) .*)$"
)
_LIMIT = _rule(
    r"\b(?:at most|no more than|up to|keep (?:\w+ ){1,4}to|in|within)\b (?P<number>\w+) (?:short )?"
    r"(?P<unit>sentence|line|bullet|word)s?\b"
)
_ROUND = _rule(r"\bround(?:ed)?\b(?P<rest>.*)$")
_EXACT = _rule(r"\b(?:exact(?:ly)?|to the cent|two decimals|(?:do not|don't|never|without) round\w*)\b")
_MEASURE = _rule(
    r"\bhow many (?P<unit>character|letter|word)s\b|\b(?:number|count) of (?P<unit2>character|letter|word)s\b"
    r"|\b(?P<unit3>character|letter|word) count\b|\blength\b.* in (?P<unit4>character|letter|word)s\b"
)
_DIFFER = _rule(r"\b(?:differ|(?:do|does) not (?:match|agree)|is not zero)\b")
_AGREE = _rule(r"\b(?:agree|match|are equal|is zero)\b")
_HAS_NO = _rule(
    r"\b(?:is no|has no|lacks|(?:does not|doesn't) (?:state|give|name|have)) (?:an? |the )?(?P<label>[\w ]+)"
)
_HAS = _rule(r"\b(?:has|gives|states|names) (?:an? |the )(?P<label>[\w ]+)")
_CONTAINS = _rule(r"\b(?P<no>(?:does not|doesn't|no lines?) )?(?:contain|mention|say)s?\b[^‹]*TEXTS")
_JOIN = re.compile(r",? and |, ")
_LABEL_END = re.compile(r" (?:in|from|of|to|for|on|that|which|as|at|with)\b.*$|[.;:!?].*$", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|its|their|an?) ", re.IGNORECASE)


def read_instructions(text: str) -> tuple[Instruction, ...]:
    """Return the instructions that `text` gives, in its order."""
    return tuple(found for sentence in split_sentences(text) for found in _in_sentence(sentence))


def _in_sentence(sentence: Sentence) -> Iterator[Instruction]:
    condition: Condition | None = None
    for part in _PART.split(sentence.masked):
        if otherwise := _OTHERWISE.match(part):
            condition = condition.opposite() if condition else Condition(kind="unknown")
            yield from _in_part(sentence, otherwise["rest"], condition)
        elif match := _IF.match(part):
            condition = _condition(sentence, match["condition"])
            yield from _in_part(sentence, match["rest"], condition)
        else:
            yield from _in_part(sentence, part, None)


def _in_part(sentence: Sentence, part: str, condition: Condition | None) -> Iterator[Instruction]:
    if _EXACT.search(part):
        yield Instruction(kind="exact", condition=condition)
    if forbidden := _FORBID.search(part):
        yield Instruction(kind="avoid", texts=_forbidden(sentence, forbidden["what"]), condition=condition)
        return
    heading = ""
    if under := _UNDER.search(part):
        heading = sentence.quoted(under["heading"])[0]
        part = _UNDER.sub(" ", part)
    for recognise in _RECOGNISERS:
        for found in recognise(sentence, part):
            yield found.model_copy(update={"heading": heading, "condition": condition})


def _forbidden(sentence: Sentence, what: str) -> tuple[str, ...]:
    quoted = sentence.quoted(what)
    return quoted or tuple(term for term in re.split(r", | or | and ", what.rstrip(".! ")) if term)


def _actions(sentence: Sentence, part: str) -> Iterator[Instruction]:
    """Yield what needs a tool: a file to read, a command to run, a file to write."""
    if run := _RUN.search(part):
        yield Instruction(kind="run", texts=sentence.quoted(run["texts"]))
        part = part[: run.start()] + part[run.end() :]
    write = _WRITE.search(part)
    if write and (path := PATH.search(sentence.plain(write["path"]))):
        yield Instruction(kind="write", texts=(path.group(),))
        return
    if read := _READ.search(part):
        for path in PATH.finditer(sentence.plain(read["rest"])):
            yield Instruction(kind="read", texts=(path.group(),))


def _texts(sentence: Sentence, part: str) -> Iterator[Instruction]:
    """Yield what is to be said: lines to quote, an opening, a closing, a text."""
    if lines := _LINES.search(part):
        is_prefix = lines["how"].lower() in ("start", "begin")
        yield Instruction(kind="quote_lines", texts=sentence.quoted(lines["texts"]), is_prefix=is_prefix)
    elif begin := _BEGIN.search(part):
        yield Instruction(kind="begin", texts=_alternatives(sentence, begin["texts"]))
    elif end := _END.search(part):
        yield Instruction(kind="end", texts=_alternatives(sentence, end["texts"]))
    elif not (_WRITE.search(part) or _RUN.search(part) or is_stated_quantity(part)) and (
        say := _SAY.search(part)
    ):
        yield Instruction(kind="include", texts=_alternatives(sentence, say["texts"]))


def _alternatives(sentence: Sentence, texts: str) -> tuple[str, ...]:
    quoted = sentence.quoted(texts)
    return quoted[:1] if " or " in texts else quoted


def _figures(sentence: Sentence, part: str) -> Iterator[Instruction]:
    """Yield what is to be worked out, measured, or looked up by its label."""
    if measure := _MEASURE.search(part):
        unit = next(value for value in measure.groupdict().values() if value)
        yield Instruction(kind="measure", texts=(unit.lower(), sentence.plain(part)))
        return
    quantities = quantities_in(sentence, part)
    yield from quantities
    if not quantities and "‹" not in part and (state := _STATE.search(part)):
        labels = (_LABEL_END.sub("", label) for label in _JOIN.split(state["labels"]))
        names = tuple(_ARTICLE.sub("", label) for label in labels)
        yield Instruction(kind="state", texts=tuple(name for name in names if 0 < len(name.split()) <= 3))


def _forms(_: Sentence, part: str) -> Iterator[Instruction]:
    """Yield how the answer is to be shaped: its length, its roundness."""
    if limit := _LIMIT.search(part):
        word = limit["number"].lower()
        number = int(word) if word.isdigit() else _NUMBERS.get(word, 0)
        if number:
            yield Instruction(kind="limit", texts=(limit["unit"].lower(),), number=number)
    rounding = _ROUND.search(part)
    if rounding and not re.search(r"cent\b|decimal", rounding["rest"]):
        unit = next((size for word, size in _UNITS.items() if word in rounding["rest"]), 1)
        yield Instruction(kind="round", number=unit)


_RECOGNISERS: tuple[Callable[[Sentence, str], Iterator[Instruction]], ...] = (
    _actions,
    _texts,
    _figures,
    _forms,
)


def _condition(sentence: Sentence, text: str) -> Condition:
    if match := _CONTAINS.search(text):
        return Condition(kind="contains", texts=sentence.quoted(match["texts"]), negated=bool(match["no"]))
    if _DIFFER.search(text):
        return Condition(kind="differ")
    if _AGREE.search(text):
        return Condition(kind="differ", negated=True)
    if match := _HAS_NO.search(text) or None:
        return Condition(kind="label", texts=(match["label"],), negated=True)
    if match := _HAS.search(text):
        return Condition(kind="label", texts=(match["label"],))
    return Condition(kind="unknown")
