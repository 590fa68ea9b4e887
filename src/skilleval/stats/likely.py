"""Which lines of a skill are likely behind a kind of false claim: by the words that they share.

A pointer for a reader, no proof: nothing was run without the line. Lines that the change touched are
looked at first, since what is new in the claims is likely new in the text.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt

from skilleval.domain.bundle import Bundle
from skilleval.domain.change import SkillChange
from skilleval.domain.lift import ClaimPattern, ClaimTable, LikelyLine
from skilleval.domain.stems import stems

MOST = 2
"""So many lines are named for a kind."""
NEARLY = 0.75
"""The second is named only where it fits nearly as well as the first, or better."""
SHARED = 2
"""A line shares at least so many telling words with what was claimed: one alone is chance."""
SHORTEST = 4
"""A lean line does not beat a full one for its brevity alone: lines count as at least so many words."""
LINE_CHARS = 400
FILE_LINES = 4000


@dataclass(frozen=True)
class _Line:
    """One line of a skill's text, its telling words, and whether the change touched it."""

    path: str
    number: int
    text: str
    words: frozenset[str]
    is_changed: bool


def point_to_lines(table: ClaimTable | None, change: SkillChange) -> ClaimTable | None:
    """Return the table, each kind with the lines that likely cause it; none where nothing fits.

    What only the baseline claimed is looked for in the baseline's text. A run that was read back from
    its folder has the words of SKILL.md and no other file.
    """
    if table is None or not table.patterns:
        return table
    new = _lines_of(change.candidate, _added_lines(change), base=change.baseline.bundle)
    old = _lines_of(change.baseline.bundle, {}, base=change.candidate)
    return table.model_copy(
        update={
            "patterns": tuple(
                pattern.model_copy(
                    update={"likely": _likely(pattern, old if pattern.status == "gone" else new)}
                )
                for pattern in table.patterns
            )
        }
    )


def _added_lines(change: SkillChange) -> Mapping[str, frozenset[int]]:
    added: dict[str, frozenset[int]] = {}
    for hunk in change.hunks:
        added[hunk.path] = added.get(hunk.path, frozenset()) | frozenset(hunk.added_lines)
    return added


def _lines_of(
    bundle: Bundle | None, added: Mapping[str, frozenset[int]], *, base: Bundle | None
) -> tuple[_Line, ...]:
    """Return the lines with words. Without hunks a line is changed when the other side lacks it."""
    if bundle is None:
        return ()
    others = {text.strip() for _, _, text in _texts(base)} if base is not None else set()
    lines = []
    for name, number, text in _texts(bundle):
        words = stems(text[:LINE_CHARS])
        if not words:
            continue
        path = name if bundle.path in {"", "."} else f"{bundle.path}/{name}"
        is_changed = number in added[path] if path in added else text.strip() not in others
        lines.append(_Line(path, number, text.strip()[:LINE_CHARS], words, is_changed))
    return tuple(lines)


def _texts(bundle: Bundle | None) -> Iterator[tuple[str, int, str]]:
    """Yield (file, line number, line): SKILL.md's body, then what else is text and has its bytes."""
    if bundle is None:
        return
    for offset, line in enumerate(bundle.skill.body.split("\n")[:FILE_LINES]):
        yield "SKILL.md", bundle.skill.body_line + offset, line
    for path, number, line in bundle.lines():
        if path != "SKILL.md" and number <= FILE_LINES:
            yield path, number, line


def _likely(pattern: ClaimPattern, lines: Sequence[_Line]) -> tuple[LikelyLine, ...]:
    rarity = _rarity(lines)
    kind = stems(pattern.kind)
    quotes = [(stems(quote.quote) | kind) & rarity.keys() for quote in pattern.quotes]
    scored = [
        (_score(line, quotes, rarity), line)
        for line in lines
        if any(len(line.words & quote) >= SHARED for quote in quotes)
    ]
    prefers_changed = pattern.status != "both"  # what both arms say, the change did not bring
    ranked = sorted(
        scored,
        key=lambda pair: (prefers_changed and not pair[1].is_changed, -pair[0], pair[1].path, pair[1].number),
    )
    best = ranked[0][0] if ranked else 0.0
    return tuple(
        LikelyLine(path=line.path, line=line.number, text=line.text, changed=line.is_changed)
        for score, line in ranked[:MOST]
        if score >= best * NEARLY
    )


def _rarity(lines: Sequence[_Line]) -> dict[str, float]:
    """Return how much each word tells: the inverse document frequency, with lines as documents.

    Source: Spaerck Jones 1972. A word of more than a third of the lines is the skill's subject, and
    tells nothing of a single line.
    """
    found = Counter(word for line in lines for word in line.words)
    most = max(2, len(lines) // 3)
    return {word: log(1 + len(lines) / times) for word, times in found.items() if times <= most}


def _score(line: _Line, quotes: Sequence[frozenset[str]], rarity: Mapping[str, float]) -> float:
    """Return the rarity of what line and quote share, mean over the quotes, for its length."""
    shared = fsum(rarity[word] for quote in quotes for word in sorted(line.words & quote)) / len(quotes)
    return shared / sqrt(max(SHORTEST, len(line.words)))
