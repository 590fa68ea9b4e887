"""Attributed quotations: "The README says “…”". Looked up in what the assistant was given and saw."""

from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import PRESENCE, QUOTATION
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.sources import meant_by, named_in, spoken_of, the_only_one
from skilleval.grading.claims.text import Sentence, spans
from skilleval.grading.quote import is_quoted_from

_TAIL = (
    r"(?:\s+(?:you|for|about|that|the|it|its|to|us|they|all|is|are|was|must|agents?|users?|also|clearly|"
    r"plainly|only|verbatim|literally|exactly|word for word|in part))*(?:\s+(?:the|a|an|its|their|"
    r"our)\s+[\w-]+(?:\s+[\w-]+)?)?"
    r"(?:,?\s+(?:and )?(?:(?:i|we|to) quote|quote|verbatim|literally|word for word))?\s*[:,]?\s*$"
)
_SAYS = regex.compile(
    r"\b(?:says?|said|states?|stated|reads?|notes?|writes?|wrote|tells?(?: \w+){0,3}|asks?|warns?|"
    r"claims?|promises|requires?|specifies|mentions?|stipulates?|explains?|insists?|describes? (?:it|"
    r"itself) as|puts it|quotes?|ends? with|"
    r"sagt|besagt|lautet|heißt es|steht|dit|indique|précise|stipule|dice|indica|reza|establece|señala|"
    r"begins? with|starts? with|opens? with)\b" + _TAIL,
    regex.IGNORECASE,
)
_ACCORDING = regex.compile(
    r"\b(?:according to|as stated in|as written in|quoting(?: from)?|quote from|taken from|"
    r"in the words of|to quote)\b[^\"“]*$|^\W*(?:(?:as )?per|from|under|in|"
    r"see)\s+(?:the\s+)?(?:\w+\s+){0,3}[\w.]+\s*[:,]\s*$|"
    r"^\W*(?:clause|section|step|rule|article|paragraph|point|line|item)\s+\w+\s*:\s*$",
    regex.IGNORECASE,
)
_OWN_WORDS = regex.compile(
    r"\b(?:in its own (?:words|wording|phrase)|(?:in|with) (?:these|those|the following|so many) words|"
    r"as it (?:puts|says|has) it|in the (?:original|author['’]s|document['’]s) (?:words|wording)|"
    r"the (?:exact|original|precise) (?:wording|words|text|phrase) (?:is|are|being)|word for word|verbatim|"
    r"to quote it|im wortlaut|wörtlich|textuellement|mot pour mot|textualmente|literalmente)"
    r"(?:\s+(?:on|about|from|zu|sur|sobre)\s+[\w' -]{1,30})?\s*[,:]?\s*$",
    regex.IGNORECASE,
)
"""What gives the words that follow to the text that is spoken of, without a verb of saying."""
_PHRASE = regex.compile(r"\bthe (?:phrase|sentence|wording|passage|words?|line)\s*$", regex.IGNORECASE)
_HOLDS = regex.compile(
    r"\b(?:contains?|includes?)\s*(?:the (?:text|string|line|phrase|word|sentence)s?\s*)?$", regex.IGNORECASE
)
_NOT_REPORTED = regex.compile(
    r"\b(?:not|never|n['’]t|no|nowhere|should|could|would|might|must|can|instead|rather|if|e\.g\.|"
    r"such as|like|suggest\w*|propose\w*|recommend\w*|replace\w*|rename|add|write|better|output|command|"
    r"draft|reply|answer|error|exception|warning|i|we|you)\b",
    regex.IGNORECASE,
)
_QUOTES = regex.compile(r"\b(?:quotes?|quotations?|excerpts?|passages?)\b", regex.IGNORECASE)
SPARE = 12
"""Characters that a list item may have besides the text that it quotes."""
_PLACE = regex.compile(
    r"\b(?i:paso|punto|artículo|schritt|punkt|absatz|étape|step|section|clause|line|part|paragraph|rule|point|article|item)s?\s*(?:\d+|[A-Z])\b"
)
_SPEAKER = regex.compile(r"(?:\w+,\s*)?(?:she|he|they)", regex.IGNORECASE)
_NAME = regex.compile(r"\b[A-Z][a-z]+\b")


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each quotation that is attributed to a known text."""
    for sentence in scene.sentences:
        for start, end, text in spans(sentence.text):
            yield from _judged(scene, sentence, (start, end), text)
    yield from _blocks(scene)
    yield from _lists(scene)


def _judged(scene: Scene, sentence: Sentence, span: tuple[int, int], text: str) -> Iterator[Claim]:
    before = _clause(sentence.masked[: span[0]])
    said = _SAYS.search(before) or _ACCORDING.search(before) or _PHRASE.search(before)
    held = _HOLDS.search(before)
    own = None if said or sentence.text[span[0]] == "`" else _OWN_WORDS.search(before)
    if own and not _NOT_REPORTED.search(before[: own.start()]):
        yield from _in_own_words(scene, sentence, (span[0] - len(before[own.start() :]), span[1]), text)
        return
    if (sentence.text[span[0]] == "`" and not held) or not (said or held):
        return
    subject = before[: (said or held).start()] if said or held else before  # type: ignore[union-attr]
    if _NOT_REPORTED.search(subject) or text.startswith("…"):
        return
    sources = _sources(subject, before, scene, sentence)
    if not sources and not regex.search(r"\w", subject):
        sources = named_in(sentence.text[: span[0]], scene)
    if not sources and _PLACE.search(before):
        sources = spoken_of(sentence, scene)
    if sources and not (_is_elsewhere(text, scene, sources) and not named_in(before, scene)):
        yield _claim(text, sources, sentence.text[span[0] - len(before) : span[1]], is_said=bool(said))


def _in_own_words(scene: Scene, sentence: Sentence, span: tuple[int, int], text: str) -> Iterator[Claim]:
    """Yield a quotation that is said to be the words of the text that is spoken of."""
    sources = spoken_of(sentence, scene)
    if sources and not text.startswith("…") and not _is_elsewhere(text, scene, sources):
        yield _claim(text, sources, sentence.text[slice(*span)], is_said=True)


def _is_elsewhere(text: str, scene: Scene, sources: tuple[Document, ...]) -> bool:
    """Return whether a passage stands in another text than the one that was thought to be meant."""
    if is_quoted_from(text, [document.text for document in sources]):
        return False
    others = [document.text for document in scene.documents if document not in sources]
    return is_quoted_from(text, [*others, scene.prompt, *(call.result for call in scene.evidence.tool_calls)])


def _claim(text: str, sources: tuple[Document, ...], passage: str, *, is_said: bool) -> Claim:
    holds = is_quoted_from(text, [document.text for document in sources])
    return settled(
        kind=QUOTATION if is_said else PRESENCE,
        quote=passage.strip(),
        holds=holds,
        evidence=f"“{text}” {'is' if holds else 'is not'} in {sources[0].path}",
    )


def _clause(before: str) -> str:
    """Return what stands before a quotation in its own clause."""
    return regex.split(r"[;.!?]\s+|,\s+(?:and|but|while|so)\s+(?!(?i:i|we) quote)", before)[-1]


def _sources(subject: str, before: str, scene: Scene, sentence: Sentence) -> tuple[Document, ...]:
    """Return the texts that the quotation is said to come from."""
    if named := named_in(before, scene):
        return named
    bare = regex.sub(
        r"^\W*(?:as|and|but|yes|no|so)\b|\b(?:also|further|explicitly|even|then|itself)\b",
        " ",
        subject,
        flags=regex.IGNORECASE,
    )
    if not regex.search(r"\w", bare):
        return ()
    if _SPEAKER.fullmatch(bare.strip()):
        return tuple(document for document in the_only_one(scene) if _is_transcript(document))
    if known := meant_by(bare, scene, sentence):
        return known
    documents = spoken_of(sentence, scene)
    if _PLACE.search(subject):
        return documents
    return tuple(
        document for document in documents if any(_speaks(name, document) for name in _NAME.findall(subject))
    )


def _is_transcript(document: Document) -> bool:
    """Return whether two or more people speak in a text: "Ana: …"."""
    speakers = regex.findall(r"^\W*([A-Z]\w+)\s*:\s+\S", document.text, regex.MULTILINE)
    return len(set(speakers)) > 1 and not document.path.endswith((".yml", ".yaml", ".json", ".py"))


def _speaks(name: str, document: Document) -> bool:
    """Return whether someone of that name speaks in a transcript: "Ana: …", among others."""
    speakers = {found.lower() for found in regex.findall(r"^\W*(\w+)\s*:", document.text, regex.MULTILINE)}
    return (
        name.lower() in speakers
        and len(speakers) > 1
        and not document.path.endswith((".md", ".yml", ".yaml"))
    )


def _blocks(scene: Scene) -> Iterator[Claim]:
    """Yield block quotes that a sentence just above attributes: "The guide says:" and below it "> …"."""
    for sentence in scene.sentences:
        following = scene.blocks[sentence.block + 1 : sentence.block + 2]
        if not following or following[0].kind != "quote" or not sentence.text.rstrip("* ").endswith(":"):
            continue
        said = _SAYS.search(sentence.masked)
        if said and not _NOT_REPORTED.search(sentence.masked[: said.start()]):
            sources = _sources(sentence.masked[: said.start()], sentence.text, scene, sentence)
            if sources:
                yield _claim(following[0].text, sources, following[0].text, is_said=True)


def _lists(scene: Scene) -> Iterator[Claim]:
    """Yield the items of a list of quotations: "Three quotes from minutes.md:" and below it “…”."""
    for sentence in scene.sentences:
        sources = named_in(sentence.text, scene)
        if not sources or not _QUOTES.search(sentence.masked) or not sentence.text.rstrip("* ").endswith(":"):
            continue
        for block in scene.blocks[sentence.block + 1 :]:
            quoted = spans(block.text)
            if block.kind != "item" or len(quoted) != 1 or len(block.text) - len(quoted[0][2]) > SPARE:
                break
            yield _claim(quoted[0][2], sources, block.text, is_said=True)
