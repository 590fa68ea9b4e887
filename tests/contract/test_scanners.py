"""What every scanner promises, tried on bandit and semgrep themselves."""

import pytest

from skilleval.errors import ScannerError
from skilleval.ports import ScanFile, Scanner
from skilleval.review import review_bundles
from skilleval.review.scanners.bandit import BanditScanner
from skilleval.review.scanners.semgrep import SemgrepScanner
from tests.builders_review import a_bundle

BAD = b"# na\xc3\xafve\nimport base64\n\nexec(base64.b64decode('aGk='))  # nosec # nosemgrep\n"
SCANNERS: tuple[Scanner, ...] = (BanditScanner(), SemgrepScanner())


@pytest.fixture(params=SCANNERS, ids=lambda scanner: scanner.name)
def scanner(request: pytest.FixtureRequest) -> Scanner:
    """Give each scanner in turn."""
    found: Scanner = request.param
    return found


def test_a_hit_has_its_line_and_words(scanner: Scanner) -> None:
    """A hit says file, line, the words of that line, why it matters and how to fix it."""
    findings = scanner.scan("tidy", [ScanFile(path="0.py", content=BAD)])

    assert {(f.path, f.line, f.scanner) for f in findings} == {("0.py", 4, scanner.name)}
    assert all(
        "exec(" in f.matched and f.why and f.check and f.fix and f.family and f.owasp for f in findings
    )


def test_nothing_in_the_files_silences_it(scanner: Scanner) -> None:
    """Neither comments nor configuration files of the scanned tree remove a hit."""
    files = [
        ScanFile(path="0.py", content=BAD),
        ScanFile(path="bandit.yaml", content=b"skips: [B102]\n"),
        ScanFile(path="semgrep.py", content=b"raise SystemExit(0)\n"),
        ScanFile(path="json.py", content=b"raise SystemExit(0)\n"),
    ]

    assert any(finding.path == "0.py" for finding in scanner.scan("tidy", files))


HUSHES = {
    ".bandit": b"[bandit]\nexclude: /\nskips: B102\n",
    "pyproject.toml": b"[tool.bandit]\nskips = ['B102']\nexclude_dirs = ['.']\n",
    "bandit.yaml": b"skips: [B102]\n",
    ".semgrepignore": b"*\n",
    ".gitignore": b"*\n",
    "setup.cfg": b"[bandit]\nskips = B102\n",
    ".semgrep.yml": b"rules: []\n",
}


@pytest.mark.parametrize("name", HUSHES)
def test_no_file_of_a_skill_silences_it(scanner: Scanner, name: str) -> None:
    """What a skill brings along to quiet an analyser changes nothing, at its root or beside the script."""
    files = {"scripts/a.py": BAD, name: HUSHES[name], f"scripts/{name}": HUSHES[name]}

    (review,) = review_bundles([a_bundle(files)], (scanner,))

    assert {(f.path, f.line) for f in review.findings if f.scanner == scanner.name} >= {("scripts/a.py", 4)}


@pytest.mark.parametrize(
    "mark", ["# nosec", "# nosec B102", "#nosec", "# nosemgrep", "# nosemgrep: all", "# noqa", "# noqa: S102"]
)
def test_no_comment_silences_it(scanner: Scanner, mark: str) -> None:
    """No mark on a line, or on the one above, takes a hit away."""
    text = f"import base64\n{mark}\nexec(base64.b64decode('aGk='))  {mark}\n".encode()

    assert [f.line for f in scanner.scan("tidy", [ScanFile(path="0.py", content=text)])] == [3]


def test_clean_files_have_no_findings(scanner: Scanner) -> None:
    """Harmless code has no findings."""
    assert scanner.scan("tidy", [ScanFile(path="0.py", content=b"print('hi')\n")]) == ()


def test_no_files_no_findings(scanner: Scanner) -> None:
    """Nothing to scan is no error."""
    assert scanner.scan("tidy", []) == ()


def test_names_that_leave_the_folder_are_refused(scanner: Scanner) -> None:
    """A path that could leave the scan's folder is refused before anything is written."""
    with pytest.raises(ScannerError):
        scanner.scan("tidy", [ScanFile(path="../0.py", content=b"")])


def test_it_names_its_version(scanner: Scanner) -> None:
    """The version is that of the installed distribution."""
    assert scanner.version()[0].isdigit()
