"""The sticky comment: its hidden marker and state, and the fitting into what GitHub takes.

GitHub refuses a body of more than 65,536 characters and drops a summary over 1 MiB
(docs.github.com; the first is in no API description).
"""

import hashlib
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from pydantic import ValidationError

from skilleval.domain.report import Report
from skilleval.domain.value import Value
from skilleval.report.render import render_template
from skilleval.report.skill import Limits
from skilleval.report.view import build_view

COMMENT_LIMIT = 65_000
SUMMARY_LIMIT_BYTES = 1024 * 1024 - 1024

_MARKER = "<!-- skilleval:v1 key={key} -->"
_STATE = re.compile(
    r"\A<!-- skilleval:v1 key=(?P<key>[a-z0-9-]+) -->[^\n]*\n"
    r"<!-- skilleval:state (?P<json>\{[^<>\n]*\}) -->\n"
)

_SHORT_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
_MOST_DIGESTS = 100
_WEB_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:-]+(?:/[A-Za-z0-9._~/#?=&%+-]*)?")


class CommentState(Value):
    """What a later run must know of the run that wrote a comment."""

    key: str
    head: str
    run: str
    started: str
    verdict: str
    conclusion: str
    digests: dict[str, str]
    """Skill to the candidate's digest; of very many skills one digest for all."""


def marker(key: str = "main") -> str:
    """Return the hidden line with which a comment of ours begins."""
    return _MARKER.format(key=key)


def render_comment(report: Report, *, key: str = "main", details_url: str = "") -> str:
    """Return the comment's Markdown, under 65,000 characters (UTF-16 units, as GitHub may count).

    `key` tells several skillevals of one repository apart. `details_url` is where the whole report
    is, for a link at the end; what is no plain web address is left out.
    """
    state = _state_of(report, key)
    url = details_url if _WEB_ADDRESS.fullmatch(details_url) else ""

    def render(limits: Limits) -> str:
        return render_template(
            "pr_comment/body.md.j2",
            view=build_view(report, limits),
            marker=marker(key),
            state=_hidden(state),
            details_url=url,
        )

    ladder = tuple(_ladder(len(report.verdict.skills)))
    return _largest(render, ladder, fits=lambda body: utf16_length(body) <= COMMENT_LIMIT)


def render_summary(report: Report) -> str:
    """Return the job summary's Markdown, at most 1 MiB: everything, cut by rows only past that."""
    return fitted_body(
        report, "job_summary/body.md.j2", fits=lambda body: len(body.encode()) <= SUMMARY_LIMIT_BYTES
    )


def fitted_body(report: Report, template: str, *, fits: Callable[[str], bool]) -> str:
    """Return the largest body of a template that takes only a view, and that fits."""

    def render(limits: Limits) -> str:
        return render_template(template, view=build_view(report, limits))

    ladder = tuple(_ladder(len(report.verdict.skills), rows=2000, quotes=20, trials=5000))
    return _largest(render, ladder, fits=fits)


def utf16_length(text: str) -> int:
    """Return the length in UTF-16 units, the larger of the ways in which GitHub may count."""
    return len(text.encode("utf-16-le")) // 2


def read_state(body: str) -> CommentState | None:
    """Return the state of a comment of ours, or None.

    Only the first two lines are looked at, where no foreign text can stand.
    """
    match = _STATE.match(body.replace("\r\n", "\n"))
    if match is None:
        return None
    try:
        return CommentState.model_validate({**json.loads(match["json"]), "key": match["key"]})
    except (ValueError, ValidationError):
        return None


def _largest(
    render: Callable[[Limits], str], ladder: Sequence[Limits], *, fits: Callable[[str], bool]
) -> str:
    """Return the first body of the ladder that fits, found in few tries; else the smallest."""
    render = cache(render)
    if fits(render(ladder[0])):  # most reports fit whole
        return render(ladder[0])
    at = bisect_left(ladder, x=True, lo=1, key=lambda limits: fits(render(limits)))
    return render(ladder[min(at, len(ladder) - 1)])


def _ladder(skills: int, *, rows: int = 40, quotes: int = 3, trials: int = 0) -> Iterator[Limits]:
    """Yield smaller and smaller bodies: first shorter tables, then fewer skills in full."""
    yield Limits(rows=rows, quotes=quotes, skills=skills, overview=skills, trials=trials)
    while rows > 5:
        rows, trials = max(5, rows // 2), trials // 4
        yield Limits(rows=rows, quotes=min(quotes, 2), skills=skills, overview=skills, trials=trials)
    full = skills
    while full > 0:
        full = full * 2 // 3
        yield Limits(rows=5, quotes=1, skills=full, overview=skills)
    overview = skills
    while overview > 1:
        overview //= 2
        yield Limits(rows=3, quotes=1, skills=0, overview=overview)


def _state_of(report: Report, key: str) -> CommentState:
    return CommentState(
        key=key,
        head=report.request.head_sha,
        run=report.run.id,
        started=report.run.started.isoformat(),
        verdict=report.verdict.verdict,
        conclusion=report.verdict.conclusion,
        digests=_digests(report),
    )


def _digests(report: Report) -> dict[str, str]:
    """Return skill to digest. Names are foreign and may be long: odd ones go by their hash, many by one."""
    digests = {
        change.name if _SHORT_NAME.fullmatch(change.name) else _hash(change.name): change.candidate.digest
        for change in report.changes.changes
        if change.candidate
    }
    if len(digests) <= _MOST_DIGESTS:
        return digests
    return {f"all {len(digests)}": _hash(json.dumps(sorted(digests.items())))}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _hidden(state: CommentState) -> str:
    """Return the state as an HTML comment. Names in it are foreign, so nothing may end the comment."""
    text = json.dumps(state.model_dump(exclude={"key"}), ensure_ascii=True, separators=(",", ":"))
    for mark in "<>-":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return f"<!-- skilleval:state {text} -->"
