"""A package's name is one slip away from a well-known one.

Why: Such names are registered to be installed by mistake.

Check: Is it the package you mean?

Fix: Correct the name, or say why this package is meant.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.lazy import Lazy
from skilleval.review.meaning import Meaning, meant, told_sentences
from skilleval.review.page import Page
from skilleval.review.probe import Probe, hit_at, words_of
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="lookalike-package",
    family="dependencies-and-secrets",
    severity="medium",
    owasp="AST02",
    page=__doc__,
)

_INSTALL = Lazy(
    r"\b(?:pip3?|uv\s+pip|uv|pipx)\s+(?:install|add)\s+(?P<python>[^\n;&|`]{1,200})|\b(?:npm"
    r"|pnpm|yarn|bun)\s+(?:i|install|add)\s+(?P<node>[^\n;&|`]{1,200})"
)
_NAME = Lazy(r"^[a-z][a-z0-9._-]{3,40}$")
_NEEDLES = frozenset({"pip", "pip3", "uv", "npm", "pnpm", "yarn", "bun", "pipx"})
POPULAR = words_of(
    """requests numpy pandas scipy matplotlib urllib3 certifi setuptools cryptography pillow pydantic
    fastapi django flask sqlalchemy boto3 botocore pytest pyyaml jinja2 beautifulsoup4 selenium
    tensorflow transformers scikit-learn httpx openai anthropic langchain playwright openpyxl reportlab
    pypdf python-docx python-pptx pdfplumber aiohttp websockets colorama tqdm react lodash express axios
    typescript webpack chalk commander moment vue-router eslint prettier puppeteer tailwindcss dotenv
    mongoose socket.io jsonwebtoken nodemon cross-env"""
)


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit for each installed name at distance one from a popular one."""
    yield from _swapped(page)
    yield from _named(page)
    for hit in meant(RULE, page, _CONFUSED, _NOT_OURS):
        yield replace(hit, severity="high", message="A public package is taken in place of a private one")
    if _NEEDLES.isdisjoint(page.words):
        return
    for found in _INSTALL.finditer(page.text):
        for word in (found["python"] or found["node"]).split():
            name = re.split(r"[=<>~!@\[]", word.strip("\"'"), maxsplit=1)[0]
            known = _meant(name) if _NAME.match(name) else ""
            if known:
                yield hit_at(
                    RULE, page, found.span(), message=f"{name} looks like {known}, a well-known package"
                )


_SWAP = Probe(
    "replace swap switch change substitute rename",
    r"""\b(?:replace|swap|switch|change|substitute|rename)\s+(?:\w{1,14}\s+){0,3}[`"'](?P<old>[a-z][\w.-]{2,40})[`"']
    [^\n.]{0,40}?\b(?:with|for|by|to)\s+(?:\w{1,14}\s+){0,3}[`"'](?P<new>[a-z][\w.-]{2,40})[`"']""",
)
_CONFUSED = Meaning(
    "registry pypi npmjs npm index version",
    (
        r"\b(?:use|install|take|pull|fetch|resolve|prefer|get|download|switch|point|add)\w{0,3}\b",
        r"\b(?:internal|private|company|in-house|corporate|our)\s+(?:\w{1,14}\s+){0,2}(?:packages?|librar(?:y|ies)|modules?|dependenc(?:y|ies))\b",
        r"\b(?:public\s+(?:registry|index|npm|pypi)|pypi(?:\.org)?|npmjs(?:\.com)?|from\s+npm)\b",
        r"""\beven\s+(?:if|though)\b|\bnot\s+(?:on|in|from)\b|\b(?:rather\s+than|instead\s+of|not\s+(?:the|from)|over\s+the)\b|\bversion\s+(?:9\d|1\d\d)\b|\b9\d\.\d|\bhigher\s+version\b|\block\s?file\b""",
    ),
    unless=r"\b(?:dependency\s+confusion|never|risk|attack\w{0,3}|publish\w{0,3})\b",
)


def _swapped(page: Page) -> Iterator[Hit]:
    """Yield a hit for each order to put a package in the place of one whose name it nearly has."""
    for found in _SWAP.matches(page):
        if found["old"] != found["new"] and _one_slip(found["new"], found["old"]) and len(found["old"]) >= 5:
            message = f"{found['new']} looks like {found['old']}, which it is to replace"
            yield hit_at(RULE, page, found.span(), message=message, severity="high")


_NOT_OURS = Meaning(
    "index registry mirror fork",
    (
        r"\b(?:add|use|install|pin|take|require|point|switch|include|resolve|prefer|put)\w{0,3}\b",
        r"""\beven\s+(?:if|though)\b[^\n.]{0,40}\bnot\s+(?:on|in|from|part\s+of)\b[^\n.]{0,30}\b(?:index|registry|mirror|allow\s?list|approved)\b
        |\b(?:pin|point|switch|replace|change|use)\w{0,3}\b[^\n]{0,60}\bfork\b[^\n]{0,30}(?:git\+|https?://|git@)""",
    ),
    unless=r"\b(?:user\s+(?:asks|wants|confirms)|ask\s+the\s+user|your\s+(?:own\s+)?fork|never)\b",
)
_TOLD_NAMES = Meaning(
    "install add require depend requirements dependency dependencies pip npm pypi",
    (
        r"\b(?:install|add|require|depend\s+on|use|include)\w{0,3}\b",
        r"[`'\"][a-z][\w.-]{3,40}[`'\"]",
        r"\b(?:pip|pypi|npm|yarn|pnpm|uv|requirements|dependenc\w{1,3}|packages?|package\.json)\b",
    ),
)
_QUOTED_NAME = re.compile(r"[`'\"]([a-z][\w.-]{3,40})[`'\"]")


def _named(page: Page) -> Iterator[Hit]:
    """Yield a hit for each quoted name in a sentence on installing that is one slip from a popular one."""
    for start, end in _TOLD_NAMES.spans(told_sentences(page)):
        for found in _QUOTED_NAME.finditer(page.text, start, end):
            known = _meant(found[1])
            if known:
                message = f"{found[1]} looks like {known}, a well-known package"
                yield hit_at(RULE, page, (start, end), message=message, severity="high")


def _meant(name: str) -> str:
    if name in POPULAR or name in _REAL:
        return ""
    return next((known for known in sorted(POPULAR) if len(known) >= 5 and _one_slip(name, known)), "")


def _one_slip(name: str, known: str) -> bool:
    """Return whether one letter is changed, added, left out, or two neighbours are swapped."""
    if abs(len(name) - len(known)) > 1 or name == known:
        return False
    first = next(
        (i for i, (a, b) in enumerate(zip(name, known, strict=False)) if a != b), min(len(name), len(known))
    )
    rest, known_rest = name[first:], known[first:]
    swapped = rest[:2] == known_rest[1::-1] and rest[2:] == known_rest[2:] and len(rest) >= 2
    return swapped or rest[1:] == known_rest[1:] or rest[1:] == known_rest or rest == known_rest[1:]


_REAL = words_of(
    "httpx2 preact requests2 pypdf2 chalk2 pypdf3 vue-route tqdm2 jinja flasks lodash-es "
    "expresso pillow-simd axios1 moments"
)
