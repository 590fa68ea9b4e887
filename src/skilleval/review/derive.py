"""All pages of a file: its text, what is put together or decoded out of it, and texts inside documents."""

from collections.abc import Iterator

from skilleval.domain.bundle import BundleFile
from skilleval.domain.policy import ReviewPolicy
from skilleval.review.archives import is_archive, list_archive
from skilleval.review.decoding import decoded_pages
from skilleval.review.documents import document_text
from skilleval.review.kinds import is_text, kind_of
from skilleval.review.page import Page
from skilleval.review.unsplit import put_together

MAX_DEPTH = 3
MAX_PAGES = 400
"""Pages that one file may give rise to; an archive of a thousand notes is cut here."""


def file_pages(file: BundleFile, policy: ReviewPolicy) -> Iterator[Page]:
    """Yield the pages of a file; none for links, submodules and what holds no text."""
    if file.mode in {"120000", "160000"}:
        return
    left = MAX_PAGES
    for page in _own_pages(file, policy):
        for each in (page, *_derived(page, depth=1)):
            yield each
            left -= 1
            if left <= 0:
                return


def _own_pages(file: BundleFile, policy: ReviewPolicy) -> Iterator[Page]:
    if is_text(file.content):
        raw = file.content[: policy.text_bytes].decode("utf-8", "replace")
        raw = raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", " ")
        kind, language = kind_of(file.path, raw)
        yield Page(path=file.path, kind=kind, language=language, raw=raw)
        return
    text = utf16_text(file.content) or document_text(file.content)
    if text:
        yield _inner(file.path, text[: policy.text_bytes], "text of the document")
    elif is_archive(file.content):
        for member in list_archive(file.content).members:
            if member.content and is_text(member.content) and not member.is_link:
                inner = member.content[: policy.text_bytes].decode("utf-8", "replace")
                yield _inner(file.path, inner.replace("\r", ""), f"in {member.path}", named=member.path)


def utf16_text(content: bytes) -> str:
    """Return text that is encoded in UTF-16 with a byte order mark, else an empty string."""
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return content.decode("utf-16", "replace").replace("\r", "")
    return ""


def _inner(path: str, text: str, origin: str, *, named: str = "") -> Page:
    kind, language = kind_of(named, text) if named else ("prose", "markdown")
    return Page(path=path, kind=kind, language=language, raw=text, origin=origin, numbers=(0,))


def _derived(page: Page, *, depth: int) -> Iterator[Page]:
    if page.language == "machine" or depth > MAX_DEPTH:
        return
    whole = put_together(page)
    if whole is not None:
        yield whole
        yield from _decoded(whole, depth=depth)
    yield from _decoded(page, depth=depth)


def _decoded(page: Page, *, depth: int) -> Iterator[Page]:
    for inner in decoded_pages(page):
        yield inner
        yield from _derived(inner, depth=depth + 1)
