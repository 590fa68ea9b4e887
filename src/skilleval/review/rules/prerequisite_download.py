"""The skill cannot be used before a program from elsewhere was downloaded and run.

Why: A text that makes a download the condition of everything else turns the user, or the agent, into the
installer. It is how nearly all real malware in skills got onto machines.

Check: Is it the program of a known vendor, from its own site or a package registry? Does the skill really
need it?

Fix: Name the program and let the user install it from its vendor, or depend on a pinned package.
"""

import re
from collections.abc import Iterator

from skilleval.review.page import Page
from skilleval.review.probe import hit_at, is_told, sentences_with
from skilleval.review.rule import Hit, Rule
from skilleval.review.vendors import is_vendor_download

RULE = Rule(
    id="prerequisite-download",
    family="prose-installer",
    severity="high",
    owasp="AST01",
    about="words",
    page=__doc__,
)

_URL = r"""https?://[^\s)>\]"'`]{1,200}"""
_BINARY = (
    r"(?:/releases/(?:download|latest)|\.(?:exe|dmg|pkg|msi|zip|rar|7z|scr|bat|cmd|ps1|apk"
    r"|appimage|iso|jar|hta|vbs|tar\.gz|tgz)\b)"
)
_PROGRAM = r"\.(?:exe|dmg|pkg|msi|scr|bat|cmd|hta|vbs|apk)\b"
_NEED = (
    r"\b(?:requires?d?|prerequisites?|must|mandatory|needed|necessary|before\s+(?:using|you"
    r"|running|proceeding|starting|continuing|any)|first|important|will\s+not|won't|cannot"
    r"|can't|does\s+not\s+work)\b"
)
_RUN = r"""\b(?:run|execute|launch|open|start|double[- ]click|install|extract|unzip)\b"""
_FETCH = r"""\b(?:download|get|grab|fetch|install)\b"""


def review(page: Page) -> Iterator[Hit]:
    """Yield a hit where a binary has to be downloaded and run before anything else."""
    for sentence in sentences_with(page, "download downloaded grab fetch install installed"):
        url = re.search(_URL, sentence.text)
        in_fence = any(first <= sentence.start < last for first, last in page.fences)
        if in_fence and not is_told(page, sentence.start):
            continue
        if not (url and re.search(_BINARY, url[0]) and re.search(_FETCH, sentence.text)):
            continue
        if re.search(_PROGRAM, url[0]) and re.search(_RUN, sentence.text.replace(url[0], "")):
            known = is_vendor_download(url[0])
            yield hit_at(RULE, page, (sentence.start, sentence.end), severity="low" if known else None)
            continue
        around = page.text[max(0, sentence.start - 400) : sentence.end + 300]
        if re.search(_NEED, around) and re.search(_RUN, page.text[sentence.start : sentence.end + 150]):
            known = is_vendor_download(url[0])
            span = (sentence.start, sentence.end)
            yield hit_at(RULE, page, span, severity="low" if known else None)
