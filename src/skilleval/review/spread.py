"""Pages of what is spread over two files of a skill: halves of a sentence, names that another file gives.

An order whose first words end one document and whose last ones begin another, or a command whose parts are
the values of a module, is in none of the files. Only what needs both counts: the rest was looked at.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from skilleval.review.fold import fold
from skilleval.review.lazy import Lazy
from skilleval.review.page import Page
from skilleval.review.unsplit import put_together, values_of

MAX_SEAMS = 60
"""Pairs of files that are held against each other: more documents without an end do not happen."""
MAX_USERS, MAX_USED, MAX_NAMESAKES = 100, 20, 5
"""Scripts whose foreign names are looked up, files that each may import, and files of one name."""
REACH = 400
"""Characters of each half that are read."""
FROM_TWO = "put together from two files"
_UNFINISHED = Lazy(r"[\w,'\"-]$")
_GOES_ON = Lazy(r"['\"(]?(?:[a-z]|[^\W\d_](?:.|\n){0,400}[.!?]['\")]?$)")
"""Words that can go on a sentence: in small letters, or a paragraph that has an end, which no title has."""
_HEADING = Lazy(r"#{1,6}[ ]")
_USES = Lazy(
    r"""^[ \t]*(?:from[ ]+\.{0,2}(?P<module>[\w.]{1,80})[ ]+import\b|import[ ]+(?P<modules>[\w., ]{1,200})
    |(?:source|\.)[ ]+["']?(?P<sourced>[\w./$\{\}()"-]{1,200}))
    |\b(?:require\(|from|import)[ ]*["'](?P<required>[\w./-]{1,200})["']""",
    re.VERBOSE | re.MULTILINE,
)


def spread_pages(pages: Sequence[Page]) -> Iterator[Page]:
    """Yield what two files say together: the seam of two documents, and lines with another file's names."""
    plain = [page for page in pages if not page.origin and page.language != "machine"]
    if len(plain) > 1:
        yield from _seams([page for page in plain if page.kind == "prose"])
        yield from _users([page for page in plain if page.kind == "code"])


def _seams(pages: Sequence[Page]) -> Iterator[Page]:
    ends = [(page, end) for page in pages if (end := _end_of(page.raw))]
    beginnings = [(page, begin) for page in pages if (begin := _beginning_of(page.raw))]
    pairs = ((one, other) for one in ends for other in beginnings if one[0] is not other[0])
    for count, ((first, end), (second, begin)) in enumerate(pairs):
        if count >= MAX_SEAMS:
            return
        line = first.raw.rstrip().count("\n") + 1
        whole = first.derived(f"{end} {begin}", origin=FROM_TWO, numbers=(line,))
        yield whole.with_seam(len(fold(end)), other=second.path)


def _end_of(raw: str) -> str:
    """Return the last paragraph on one line if it has no end, else an empty string."""
    last = raw.rstrip()[-REACH:].rpartition("\n\n")[2]
    if not _UNFINISHED.search(last) or _HEADING.match(last) or last.lstrip().startswith(("```", "|", "<")):
        return ""
    return " ".join(last.split())


def _beginning_of(raw: str) -> str:
    """Return the first paragraph on one line if it is one of words, else an empty string."""
    first = " ".join(raw[: 4 * REACH].lstrip().partition("\n\n")[0][:REACH].split())
    return first if _GOES_ON.match(first) else ""


def _users(pages: Sequence[Page]) -> Iterator[Page]:
    named: dict[str, list[Page]] = {}
    given: dict[int, dict[str, str]] = {}
    for page in pages:
        named.setdefault(PurePosixPath(page.path).name.partition(".")[0], []).append(page)
    for page in pages[:MAX_USERS]:
        foreign: dict[str, str] = {}
        for stem in sorted(_used(page.raw) & named.keys())[:MAX_USED]:
            for other in named[stem][:MAX_NAMESAKES] if len(named) > 1 else ():
                if id(other) not in given:
                    given[id(other)] = values_of(other.raw)
                foreign |= given[id(other)] if other is not page else {}
        if foreign:
            whole = put_together(page, foreign, name=FROM_TWO)
            if whole is not None:
                yield whole


def _used(raw: str) -> set[str]:
    """Return the names, without folder and suffix, of the files that a script imports or sources."""
    stems: set[str] = set()
    for found in _USES.finditer(raw):
        for path in next(group for group in found.groups() if group).split(","):
            name = PurePosixPath(path.strip().strip("\"'")).name
            stems |= {name.partition(".")[0], name.rpartition(".")[2]}
    return stems
