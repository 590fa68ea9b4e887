"""How many things a change is said to have touched: "dropped three duplicates", "replaced all four calls".

Held against the difference between the given and the new version of the file. What was to be replaced or
removed throughout must stand in the new version no more.
"""

from collections import Counter
from collections.abc import Iterator

import regex

from skilleval.domain.grade import Claim
from skilleval.grading.claims.clauses import Clause, clauses
from skilleval.grading.claims.grids import rows_of
from skilleval.grading.claims.hedges import bound_of, is_true
from skilleval.grading.claims.kinds import CHANGE, COUNT
from skilleval.grading.claims.numerals import COUNT as NUMBER
from skilleval.grading.claims.numerals import count_from, is_range
from skilleval.grading.claims.scene import Document, Scene
from skilleval.grading.claims.settled import settled
from skilleval.grading.claims.shapes import is_data
from skilleval.grading.claims.sources import named_in
from skilleval.grading.claims.tally import lines_holding
from skilleval.grading.claims.text import spans

_GONE = r"dropped|removed|deleted|filtered out|took out|taken out|discarded|stripped|pruned|eliminated|merged"
_SWAPPED = (
    r"replaced|renamed|converted|changed|swapped|migrated|rewrote|rewritten|switched|moved|fixed|updated"
)
_ADDED = r"added|inserted|appended"
_TOUCHED = regex.compile(
    rf"\b(?P<verb>{_GONE}|{_ADDED})\s+(?:all\s+|the\s+|exactly\s+|only\s+|a total of\s+|another\s+)*"
    rf"(?P<number>{NUMBER})\s+(?P<noun>(?:[a-z-]+\s+){{0,2}}?(?:rows?|records?|entries|entry|lines?|"
    rf"duplicates?|items?|"
    r"customers?|orders?|users?|people|persons?|products?|contacts?|bookings?|transactions?|members?|"
    r"cities|names?|"
    r"addresses|emails?|copies|employees?|students?|guests?|readings?|measurements?|tickets?|invoices?|"
    r"payments?))\b",
    regex.IGNORECASE,
)
_THROUGHOUT = regex.compile(
    rf"\b(?P<verb>{_GONE}|{_SWAPPED})\s+(?P<all>all|every|each|both)\s+(?:(?:of )?the\s+)?"
    rf"(?:(?P<number>{NUMBER})\s+)?(?:(?:old|remaining|existing|occurrences? of|instances? of|uses? of|"
    rf"references? to)\s+)*"
    r"(?P<token>[`\"“][^`\"”]+[`\"”])",
    regex.IGNORECASE,
)
_COMMENT = regex.compile(r"^\s*(?:#(?!include)|//|/?\*|--|;)")


def find(scene: Scene) -> Iterator[Claim]:
    """Yield each number of touched things, and each thing that is said to be gone throughout."""
    pairs = tuple(_pairs(scene))
    if not scene.is_answer or not pairs:
        return
    for sentence in scene.sentences:
        for clause in clauses(sentence):
            yield from _touched(scene, clause, pairs)
            yield from _throughout(scene, clause, pairs)


def _pairs(scene: Scene) -> Iterator[tuple[Document, Document]]:
    """Yield (given, new) of each changed file."""
    given = {document.path: document for document in scene.documents if document.given}
    for document in scene.documents:
        if not document.given and document.path in given:
            yield given[document.path], document


def _meant(
    scene: Scene, clause: Clause, pairs: tuple[tuple[Document, Document], ...]
) -> tuple[tuple[Document, Document], ...]:
    named = {document.path for document in named_in(clause.lead + clause.text, scene)}
    return tuple(pair for pair in pairs if pair[0].path in named) or pairs


def _touched(scene: Scene, clause: Clause, pairs: tuple[tuple[Document, Document], ...]) -> Iterator[Claim]:
    for found in _TOUCHED.finditer(clause.masked):
        meant = [pair for pair in _meant(scene, clause, pairs) if is_data(pair[1]) and rows_of(pair[0])]
        if (
            len(meant) != 1
            or not clause.is_own_deed(found.start("verb"))
            or is_range(clause.masked, found.span("number"))
        ):
            continue
        old, new = (Counter(map(tuple, rows_of(document))) for document in meant[0])
        gone, added = sum((old - new).values()), sum((new - old).values())
        is_gone = regex.fullmatch(_GONE, found["verb"], regex.IGNORECASE) is not None
        counts = {gone, gone - added} if is_gone else {added, added - gone}
        stated, bound = count_from(found["number"]), bound_of(clause.masked[: found.start("number")], "")
        yield settled(
            kind=COUNT,
            quote=clause.text,
            holds=is_true(stated, counts, bound),
            evidence=f"{meant[0][0].path} lost {gone} rows and got {added}",
            process=True,
        )


def _throughout(
    scene: Scene, clause: Clause, pairs: tuple[tuple[Document, Document], ...]
) -> Iterator[Claim]:
    for found in _THROUGHOUT.finditer(clause.text):
        token = found["token"].strip('`"“”')
        new_text = [text for start, _, text in spans(clause.text) if start > found.end("token")]
        if not clause.is_own_deed(found.start("verb")) or any(token in text for text in new_text):
            continue
        meant = [pair for pair in _meant(scene, clause, pairs) if lines_holding(token, pair[0])]
        left = [
            (new.path, line)
            for _, new in meant
            for line in new.text.splitlines()
            if regex.search(rf"(?<![\w-]){regex.escape(token)}(?![\w-])", line) and not _COMMENT.match(line)
        ]
        if left:
            evidence = f"{left[0][0]} still has “{left[0][1].strip()[:120]}”"
            yield settled(kind=CHANGE, quote=clause.text, holds=False, evidence=evidence, process=True)
        elif meant and found["number"]:
            counts = {count for old, _ in meant for count in lines_holding(token, old)}
            counts |= {sum(max(lines_holding(token, old)) for old, _ in meant)}
            stated = count_from(found["number"])
            evidence = f"{token} stood {' or '.join(map(str, sorted(counts)))} times"
            holds = stated in counts
            yield settled(kind=COUNT, quote=clause.text, holds=holds, evidence=evidence, process=True)
