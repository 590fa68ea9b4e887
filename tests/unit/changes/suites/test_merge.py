"""Several files as one suite."""

import json

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite


def test_ids_are_unique_over_files() -> None:
    """A frozen task with an id that evals.json uses is an error; the first stays."""
    evals = [{"id": "T1", "prompt": "p", "assertions": ["a"]}]
    frozen = [{"id": "T1", "prompt": "q", "rubric": [{"id": "R1", "text": "b"}]}]
    files = {"evals/evals.json": json.dumps(evals), "evals/frozen/a.json": json.dumps(frozen)}
    suite = read_suite({path: bundle_file(path, text.encode()) for path, text in files.items()})

    assert [(task.id, task.source) for task in suite.tasks] == [("T1", "evals/evals.json")]
    errors = [problem for problem in suite.problems if problem.level == "error"]
    assert [(problem.path, "used twice" in problem.message) for problem in errors] == [
        ("evals/frozen/a.json", True)
    ]


def test_who_wrote_it() -> None:
    """One writer of all tasks is kept; two that disagree are unknown."""
    evals = {"written-by": "author", "evals": [{"id": 1, "prompt": "p", "assertions": ["a"]}]}
    frozen = {"written-by": "independent", "tasks": [{"id": 2, "prompt": "q", "rubric": [{"text": "b"}]}]}
    one = {"evals/evals.json": json.dumps(evals)}
    both = {**one, "evals/frozen/a.json": json.dumps(frozen)}

    def writer(files: dict[str, str]) -> str:
        return read_suite({path: bundle_file(path, text.encode()) for path, text in files.items()}).written_by

    assert (writer(one), writer(both)) == ("author", "unknown")
