"""Matching the findings of two sides."""

from skilleval.domain.finding import Confidence, Finding, Severity
from skilleval.review.compare import compare, moved_paths
from tests.builders_review import a_bundle, a_reading


def a_finding(
    matched: str = "x", *, path: str = "a.md", line: int = 1, severity: Severity = "high", role: str = ""
) -> Finding:
    """Return a finding; with a role its confidence is low."""
    confidence: Confidence = "low" if role else "high"
    return Finding(
        rule="r", scanner="skilleval", severity=severity, confidence=confidence, skill="tidy", path=path,
        line=line, matched=matched, message="m", role=role,
    )  # fmt: skip


def newness(base: list[Finding], head: list[Finding], moved: dict[str, str] | None = None) -> list[str]:
    """Return the newness of all findings, sorted."""
    return sorted(finding.newness for finding in compare(base, head, moved=moved or {}))


def test_same_text_elsewhere_in_the_file_is_the_same() -> None:
    """Line numbers and case are no identity."""
    assert newness([a_finding("X  y", line=3)], [a_finding("x y", line=9)]) == ["existing"]


def test_counts_matter() -> None:
    """Two at head and one at base: one is introduced."""
    assert newness([a_finding()], [a_finding(line=1), a_finding(line=2)]) == ["existing", "introduced"]


def test_a_graver_one_is_new() -> None:
    """The same words that weigh more at head are introduced, and the old ones fixed."""
    assert newness([a_finding(role="prohibition", severity="medium")], [a_finding()]) == [
        "fixed",
        "introduced",
    ]


def test_a_milder_one_is_not() -> None:
    """The same words that weigh less at head are existing."""
    assert newness([a_finding()], [a_finding(role="prohibition", severity="medium")]) == ["existing"]


def test_text_that_moves_to_another_file_is_not_new() -> None:
    """Splitting a file introduces nothing."""
    assert newness([a_finding(path="a.md")], [a_finding(path="b.md")]) == ["existing"]


def test_renamed_files_keep_their_findings() -> None:
    """Paths are compared after renames."""
    assert newness([a_finding(path="a.md")], [a_finding(path="b.md")], {"a.md": "b.md"}) == ["existing"]


def test_renames_are_found_by_bytes_and_by_lines() -> None:
    """A file that is the same, or mostly the same, under another name has moved."""
    lines = "".join(f"row {n}\n" for n in range(20))
    base = a_reading(a_bundle({"a.md": "same\n", "b.md": lines, "c.md": "gone\n"}))
    head = a_reading(a_bundle({"x.md": "same\n", "y.md": lines + "one more\n", "z.md": "new\n"}))

    assert moved_paths(base, head) == {"a.md": "x.md", "b.md": "y.md"}


def test_fingerprints_count_equal_ones() -> None:
    """Equal findings have fingerprints of their own, and an equal review has the same ones."""
    first = compare([], [a_finding(line=1), a_finding(line=2)], moved={})
    second = compare([], [a_finding(line=5), a_finding(line=9)], moved={})

    assert len({finding.fingerprint for finding in first}) == 2
    assert {f.fingerprint for f in first} == {f.fingerprint for f in second}
