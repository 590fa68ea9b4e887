"""Numbers of all there is: "all 6 cities were carried over", "three of the seven respondents".

The number of the whole is held against every honest count of the texts that have such things; what the answer
itself lists is one of them.
"""

from collections.abc import Iterator, Sequence

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.contents import TOO_VAGUE
from skilleval.grading.claims.grids import rows_of, singular_of
from skilleval.grading.claims.kinds import COUNT
from skilleval.grading.claims.lists import FINDING
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.shapes import is_data, shape_counts
from skilleval.grading.claims.sources import named_in, spoken_of
from skilleval.grading.claims.tally import counts_of
from skilleval.grading.claims.text import Block, Sentence

_ALL = regex.compile(
    rf"\b(?P<lead>all|all of the|each of the|every one of the)\s+(?:of\s+)?(?:the\s+|these\s+|your\s+)?"
    rf"(?P<number>{NUMBER})\s+(?:(?:original|given|existing|remaining|public|input|source|data)\s+"
    rf")?(?P<noun>[a-z]+)\b|"
    rf"\b{NUMBER}\s+(?:out\s+)?of\s+(?:the\s+|your\s+|its\s+|these\s+|all\s+|our\s+"
    rf")?(?P<number>{NUMBER})\s+"
    r"(?P<noun>[a-z]+)\b",
    regex.IGNORECASE,
)
_CARRIED = regex.compile(
    r"^\W*(?:(?:were|are|was|is|have been|has been|got|now)\s+(?:\w+ly\s+|now\s+|all\s+)*)?(?:carried|"
    r"kept|converted|"
    r"imported|migrated|included|preserved|transferred|retained|copied|written|exported|translated|there|"
    r"in (?:the )?"
    r"(?:new|output|result\w*|`))",
    regex.IGNORECASE,
)
"""What says that the things are in the new file."""
_SUPPOSED = regex.compile(
    r"\b(?:if|when|unless|would|could|should|must|may|might|can|need|want|asked|not|never|no)\b|"
    r"n['’]t\b",
    regex.IGNORECASE,
)
_OF_TEXTS = regex.compile(
    r"(?:words?|characters?|chars?|sentences?|tests?|files?|times|parts?)", regex.IGNORECASE
)

FEWEST = 2
"""Of one thing nobody says "all"."""


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each number of all there is, where a text has such things."""
    own = frozenset(_own_lists(scene.blocks))
    for sentence in scene.sentences:
        if sentence.is_question:
            continue
        for found in _ALL.finditer(sentence.masked):
            if not _SUPPOSED.search(regex.split(r"[.;:,]\s", sentence.masked[: found.start()])[-1]):
                yield from _judged(scene, sentence, found, own)


def _judged(
    scene: Scene, sentence: Sentence, found: "regex.Match[str]", own: frozenset[int]
) -> Iterator[Claim]:
    noun, stated = found["noun"].lower(), count_from(found["number"])
    is_finding = regex.fullmatch(FINDING, noun, regex.IGNORECASE) is not None
    if (
        _OF_TEXTS.fullmatch(noun)
        or singular_of(noun) in TOO_VAGUE
        or is_finding
        or stated in own
        or stated < FEWEST
    ):
        return
    documents = _documents(scene, sentence, found, noun)
    counts = {document.path: _counts(noun, document) for document in documents}
    known = {count for options in counts.values() for count in options}
    if known:
        path = next(path for path, options in counts.items() if options)
        yield settled(
            kind=COUNT,
            quote=_passage(sentence, found),
            holds=stated in known,
            evidence=f"counted {' or '.join(map(str, sorted(known)[:4]))} in {path}",
        )


def _documents(scene: Scene, sentence: Sentence, found: "regex.Match[str]", noun: str) -> Sequence[Document]:
    """Return the texts that may be meant: the new ones where the things are said to be in them."""
    named = named_in(sentence.text, scene)
    made = tuple(document for document in scene.documents if not document.given)
    if found["lead"] and made and _CARRIED.match(sentence.masked[found.end() :]):
        return tuple(document for document in named if not document.given) or made
    if named:
        return named
    called = tuple(document for document in scene.documents if _is_about(noun, document))
    return called or spoken_of(sentence, scene)


def _is_about(noun: str, document: Document) -> bool:
    """Return whether the name of a text, or of a column of it, is what the things are called."""
    names = regex.findall(r"[a-z]+", document.name.lower().rpartition(".")[0])
    names += [cell.strip().lower() for row in rows_of(document)[:1] for cell in row]
    return any(singular_of(name) == singular_of(noun) for name in names)


def _counts(noun: str, document: Document) -> set[int]:
    counts = counts_of(noun, document)
    if _is_about(noun, document) and (is_data(document) or counts):
        return counts | shape_counts(document)
    return counts | shape_counts(document) if counts and is_data(document) else counts


def _own_lists(blocks: tuple[Block, ...]) -> Iterator[int]:
    """Yield the lengths of the lists and tables of the answer itself, by level and in all."""
    run: list[Block] = []
    for block in (*blocks, Block("prose", "")):
        if block.kind in {"item", "table"} and (not run or run[-1].kind == block.kind):
            run.append(block)
            continue
        if run:
            yield from {len(run), len(run) - 2, sum(item.indent <= run[0].indent for item in run)}
        run = [block] if block.kind in {"item", "table"} else []


def _passage(sentence: Sentence, found: "regex.Match[str]") -> str:
    """Return the clause from its start to where the next begins."""
    cuts = [
        hit.end()
        for hit in regex.finditer(r"[.;:]\s|,\s(?:and\s|but\s|so\s)?", sentence.masked[: found.start()])
    ]
    end = regex.search(r"[.;:](?:\s|$)|,\s|$", sentence.masked[found.end() :])
    start = max(cuts, default=0)
    return sentence.text[start : found.end() + (end.start() if end else 0)].strip(" *_(")
