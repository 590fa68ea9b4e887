"""Stage 9 of 9: everything -> Report -> the world."""

from skilleval.report.check import CheckOutput, build_check, build_status
from skilleval.report.comment import CommentState, marker, read_state, render_comment, render_summary
from skilleval.report.junit import render_junit
from skilleval.report.page import render_html
from skilleval.report.publish import publish
from skilleval.report.results import render_results
from skilleval.report.terminal import render_routing, render_terminal

__all__ = [
    "CheckOutput",
    "CommentState",
    "build_check",
    "build_status",
    "marker",
    "publish",
    "read_state",
    "render_comment",
    "render_html",
    "render_junit",
    "render_results",
    "render_routing",
    "render_summary",
    "render_terminal",
]
