"""Jinja, and nothing but Jinja: the one importer of it. Templates hold words and order.

Safe by default: whatever a template prints is made inert, unless a filter of ours has done so
already. A number must go through a filter, since a raw one says nothing of its rounding.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from skilleval.errors import OurError
from skilleval.report import inert, words

if TYPE_CHECKING:
    from jinja2 import Environment

_BLANK_LINES = re.compile(r"\n{3,}")
_FORMATS: tuple[Callable[..., str], ...] = (
    words.score,
    words.signed,
    words.interval,
    words.measured,
    words.bar,
    words.of,
    words.standing,
    words.money,
    words.duration,
    words.whole,
    words.percent,
    words.count,
)


def render_template(name: str, **values: object) -> str:
    """Return the template `name`, filled. Names that end in `.html.j2` are HTML, others Markdown."""
    environment = _html() if name.endswith(".html.j2") else _markdown()
    text = environment.get_template(name).render(**values)
    return _BLANK_LINES.sub("\n\n", text).lstrip("\n").rstrip() + "\n"


def templates_dir() -> Path:
    """Return the folder of templates: inside an installed package, else at the checkout's root."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "templates", package.parents[1] / "templates"):
        if folder.is_dir():
            return folder
    raise OurError("the templates are missing", hint="install skilleval-bot again")


@cache
def _markdown() -> "Environment":
    environment = _environment(inert.markdown_text)
    environment.filters |= {
        "code": _safe(inert.markdown_code),
        "cell": _safe(inert.markdown_cell),
        "text": _safe(inert.markdown_text),
        "fenced": _safe(inert.markdown_fenced),
    }
    return environment


@cache
def _html() -> "Environment":
    environment = _environment(_html_text)
    environment.filters["text"] = _safe(_html_text)
    return environment


def _html_text(text: str, limit: int = 4000) -> str:
    return escape(inert.plain(text, limit))


def _environment(make_inert: Callable[[str], str]) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 -- 0.1 s

    environment = Environment(
        loader=FileSystemLoader(templates_dir()),
        undefined=StrictUndefined,
        autoescape=True,  # so that macros return Markup; `finalize` leaves nothing else to escape
        finalize=_finalize(make_inert),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["ours"] = Markup  # a constant of ours that is markup already
    environment.filters |= {say.__name__: _safe(say) for say in _FORMATS}
    return environment


def _safe(say: Callable[..., str]) -> Callable[..., Markup]:
    """Mark what a filter of ours returns: numbers in words of ours, or foreign text made inert."""
    return lambda *args, **kwargs: Markup(say(*args, **kwargs))  # noqa: S704 # the filter made it inert


def _finalize(make_inert: Callable[[str], str]) -> Callable[[object], object]:
    def finalize(value: object) -> object:
        if isinstance(value, Markup):
            return value
        if isinstance(value, str):
            return Markup(make_inert(value))  # noqa: S704 # just made inert
        shown = str(value)  # of an undefined name: raises, and says which
        raise TypeError(f"a template prints {shown!r}, a bare {type(value).__name__}: it needs a filter")

    return finalize
