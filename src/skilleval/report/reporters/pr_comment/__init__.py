"""The sticky comment on a pull request."""

from skilleval.domain.report import Report
from skilleval.ports import Thread
from skilleval.report.comment import CommentState, marker, read_state, render_comment
from skilleval.report.reporters.pr_comment.sticky import settle


class PrCommentReporter:
    """Keeps one comment of ours up to date, when there is something to say.

    `when` is the setting `comment`. No comment is begun on a pull request that changes no skill; one
    that is there already is always kept true.
    """

    def __init__(
        self, thread: Thread, *, when: str = "always", key: str = "main", details_url: str = ""
    ) -> None:
        """Speak in `thread`. `details_url`: where the whole report is, for what the comment cuts."""
        self._thread = thread
        self._details_url = details_url
        self._when = when
        self._key = key

    def publish(self, report: Report) -> None:
        """Write the comment, unless the head has moved on: then it belongs to another run."""
        if self._when == "off" or self._thread.head() != report.request.head_sha:
            return
        first = marker(self._key)
        notes = [note for note in self._thread.own() if note.body.startswith(first)]
        body = render_comment(report, key=self._key, details_url=self._details_url)
        if notes or is_wanted(report, self._when):
            old = read_state(notes[0].body) if notes else None
            if not (self._when == "changes" and old is not None and is_same(old, read_state(body))):
                settle(self._thread, body, first=first)


def is_wanted(report: Report, when: str) -> bool:
    """Return whether a pull request without a comment of ours gets one."""
    if not report.verdict.skills:
        return False
    return when != "failures" or report.verdict.conclusion in {"failure", "action_required"}


def is_same(old: CommentState, new: CommentState | None) -> bool:
    """Return whether verdict, conclusion and the skills' bytes are those that the comment shows."""
    return new is not None and (old.verdict, old.conclusion, old.digests) == (
        new.verdict,
        new.conclusion,
        new.digests,
    )
