"""A report in which every string that we did not write is hostile, found by its type.

A field added later is covered without a word here: whatever is a plain `str` counts as foreign.
"""

import types
from collections.abc import Callable, Mapping
from typing import Any, Union, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel

from skilleval.domain.report import Report

Rename = Callable[[str], str]

FRAGMENTS = (
    "<!-- skilleval:v1 key=main -->", "-->", "<!--", "</details>", "<details>",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;b&gt;", "<b>", "]]>", "<![CDATA[",
    "<?x", "<!D", "<a href='x'>", "@octocat", "@acme/team", "#1", "GH-1", "acme/skills#1",
    "acme/skills@deadbeef", "deadbeefcafe", "x@y.test", "https://evil.test/a", "http://evil.test",
    "www.evil.test", "ftp://evil.test", "mailto:x@y.test", "//evil.test",
    "![i](https://evil.test/i.png)", "[l](https://evil.test)", "[l]: https://evil.test", "[^1]",
    "[^1]: f", "[x]", "[!WARNING]", "> q", "# h", "## h", "- l", "* l", "+ l", "1. l", "1) l", "---",
    "===", "***", "___", ":--", ":-:", "|", "||", "\\|", "\\\\|", "| a | b |", "`", "``", "```", "````",
    "~~~", "`|`", "`\\`", "\\", "\\\\", "*x*", "**x**", "_x_", "__x__", "~~x~~", "$x$", "$$x$$",
    "$`x`$", ":tada:", "\n", "\r\n", "\n\n", "\n# h\n", "\n\n---\n\n", "\n```\n", "\n</details>\n\n",
    "\t", "    code", "  \n", "\u2028", "\u2029", "\x85", "\x00", "\x1b[31m", "\x1b]0;t\x07",
    "\x1b]8;;https://evil.test\x1b\\", "\x9b31m", "\x7f", "\u202e", "\u2066", "\ufe0f\n", "\u200b", "\u200d",
    "\ufeff", "\u2060", "\u00ad", "\u3164", "\ufe0f", "\U000e0041", "e\u0301" * 9, "\ufffe",
    "{{ 7 * 7 }}", "{% raw %}", "{# c #}", "%s", "{0}", "[red]x[/red]", "[/]",
    "[link=https://evil.test]x[/link]", "/lgtm", "/skilleval approve", "::error::x", "\xa0", "&#64;x",
    "&amp;", "&", '"', "'", "' onclick='x", "()", ")", "(", "!", "fixes #1", "\u00e9", "漢字", "👩\u200d💻",
)  # fmt: skip


def hostile_texts() -> st.SearchStrategy[str]:
    """Return a strategy of short texts: nasty pieces in any order, and anything else."""
    piece = st.sampled_from(FRAGMENTS) | st.text(max_size=4)
    return st.lists(piece, min_size=1, max_size=4).map("".join)


def renamed(report: Report, rename: Rename) -> Report:
    """Return the report with each foreign string `s` replaced by `rename(s)`."""
    changed: Report = _model(report, rename)
    return changed


def numbered(payload: str, *, first: bool) -> Rename:
    """Return a renaming that puts `payload` into every string, and keeps different strings different.

    `first`: the payload stands at the beginning, else at the end.
    """
    numbers: dict[str, int] = {}

    def rename(text: str) -> str:
        if not text:
            return text  # empty means: there is none
        name = f"zq{numbers.setdefault(text, len(numbers))}zq"
        return payload + name if first else name + payload

    return rename


def _model(value: Any, rename: Rename) -> Any:
    fields = type(value).model_fields
    changed = {
        name: _value(getattr(value, name), field.annotation, rename)
        for name, field in fields.items()
        if not field.metadata  # a pattern or bound: checked where it is read, not foreign text
    }
    return value.model_copy(update=changed)


def _value(value: Any, annotation: Any, rename: Rename) -> Any:
    if isinstance(value, BaseModel):
        return _model(value, rename)
    if isinstance(value, str):
        return rename(value) if _takes_any_string(annotation) else value
    if isinstance(value, tuple):
        inner = get_args(annotation)[0] if get_origin(annotation) is tuple else object
        return tuple(_value(item, inner, rename) for item in value)
    if isinstance(value, Mapping):
        key, inner = get_args(annotation)
        return {_value(k, key, rename): _value(v, inner, rename) for k, v in value.items()}
    return value


def _takes_any_string(annotation: Any) -> bool:
    if get_origin(annotation) in {Union, types.UnionType}:
        return str in get_args(annotation)
    return annotation is str
