"""Whatever is said to be missing, gone, or in one place only: searched for in every file that may be meant.

Each statement is a thing (a quoted text, a name, a number, or a kind of thing that has a form, such as an
e-mail address or a heading) and where it is not. Found there all the same, the statement is false; where it
may speak of several files, all must have the thing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.kinds import ABSENCE
from skilleval.grading.claims.newest import aliased, made, newest, topic
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.text import Sentence

_QUOTED = r"[`\"“„«‘'](?P<thing>[^`\"“”„«»\n]{1,120}?)[`\"”“»’']"
_NAME = (
    r"(?P<thing>#?\d[\w.:,/-]*\w|[A-Z]{2,}[\w-]*|[A-Z][a-z]+(?: [A-Z][a-z]+)*|\w+_\w+|[\w-]+\.[a-z]{2,4}\b)"
)
_CALLED = (
    r"(?:the\s+|das\s+|der\s+|die\s+|le\s+|la\s+|el\s+)?(?:old\s+|former\s+|previous\s+|"
    r"original\s+)?(?:word|name|term|string|phrase|number|"
    r"figure|value|identifier|import|function|key|variable|class|wort|begriff|name|zahl|mot|"
    r"nom|terme|palabra|nombre)\s+"
)
_NEVER_THERE = (
    r"(?:(?:is|are|was|were)\s+(?:nowhere|not|never|no longer)\s+(?:\w+ly\s+)?(?:to be "
    r"(?:found|seen)|found|there|present|mentioned|used|"
    r"included|contained|named|left|written|said)|(?:is|are|was|were) (?:now )?(?:nowhere|"
    r"gone|absent|missing)\b|(?:is|are|was|were)(?: not|n['’]t) in (?=the|it)|"
    r"(?:no longer|never|nowhere|does not|doesn['’]t|do not|don['’]t|did not|"
    r"didn['’]t)\s+(?:once\s+|even\s+)?(?:appears?|occurs?|shows? up|"
    r"comes? up|exists?|features?|figures?|stands?|turns? up|remains?|survives?)|"
    r"(?:kommt|taucht|steht|findet sich|erscheint)\s+(?:[\w.]+\s+){0,3}?(?:nicht|nirgends|nie|"
    r"nirgendwo|nicht mehr)\b|fehlt\b|"
    r"wird\s+(?:\w+\s+)?(?:nicht|nirgends|nie)\s+(?:erwähnt|genannt|verwendet|benutzt)|"
    r"(?:n['’](?:apparaît|existe|est)|ne (?:figure|se trouve|sont|apparaît))\s+(?:plus|pas|"
    r"jamais|nulle part)|"
    r"(?:no|nunca|ya no) (?:aparece|figura|está|se menciona|sale|existe))"
)
_SUBJECT_FIRST = regex.compile(
    rf"(?:{_CALLED})?(?:{_QUOTED}(?:\s+\w+)?|{_NAME})\s+(?:itself\s+)?{_NEVER_THERE}(?P<rest>[^.;!?]*)"
)
_CALLED_FIRST = regex.compile(rf"(?i:{_CALLED})(?P<thing>\w[\w-]*)\s+{_NEVER_THERE}(?P<rest>[^.;!?]*)")
_ONLY_IN = regex.compile(
    rf"(?:(?i:{_CALLED})(?:{_QUOTED}|{_NAME})|{_QUOTED}|{_NAME})\s+(?:now\s+|still\s+)?"
    r"(?:(?:is|are|was)\s+(?:only|just)\s+\w+\s+(?:in|by)|(?:appears?|occurs?|remains?|"
    r"survives?|stands?|lives?|shows? up|comes? up|"
    r"is (?:found|used|mentioned|left|kept|set|given|defined|named))\s+(?:only\s+)?(?:in|"
    r"by))\s+(?P<where>[^,.;!?]{2,60})(?P<rest>[^.;!?]*)"
)
_OLD_NAME = regex.compile(
    r"\b(?:the|its) old (?:name|identifier|spelling|version|number|value|address|title|term)\s+"
    + _NEVER_THERE
    + r"(?P<rest>[^.;!?]*)",
    regex.IGNORECASE,
)
_RENAMED = regex.compile(
    r"\b(?:rename|replace|change|bump|switch|raise|"
    r"lower)\b[^.`\"]{0,40}?[`\"“]?(?P<old>[\w./-]*[\w])[`\"”]?\s+(?:to|with|by|into)\s+",
    regex.IGNORECASE,
)
_NO_KIND = regex.compile(
    r"(?:\b(?:no|without (?:any|an?)|not a single|not one|zero|neither|kein\w*|sans|aucune?|"
    r"ningún|ninguna|sin)\s+|"
    r"\bn['’]t (?:any|an?|contain any|use any|have any)\s+|\bnot (?:any|use any|contain any)\s+)"
    r"(?P<kind>[\w-]+(?: [\w-]+)??)(?P<rest>(?:\s*$|[,.;:!?)]|\s+(?:and|or|nor|at all|"
    r"anywhere|in|is|are|was|were|left|remains?|can be|to be)\b)[^.;!?]*)",
    regex.IGNORECASE,
)
_KINDS: dict[str, str] = {
    r"exclamation (?:mark|point)s?|ausrufezeichen|points? d['’]exclamation|signos? de exclamación": r"!",
    r"question marks?|fragezeichen": r"\?",
    r"hashtags?": r"(?<!\w)#[A-Za-z]\w*",
    r"emojis?": r"\p{Emoji_Presentation}",
    r"links?|urls?": r"https?://|www\.|\]\(\S+\)",
    r"e-?mail addresse?s?|e-?mails?": r"[\w.+-]+@[\w-]+\.\w",
    r"phone numbers?|telephone numbers?|telefonnummern?": r"(?:\+|\b0)\d[\d /()-]{6,}",
    r"headings?|headlines?|überschrift(?:en)?": r"(?m)^#{1,6}\s",
    r"bullets?|bullet points?|bulleted lists?": r"(?m)^\s*[-*•]\s",
    r"tables?|tabellen?": r"(?m)^\s*\|.*\|",
    r"digits?|numerals?|numbers?|figures?": r"\d",
    r"comments?": r"(?m)^\s*(?:#(?!!)|//|/\*|--\s|<!--)|\s#\s",
    r"semicolons?": r";",
    r"print (?:calls?|statements?)": r"\bprint\(",
    r"todos?|todo comments?": r"\bTODO\b",
    r"placeholders?": r"\[[A-Z][^\]\n(]*\](?!\()|\{\{",
    r"percentages?|percent signs?": r"\d\s?%|\bpercent\b",
    r"brackets?|parenthes[ei]s": r"[()]",
    r"dash(?:es)?": r"[–—]",
    r"capitals?|capital letters?|upper-?case letters?": r"\p{Lu}",
    r"blank lines?|empty lines?": r"(?m)\A\n|\n[ \t]*\n(?=.)",
    r"tabs?|tab characters?": r"\t",
}
"""Kinds of things that are known by their form."""
_NOT_SURE = regex.compile(
    r"\b(?:if|unless|would|could|should|must|make sure|ensure|whether|may|might|error|bug|"
    r"warning|says?|said)\b",
    regex.IGNORECASE,
)
_NARROWS = regex.compile(
    r"\b(?:for|with|that|which|when|if|before|after|other than|except|besides|beyond|from|of|"
    r"about|being|as|by|until|at|among|under|"
    r"outside|apart|on|to|wrong|longer|than|per|because|since)\b",
    regex.IGNORECASE,
)
_IN = regex.compile(
    r"^\W*(?:(?:any ?(?:where|more)|at all|either|now|in|the|it|file|text|there|code|package|"
    r"project|anywhere|else|whole|either|both|files?|and|or|vor|mehr|darin|auf|plus|dans|le|"
    r"en|el|texto|texte|vorkommt|up|altogether|completely|entirely)\b\W*)*$",
    regex.IGNORECASE,
)


_ARTICLES = frozenset(
    """
    it this that these those they there he she we i the a an one none nothing nobody der
    die das ein eine es er sie le la les un une il elle el los las una
    """.split()  # noqa: SIM905 -- reads better than so many quoted words
)


_NEITHER = regex.compile(
    r"\b(?:neither|none of the|no) (?:of (?:them|the \w+)|version|file|document|text|draft|"
    r"policy|one|files|documents|texts|versions)\s+"
    r"(?:mentions?|names?|refers? to|contains?|uses?|talks? (?:of|about))\s+(?:the |any "
    r")?(?P<thing>[\w-]{4,})(?=\s*(?:$|[.,;!]))",
    regex.IGNORECASE,
)
_ELLIPTIC = regex.compile(
    r"\b(?:mention(?:ed|s)?|named?|included?|appears?|listed)\b[^.;]{0,20},\s+(?:but\s+|"
    r"and\s+)?(?P<thing>[A-Z][\w-]+)\s+(?:does|is|was|did)(?:n['’]t|\s+not)(?=\s*(?:$|[.;!]))"
)
_IN_A_PART = regex.compile(
    r"^\s*(?:\w+\s+)?in (?!it\b|there\b|them\b|either\b|any\b|all\b|[`\"]|"
    r"the (?:\w+ )?(?:file|text|document|mail|letter|note|list|page|result|output|"
    r"version|draft|copy)\b|[\w/-]+\.\w)",
    regex.IGNORECASE,
)


@dataclass(frozen=True)
class Gone:
    """What is said not to be there: a pattern, where it is looked for, and the passage that says so."""

    pattern: "regex.Pattern[str]"
    documents: tuple[Document, ...]
    passage: str
    is_any: bool = False
    """Whether one file that has it is enough: it is said to be nowhere."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each thing that is said to be missing and is there."""
    if not scene.is_answer:
        return
    for sentence in scene.sentences:
        if sentence.masked.rstrip(' *_)"”').endswith("?"):
            continue
        for gone in (
            *_named(scene, sentence),
            *_only_in(scene, sentence),
            *_nobody(scene, sentence),
            *_kinds(scene, sentence),
        ):
            where = [line for one in gone.documents if (line := _line(gone.pattern, one))]
            if where and (gone.is_any or len(where) == len(gone.documents)):
                yield settled(kind=ABSENCE, quote=gone.passage, holds=False, evidence=where[0])


def _named(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "the word “leider” does not occur", "the old name is gone"."""
    for pattern in (_SUBJECT_FIRST, _CALLED_FIRST):
        for found in pattern.finditer(sentence.text):
            rest = found["rest"]
            is_article = found["thing"].lower() in _ARTICLES
            if (
                is_article
                or _NOT_SURE.search(sentence.masked[: found.start()])
                or not _is_closed(rest, scene)
            ):
                continue
            yield _gone(scene, sentence, found, found["thing"].strip())
    renamed = _RENAMED.search(scene.prompt)
    for found in _OLD_NAME.finditer(sentence.text):
        if (
            renamed
            and _is_closed(found["rest"], scene)
            and not _NOT_SURE.search(sentence.masked[: found.start()])
        ):
            yield _gone(scene, sentence, found, renamed["old"])


def _gone(scene: Scene, sentence: Sentence, found: "regex.Match[str]", thing: str) -> Gone:
    is_everywhere = (
        regex.search(r"\b(?:anywhere|any ?more|nowhere|no longer|either|nirgends)\b", found.group())
        is not None
    )
    named = aliased(found["rest"], scene)
    left = newest(scene)
    documents = named or (left if is_everywhere else topic(sentence, scene) or made(scene))
    documents = tuple(one for one in documents if one in left) or tuple(documents)
    passage = sentence.text[found.start() : found.end()].strip(" ,;:")
    return Gone(_whole(thing), documents, passage, is_any=is_everywhere and not named)


def _only_in(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "2.3.1 survives in the changelog only": looked for in all other files."""
    for found in _ONLY_IN.finditer(sentence.text):
        if not regex.search(r"\b(?:only|alone|nowhere else)\b", found.group()) or _NOT_SURE.search(
            sentence.masked[: found.start()]
        ):
            continue
        place = regex.sub(r"\b(?:only|alone)\b", "", found["where"]).strip()
        named = {one.path for one in aliased(f"the {place.removeprefix('the ')}", scene)}
        others = tuple(one for one in newest(scene) if one.path not in named)
        if len(named) == 1 and regex.fullmatch(r"(?:the |`)?[\w./-]+`?(?: file)?", place):
            yield Gone(_whole(found["thing"].strip()), others, found.group().strip(" ,;"), is_any=True)


def _nobody(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "neither version mentions laptops", and "Jonas gets a mention, Priya doesn't"."""
    for found in _NEITHER.finditer(sentence.masked):
        texts = newest(scene)
        if len(texts) > 1 and not regex.search(r"\b(?:if|should|would)\b", sentence.masked[: found.start()]):
            yield Gone(_whole(found["thing"]), texts, found.group(), is_any=True)
    for found in _ELLIPTIC.finditer(sentence.masked):
        documents = tuple(one for one in topic(sentence, scene) if not one.given) or made(scene)
        if documents:
            yield Gone(_whole(found["thing"]), documents, found.group())


def _kinds(scene: Scene, sentence: Sentence) -> Iterator[Gone]:
    """Yield "no exclamation mark anywhere": a kind of thing that has a form."""
    for found in _NO_KIND.finditer(sentence.masked):
        form = next(
            (
                form
                for names, form in _KINDS.items()
                if regex.fullmatch(names, found["kind"], regex.IGNORECASE)
            ),
            None,
        )
        rest = regex.sub(
            r"^\W*(?:marks?|is|are|was|were|can be|to be|found|used|in it|there|and no \w+|or \w+|nor \w+)\b",
            "",
            found["rest"],
        )
        if form is None or _NOT_SURE.search(sentence.masked[: found.start()]) or _NARROWS.search(rest):
            continue
        is_other = regex.search(r"\b(?:you|I|we)\s+\w+\s*$", sentence.masked[: found.start()])
        if is_other or _IN_A_PART.match(found["rest"]):
            continue
        documents = aliased(sentence.text, scene) or made(scene)
        left = tuple(one for one in documents if not one.given)
        if len(left) == 1:
            yield Gone(
                regex.compile(form), left, sentence.text[_start(sentence, found.start()) : found.end("kind")]
            )


def _is_closed(rest: str, scene: Scene) -> bool:
    """Return whether nothing narrows where the thing is missing, but the name of a file."""
    return _IN.match(rest) is not None or (
        bool(aliased(rest, scene)) and not regex.search(r"\b(?:section|line|part|block)\b", rest)
    )


def _start(sentence: Sentence, position: int) -> int:
    cuts = regex.finditer(r"[.;:]\s|,\s(?:and\s)?", sentence.masked[:position])
    return max((cut.end() for cut in cuts), default=0)


def _whole(thing: str) -> "regex.Pattern[str]":
    left = r"(?<![\w-])" if thing[:1].isalnum() else ""
    right = r"(?![\w-])" if thing[-1:].isalnum() else ""
    return regex.compile(f"{left}{regex.escape(thing)}{right}", regex.IGNORECASE)


def _line(pattern: "regex.Pattern[str]", document: Document) -> str:
    found = pattern.search(document.text)
    if found is None:
        return ""
    number = document.text.count("\n", 0, found.start()) + 1
    lines: Sequence[str] = document.text.splitlines()
    shown = lines[number - 1].strip() if number <= len(lines) else ""
    return f"{document.path}, line {number}: “{shown[:160]}”"
