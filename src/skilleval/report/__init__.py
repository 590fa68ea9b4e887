"""Stage 9 of 9: everything -> Report -> the world."""

from skilleval.report.comment import CommentState, read_state, render_comment, render_summary
from skilleval.report.publish import publish
from skilleval.report.results import render_results
from skilleval.report.terminal import render_terminal

__all__ = [
    "CommentState",
    "publish",
    "read_state",
    "render_comment",
    "render_results",
    "render_summary",
    "render_terminal",
]
