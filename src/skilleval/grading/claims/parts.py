"""Parts of an answer whose length can be stated: a quoted text, "Subject: …", the text below a heading.

A part is found only where the answer itself marks it; "the intro is 50 words" without anything marked as
the intro is left alone. What stands just above a count may be one paragraph or several: then each
reading is an option, and any of them may make the count true.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from skilleval.grading.claims.scene import Scene
from skilleval.grading.claims.sources import named_in, spoken_of
from skilleval.grading.claims.text import Block, Sentence, spans

_LABEL = regex.compile(
    r"^(?P<label>[*_]{0,3}[A-Za-z][\w /#&'-]{0,40}?)\s*(?P<inner>\([^()\n]{1,60}\))?"
    r"\s*[*_]{0,3}\s*[:：]\s*[*_]{0,3}\s*(?P<text>\S.*)?$",
    regex.DOTALL,
)
_BRACKET = regex.compile(r"\s*[*_]*[(\[][^()\[\]\n]*\d[^()\[\]\n]*[)\]][*_]*\s*\.?\s*$")
_MEASURE = regex.compile(r"\b(?:length|count|characters?|chars?|words?|total|note)\b", regex.IGNORECASE)
_BOTH = regex.compile(r"\b(?:both|each|all(?: of them)?)\b", regex.IGNORECASE)
_POINTS_UP = regex.compile(
    r"^[\s(*_\[]*(?:(?:that|this|it|which|length|total|exactly|at|the (?:line|text|message|draft|"
    r"above))\b[^.]{0,30})?$|"
    r"^(?:I|we)(?:['’]ve| have)?\s+(?:kept|held|cut|trimmed|limited|brought|got)\s+(?:it|this|that)"
    r"(?:\s+down)?\s+(?:to|at)(?:\s+\w+ly)?$|"
    r"^.{0,30}\blength\b[^.]{0,15}$|^.{0,20}\bcount\b[^.]{0,15}$",
    regex.IGNORECASE,
)
_IT_AFTER = regex.compile(
    r"^[\s,]*(?:it|the (?:file|text|summary|draft|result|note|version|document))\s+(?:\w+\s+)?"
    r"(?:is|stays?|remains?|fits?|keeps?|comes?|sits?|falls?|meets?|respects?|leaves?|lands?)\b",
    regex.IGNORECASE,
)
"""What follows a length whose text is named behind it: "at 19 words it stays below the limit"."""
_AT = regex.compile(r"(?:at|with)(?: (?:only|just|exactly))?", regex.IGNORECASE)
_CLAUSE = regex.compile(r"[;.!?]\s|,\s+(?:and|while|but)\s|\band the\b")
_WORD = regex.compile(r"[a-z]+", regex.IGNORECASE)
_FIRST_LINE = {"subject", "title", "header", "headline"}
_SAME = {
    **dict.fromkeys(("sms", "text", "message"), frozenset({"sms", "text", "message"})),
    **dict.fromkeys(("title", "headline"), frozenset({"title", "headline", "heading"})),
}
_EMPTY = {
    "line", "the", "a", "an", "my", "your", "its", "this", "draft", "new", "final", "length", "count",
    "character", "word", "that", "it", "has", "is", "have", "of", "with", "at",
}  # fmt: skip
_ARTICLES = {"the", "my", "your", "this", "its", "our", "and", "a", "an"}
_LINKS = frozenset(
    """
    line text itself alone is has are have was comes come in at runs run to counts count contains
    with of exactly only just about under below over around roughly approximately now stays stay
    well and a total the length long most least less more than up no fewer fits within weighs
    measures too also still keeps it copy section version by character characters char chars word
    words one version option variant
    """.split()  # noqa: SIM905 -- reads better than fifty quoted words
)
"""What may stand between the name of a part and its length."""
LONGEST = 12
"""Paragraphs above a count that may be one text."""
REACH = 2
"""How many blocks above a count the text that it speaks of may stand."""


@dataclass(frozen=True)
class Part:
    """A marked text: how the answer names it, its readings (mostly one), the block it ends in."""

    name: str
    readings: tuple[str, ...]
    block: int = -1

    @property
    def words(self) -> set[str]:
        """Return the words of the name that tell it from other parts."""
        words = {word.lower() for word in _WORD.findall(self.name)} - _EMPTY
        return words.union(*(_SAME.get(word, set()) for word in words))


def parts_measured(scene: Scene, sentence: Sentence, number: tuple[int, int]) -> tuple[Part, ...]:
    """Return the part (or parts, for "both") whose length stands at `number` in the sentence."""
    before = sentence.text[: number[0]]
    if own := _in_same_line(scene, sentence, number):
        return (own,)
    return (
        _named(scene, before, sentence.text[: number[1]])
        or _pointed_at(scene, sentence, before, number[1])
        or _lying_in(scene, sentence, number[1])
    )


def part_after(scene: Scene, sentence: Sentence, position: int) -> tuple[Part, ...]:
    """Return the part that an adjective belongs to: "a 40-word summary"."""
    words = [word.lower() for word in _WORD.findall(sentence.masked[position:])[:2]]
    fitting = [
        part for part in _parts(scene.blocks) if set(words[:1]) & part.words or set(words[:2]) <= part.words
    ]
    if words and len(fitting) == 1:
        return (fitting[0],)
    made = [
        document
        for document in scene.documents
        if not document.given and words[:1] and words[0] in document.path.lower()
    ]
    return (Part(made[0].path, (made[0].text,)),) if len(made) == 1 else ()


def _in_same_line(scene: Scene, sentence: Sentence, number: tuple[int, int]) -> Part | None:
    """Return the part in the line of the number itself: “…” is n characters, `label (n words): text`."""
    quoted = [span for span in spans(sentence.text) if span[1] <= number[0] and sentence.text[span[0]] != "`"]
    if quoted and set(_WORD.findall(sentence.text[quoted[-1][1] : number[0]].lower())) <= _LINKS:
        return Part("the quoted text", (quoted[-1][2],))
    line = next(
        (
            line
            for line in scene.blocks[sentence.block].text.split("\n")
            if _stands_in(sentence, number, line)
        ),
        "",
    )
    label = _LABEL.match(line)
    if label and label["text"] and label["inner"] and sentence.text[slice(*number)] in label["inner"]:
        return Part(label["label"].strip("*_ "), (label["text"],))
    return _before_bracket(
        line, label["text"] if label and label["text"] else "", sentence.text[slice(*number)]
    )


def _stands_in(sentence: Sentence, number: tuple[int, int], line: str) -> bool:
    return sentence.text[max(0, number[0] - 10) : number[1]].split("\n")[-1] in line


def _before_bracket(line: str, labelled: str, stated: str) -> Part | None:
    """Return the line without its closing bracket, when the number stands in that bracket."""
    body = labelled or line
    bracket = _BRACKET.search(body)
    if bracket is None or stated not in bracket.group():
        return None
    rest = body[: bracket.start()]
    inside = spans(rest)
    if len(inside) == 1 and inside[0][0] <= 3:
        return Part("the quoted text", (inside[0][2],))
    if (
        labelled and rest.strip()[:1].islower()
    ):  # a title with a colon in it, rather than a label and its text
        return Part("the text", (rest, line[: len(line) - len(body) + bracket.start()]))
    is_whole = bool(labelled) or regex.match(r"^\s*(?:\*\*.+\*\*|[\"“].+[\"”])\s*$", rest) is not None
    return Part("the text", (rest,)) if is_whole and rest.strip() else None


def _named(scene: Scene, before: str, up_to_number: str) -> tuple[Part, ...]:
    """Return the part that the words just before the number name: "the subject line", "Body"."""
    known = tuple(part for part in _parts(scene.blocks) if up_to_number.strip() not in part.readings[0])
    known = tuple(part for part in known if part.readings[0].strip() not in up_to_number)
    clause = _CLAUSE.split(before)[-1]
    words = [word.lower() for word in _WORD.findall(clause)]
    for size in (3, 2, 1):
        for start in range(len(words) - size + 1):
            wanted = set(words[start : start + size]) - _EMPTY
            fitting = [part for part in known if wanted and wanted <= part.words]
            is_led_in = start == 0 or words[start - 1] in _ARTICLES or words[start] in _ARTICLES
            if len(fitting) == 1 and is_led_in and set(words[start + size :]) <= _LINKS:
                return (fitting[0],)
    shown = [block for block in scene.blocks if block.kind in {"code", "quote"}]
    if set(words) & _FIRST_LINE and shown:
        return (Part("the first line", (shown[-1].text.strip().split("\n")[0],)),)
    if documents := named_in(clause, scene):
        return (Part(documents[-1].path, (documents[-1].text,)),)
    return known[-2:] if _BOTH.search(clause) and len(known) >= 2 else ()


def _pointed_at(scene: Scene, sentence: Sentence, before: str, number_end: int) -> tuple[Part, ...]:
    """Return what stands just above: "Length: 78 characters", "That is 76 characters", "(144 characters)"."""
    is_named_behind = _IT_AFTER.match(sentence.text[number_end:]) is not None
    lead = regex.split(r"[;.]\s+|,\s+(?:and\s+)?", before)[-1].strip("* ")
    if not (_POINTS_UP.match(lead) or (is_named_behind and _AT.fullmatch(lead))):
        return ()
    if quoted := _quoted_before(scene, sentence):
        return (quoted,)
    reach = 1 if regex.search(r"\bit\b", before, regex.IGNORECASE) else REACH
    near = [part for part in _parts(scene.blocks) if 0 < sentence.block - part.block <= reach]
    if near:
        return (near[-1],)
    if made := _file_as_it(scene, sentence, f"{before} it" if is_named_behind else before):
        return (made,)
    return _above(scene, sentence, before)


def _lying_in(scene: Scene, sentence: Sentence, position: int) -> tuple[Part, ...]:
    """Return the file of a text whose length stands in brackets: "(now 38 words) is in `x.txt`"."""
    after = sentence.text[position:]
    if not regex.match(
        r"[^()]{0,40}\)\s+(?:is|was|lies|has been)?\s*(?:now\s+)?(?:saved |stored )?(?:in|to|as|at)\b", after
    ):
        return ()
    made = [document for document in named_in(after, scene) if not document.given]
    return (Part(made[0].path, (made[0].text,)),) if len(made) == 1 else ()


def _quoted_before(scene: Scene, sentence: Sentence) -> Part | None:
    """Return a quoted text in the sentence before, in the same block."""
    same = [other for other in scene.sentences if other.block == sentence.block]
    index = next((i for i, other in enumerate(same) if other is sentence), 0)
    quoted = spans(same[index - 1].text) if index else ()
    return Part("the quoted text", (quoted[-1][2],)) if quoted else None


def _file_as_it(scene: Scene, sentence: Sentence, before: str) -> Part | None:
    if not regex.search(r"\b(?:it|file)\b", before, regex.IGNORECASE):
        return None
    made = [document for document in spoken_of(sentence, scene) if not document.given]
    return Part(made[0].path, (made[0].text,)) if len(made) == 1 else None


def _above(scene: Scene, sentence: Sentence, before: str) -> tuple[Part, ...]:
    """Return the paragraphs above a bare count: the last one, the last two, … each a reading."""
    block = scene.blocks[sentence.block]
    is_bare = block.text.strip().startswith(sentence.text) and regex.match(
        r"^[\s(*_\[]*(?:[a-z]+ )?(?:length|count|total)?", before, regex.IGNORECASE
    )
    texts = []
    for above in reversed(scene.blocks[: sentence.block]):
        if above.kind in {"heading", "table", "item"}:
            break
        texts.append(above.text)
    if not is_bare or not texts:
        return ()
    shown = range(min(len(texts), LONGEST))
    runs = [tuple(reversed(texts[low : high + 1])) for low in shown for high in shown if low <= high]
    return (Part("the text above", tuple(gap.join(run) for run in runs for gap in ("\n\n", "\n", " "))),)


def _parts(blocks: tuple[Block, ...]) -> Iterator[Part]:
    for index, block in enumerate(blocks):
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        if block.kind in {"heading", "prose", "item"}:
            yield from _labelled(index, block, following)
        if block.kind in {"quote", "code"} and (
            index == 0 or blocks[index - 1].kind not in {"heading", "prose"}
        ):
            yield Part("the text above", (block.text,), index)


def _measure_in(text: str) -> str:
    """Return a text that is nothing but a length, "38 characters": it is no part that has one."""
    return (
        text
        if regex.match(
            r"[\s*_(~≈]*\d+\s*[*_]*\s*(?:characters?|chars?|words?)\b.{0,30}$", text, regex.IGNORECASE
        )
        else ""
    )


def _labelled(index: int, block: Block, following: Block | None) -> Iterator[Part]:
    """Yield the lines `Label: text` of a block, or the shown text below a heading or a bare label."""
    lines = block.text.split("\n")
    for line in lines:
        label = _LABEL.match(line)
        if (
            label is not None
            and label["text"]
            and not _MEASURE.search(label["label"] + _measure_in(label["text"]))
        ):
            text = _BRACKET.sub("", label["text"])
            inside = spans(text)
            whole = len(inside) == 1 and inside[0][0] == 0
            yield Part(label["label"].strip("*_ "), (inside[0][2] if whole else text,), index)
    bare = _LABEL.match(lines[-1])
    if following is None or (block.kind != "heading" and (bare is None or bare["text"])):
        return
    name = block.text if block.kind == "heading" else lines[-1].rstrip(": *_").lstrip("* _")
    if following.kind in {"quote", "code"} or (
        following.kind == "prose" and not _LABEL.match(following.text)
    ):
        yield Part(name, (following.text,), index + 1)
