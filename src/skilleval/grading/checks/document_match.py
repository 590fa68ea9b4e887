"""`document_matches` and `document_not_matches`: a pattern in the text of a DOCX, XLSX or PDF file."""

from skilleval.domain.suite import DocumentCheck
from skilleval.grading.checks.documents import DocumentProblem, text_of_document
from skilleval.grading.checks.mark import Mark, cannot_tell, clip, fails
from skilleval.grading.checks.pattern import PatternProblem, search
from skilleval.grading.exhibit import Exhibit


def mark(check: DocumentCheck, exhibit: Exhibit) -> Mark:
    """Return whether the pattern is, or is not, in the document. One that cannot be opened fails both."""
    path = exhibit.find(check.path)
    if path is None:
        return fails(f"there is no file {check.path}")
    content = exhibit.raw(path)
    if content is None:
        return cannot_tell(f"the bytes of {path} were not kept")
    try:
        text = text_of_document(path, content)
        hit = search(check.pattern, text, ignore_case=check.ignore_case)
    except DocumentProblem as exc:
        return fails(str(exc)) if exc.of_the_file else cannot_tell(str(exc))
    except PatternProblem as exc:
        return cannot_tell(str(exc))
    found = f"{path}: “{clip(hit.line)}”" if hit else f"no match in {path}"
    return Mark((hit is not None) == (check.kind == "document_matches"), found)
