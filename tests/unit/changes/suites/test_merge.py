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


def test_what_stands_twice_has_two_places() -> None:
    """The pointer is that of the later one; the first is named, with its file where that is another."""
    evals = [{"id": id_, "prompt": "p", "assertions": ["a"]} for id_ in (1, 2, "1")]
    queries = [
        {"query": "Dup query", "should_trigger": True},
        {"query": "dup  query", "should_trigger": True},
        {"query": "b", "id": "x", "should_trigger": True},
        {"query": "c", "id": "x", "should_trigger": True},
    ]
    files = {
        "evals/evals.json": json.dumps({"evals": evals}),
        "evals/frozen/a.json": json.dumps([{"id": "2", "prompt": "q", "rubric": [{"text": "b"}]}]),
        "evals/trigger-eval.json": json.dumps({"queries": queries}),
    }
    suite = read_suite({path: bundle_file(path, text.encode()) for path, text in files.items()})

    errors = [problem for problem in suite.problems if problem.level == "error"]
    places = [
        (problem.path, problem.where, problem.message.split("; ")[0].split(": ")[-1]) for problem in errors
    ]
    assert places == [
        ("evals/evals.json", "/evals/2", "first at /evals/0"),
        ("evals/frozen/a.json", "/0", "first at evals/evals.json /evals/1"),
        ("evals/trigger-eval.json", "/queries/1", "first at /queries/0"),
        ("evals/trigger-eval.json", "/queries/3", "first at /queries/2"),
    ]
