"""Scanners: one call for everything, hits brought home."""

from collections.abc import Sequence

from skilleval.domain.finding import Finding
from skilleval.ports import ScanFile
from skilleval.review.scan import scan_readings
from tests.builders_review import a_bundle, a_reading

CODE = "import os\nos.system(x)\n"


class RecordingScanner:
    """A scanner that hits the second line of every file and remembers its calls."""

    name = "recording"

    def __init__(self) -> None:
        """Start without calls."""
        self.calls: list[tuple[ScanFile, ...]] = []

    def version(self) -> str:
        """Return a version."""
        return "7"

    def scan(self, skill: str, files: Sequence[ScanFile]) -> tuple[Finding, ...]:
        """Hit line 2 of each file."""
        self.calls.append(tuple(files))
        return tuple(
            Finding(
                rule="r", scanner="recording", severity="high", confidence="high", skill=skill,
                path=file.path, line=2, matched="os.system(x)", message="m",
            )
            for file in files
        )  # fmt: skip


def test_equal_content_is_scanned_once() -> None:
    """Base and head that share a script have one scan and a finding each."""
    scanner = RecordingScanner()
    readings = [a_reading(a_bundle({path: CODE})) for path in ("a.py", "scripts/b.py")]

    scanned = scan_readings(readings, [scanner])

    assert [len(files) for files in scanner.calls] == [1]
    assert [[f.path for f in found] for found in scanned.findings] == [["a.py"], ["scripts/b.py"]]
    assert scanned.versions == {"recording": "7"}


def test_names_for_scanners_are_ours() -> None:
    """Hostile names do not reach a command line; the suffix does."""
    scanner = RecordingScanner()

    scan_readings([a_reading(a_bundle({"-rf; x/../y.py": CODE, "plain": "#!/bin/bash\necho\n"}))], [scanner])

    assert sorted(file.path for file in scanner.calls[0]) == ["000000.py", "000001.sh"]


def test_fenced_code_is_scanned_at_its_lines() -> None:
    """A fence is a file of its own, padded, and its hits are lines of the document."""
    scanner = RecordingScanner()
    reading = a_reading(a_bundle(body="Do:\n\n```python\nimport os\nos.system(x)\n```\n"))

    scanned = scan_readings([reading], [scanner])

    (file,) = scanner.calls[0]
    assert file.content.split(b"\n")[7:9] == [b"import os", b"os.system(x)"]
    assert [(f.path, f.skill) for f in scanned.findings[0]] == [("SKILL.md", "tidy")]
