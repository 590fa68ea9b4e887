"""Something of the skill was not read.

Why: What lies beyond a bound of the review, or cannot be decoded or parsed, is not known to be clean.
Bounds exist because the files come from strangers.

Check: Why is the file so large, so deep or so broken?

Fix: Make it smaller or valid, or keep it out of the skill.
"""

from collections.abc import Iterator
from dataclasses import replace

from skilleval.review.fold import visible
from skilleval.review.frontmatter import frontmatter_problem
from skilleval.review.kinds import is_text
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="not-read",
    family="files",
    severity="high",
    owasp="AST08",
    page=__doc__,
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each file beyond a bound, and for a frontmatter that cannot be read."""
    read = {file.path for file in reading.read_files}
    beyond = [file for file in reading.files if file.path not in read and file.mode != "160000"]
    for file in beyond[:20]:
        yield _hit(file.path, 0, f"{file.size_bytes} bytes: beyond the bounds of the review")
    if len(beyond) > 20:
        yield _hit(beyond[20].path, 0, f"and {len(beyond) - 20} more files beyond the bounds of the review")
    for file in reading.read_files:
        if is_text(file.content) and len(file.content) > reading.policy.text_bytes:
            yield _hit(file.path, 0, f"only the first {reading.policy.text_bytes} bytes were read")
    page = reading.page("SKILL.md")
    if page is not None:
        problem = frontmatter_problem(page.raw, limit=reading.policy.frontmatter_bytes)
        if problem:
            bound = problem.startswith("it ")
            yield replace(
                _hit("SKILL.md", 1, f"frontmatter: {problem}"), severity="high" if bound else "medium"
            )


def _hit(path: str, line: int, what: str) -> Hit:
    return Hit(path, line, visible(what), incomplete=True)
