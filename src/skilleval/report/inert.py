"""Foreign text made harmless: what skills, models and pull requests say never becomes structure.

Foreign is everything that we did not write: names, paths, prompts, answers, quotes, reasons that
hold any of these. `visible` is for every destination; the `markdown_*` functions are for GitHub
Flavored Markdown. GitHub looks for mentions, references and bare URLs in the rendered text, after
Markdown, so an escape does not stop them: a zero-width space inside does. Code is left alone there.
"""

import re
from functools import lru_cache

import regex

ZERO_WIDTH = "\u200b"
"""What we put into foreign text ourselves, after `visible` has shown any that it brought."""

_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, cursor moves (ECMA-48 CSI)
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]{0,512}(?:\x07|\x1b\\|\x9c)"  # titles, links
    r"|\x1b[ -/]*[0-~]?|[\x9d\x90\x98\x9e\x9f]"  # the rest; what never ends hides nothing
)
_SPACE = re.compile(r"\s+")
_EMOJI_STYLE = re.compile("[\ufe0e\ufe0f]")
_HIDDEN = regex.compile(
    # format characters (bidi, zero-width, tags), fillers that draw nothing, variation selectors
    "[\\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0d\U000e0000-\U000e0fff]+"
)
_BROKEN = regex.compile(r"[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]")
_STACKED_MARKS = regex.compile(r"(\p{M}{4})\p{M}+")

_ESCAPES = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_[]~"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;"}
)
_LINE_START = re.compile(r"^(?:(?=[-+=:/])|(\d{1,9})(?=[.)](?: |$)))")  # lists, rules, other bots' commands
_MATH = re.compile(r"\$(?!\d)")  # a closing mark of GitHub's math is never followed by a digit
_REFERENCES = re.compile(
    r"[@#]"  # mentions, e-mail addresses, issue numbers, headings
    r"|:(?=//|[\w+-])"  # URLs, emoji names
    r"|www(?=\.)"
    r"|(?<=[A-Za-z])-(?=\d)",  # GH-1, and the prefixes that a repository may register
    re.IGNORECASE,
)
_HEX = re.compile(r"[0-9a-fA-F]{7,}")
_BACKTICKS = re.compile(r"`+")


@lru_cache(maxsize=2048)  # names and reasons are printed many times over
def visible(text: str) -> str:
    """Return `text` on one line, without terminal sequences, and with hidden characters named.

    A hidden run is shown as `⟨U+202E⟩` or `⟨U+200B +4⟩`, so that a reader sees that it is there.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()  # nearly all texts: nothing can hide in them
    text = _ANSI.sub("", text)
    text = _EMOJI_STYLE.sub("", text)  # before the spaces: behind one may stand a line's first blank
    text = _SPACE.sub(" ", text).strip()
    text = _HIDDEN.sub(_name_hidden, text)
    text = _BROKEN.sub("\ufffd", text)
    return _STACKED_MARKS.sub(r"\1", text)


def _name_hidden(match: "regex.Match[str]") -> str:
    run = match.group()
    more = f" +{len(run) - 1}" if len(run) > 1 else ""
    return f"⟨U+{ord(run[0]):04X}{more}⟩"


def clip(text: str, limit: int) -> str:
    """Return at most `limit` characters; what is cut is marked by `…`."""
    return text if len(text) <= limit else text[: max(0, limit - 1)].rstrip() + "…"


def plain(text: str, limit: int = 400) -> str:
    """Return foreign text for a destination without markup: a terminal, an HTML text node."""
    most = 16 * limit + 4096  # sequences and spaces may shrink it, but nobody waits for a whole book
    if len(text) > most:
        return clip(visible(text[:most]) + "…", limit)
    return clip(visible(text), limit)


def markdown_text(text: str, limit: int = 400) -> str:
    """Return foreign text as Markdown that renders as that text and nothing else."""
    text = plain(text, limit) or ("(empty)" if text else "")
    text = _REFERENCES.sub(lambda match: match.group() + ZERO_WIDTH, text)
    text = _HEX.sub(_split_hex, text)
    return _MATH.sub("&#36;", _LINE_START.sub(r"\1\\", text.translate(_ESCAPES)))


def _split_hex(match: re.Match[str]) -> str:
    run = match.group()  # from 7 hex digits on it may name a commit
    return ZERO_WIDTH.join(run[at : at + 6] for at in range(0, len(run), 6))


def unlinked(text: str, limit: int = 4000) -> str:
    """Return foreign text for a place that knows no Markdown but links, such as a message of SARIF.

    `[words](target)` is a link there (SARIF 2.1.0, 3.11.6), and GitHub links names and numbers in what it
    shows of it.
    """
    text = plain(text, limit).replace("](", f"]{ZERO_WIDTH}(")
    return _HEX.sub(_split_hex, _REFERENCES.sub(lambda match: match.group() + ZERO_WIDTH, text))


def markdown_code(text: str, limit: int = 120) -> str:
    """Return foreign text as a code span, for use outside tables."""
    # our marker must not stand in the raw body either: clients look for it without parsing
    text = plain(text, limit).replace("<!--", f"<!{ZERO_WIDTH}--") or "(empty)"
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def markdown_cell(text: str, limit: int = 60) -> str:
    """Return foreign text as a code span inside a table cell, where a bar needs a backslash.

    A backslash before a bar is doubled: GitHub's parser reads the pair as one escaped character.
    """
    code = markdown_code(text, limit)
    return re.sub(r"(?<!\\)(\\*)\|", lambda match: match.group(1) * 2 + "\\|", code)


def markdown_fenced(text: str) -> str:
    """Return one line for a fenced block: no fence or marker of its own."""
    return plain(text, 1000).replace("<!--", f"<!{ZERO_WIDTH}--").replace("```", f"``{ZERO_WIDTH}`")
