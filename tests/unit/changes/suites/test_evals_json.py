"""evals.json in its many spellings."""

import json

import pytest

from skilleval.changes.snapshot import bundle_file
from skilleval.changes.suites import read_suite
from skilleval.domain.suite import Suite
from tests.builders_changes import skill_md


def suite_of(value: object, **files: str) -> Suite:
    """Return the suite of an evals.json with this value, beside other files."""
    contents = {"evals/evals.json": json.dumps(value), **files}
    return read_suite({path: bundle_file(path, text.encode()) for path, text in contents.items()})


def test_both_spellings() -> None:
    """Expectations and assertions are the same thing."""
    for key in ("expectations", "assertions"):
        (task,) = suite_of({"evals": [{"id": 1, "prompt": "p", key: ["a", {"text": "b"}]}]}).tasks
        assert [(item.id, item.text, item.scale) for item in task.rubric] == [
            ("E1", "a", "pass-fail"),
            ("E2", "b", "pass-fail"),
        ]


def test_keys_that_disagree() -> None:
    """Both keys with other content is an error that names the eval; the next one is still read."""
    both = {"id": 7, "prompt": "p", "expectations": ["a"], "assertions": ["b"]}
    suite = suite_of([both, {"id": 8, "prompt": "p", "expectations": ["a"], "assertions": ["a"]}])

    assert [task.id for task in suite.tasks] == ["8"]
    assert "eval 7" in suite.problems[0].message
    assert suite.problems[0].where == "/0"


def test_ids_are_text() -> None:
    """1 and "1" are the same id, and twice the same id is an error."""
    suite = suite_of(
        [{"id": 1, "prompt": "p", "assertions": ["a"]}, {"id": "1", "prompt": "q", "assertions": ["a"]}]
    )

    assert [task.prompt for task in suite.tasks] == ["p"]
    assert "'1' is used twice" in suite.problems[0].message


def test_checks_make_a_suite_deterministic() -> None:
    """`checks` in our own shapes stand beside the statements."""
    checks = [
        {"id": "total", "kind": "must_match", "pattern": "12[.]00"},
        {"kind": "file_exists", "path": "out.txt"},
        {"kind": "must_mach", "pattern": "x"},
    ]
    suite = suite_of(
        {"evals": [{"id": 1, "prompt": "p", "checks": checks, "domain": "bills", "cluster": "c"}]}
    )

    (task,) = suite.tasks
    assert [check.id for check in task.checks] == ["total", "C2"]
    assert (task.domain, task.cluster, task.is_gradable) == ("bills", "c", True)
    assert suite.problems[0].where == "/evals/0/checks/2/kind"
    assert "must_match" in suite.problems[0].message


def test_fixtures_come_from_the_skill() -> None:
    """Files are found from the skill's root; what leaves the skill is refused."""
    evals = [
        {"id": 1, "prompt": "p", "assertions": ["a"], "files": ["evals/files/bill.txt"]},
        {"id": 2, "prompt": "p", "assertions": ["a"], "files": ["files/bill.txt"]},
        {"id": 3, "prompt": "p", "assertions": ["a"], "files": ["../other/bill.txt"]},
        {"id": 4, "prompt": "p", "assertions": ["a"], "files": ["evals/files/none.txt"]},
    ]
    suite = suite_of(evals, **{"evals/files/bill.txt": "x"})

    assert [(task.id, task.fixtures[0].path) for task in suite.tasks] == [
        ("1", "bill.txt"),
        ("2", "bill.txt"),
    ]
    assert [problem.where for problem in suite.problems] == ["/2/files/0", "/3/files/0"]


def test_ungradable_is_named() -> None:
    """An eval with nothing to check is named: an error only where it states what cannot be read."""
    suite = suite_of([{"id": 5, "prompt": "p"}, {"id": 6, "prompt": "p", "assertions": [7]}])

    assert "eval 5 cannot be graded" in suite.problems[0].message
    assert suite.problems[0].level == "warning"
    assert suite.problems[-1].level == "error"
    assert suite.tasks[0].is_bare
    assert not any(task.is_gradable for task in suite.tasks)


def test_criterion_of_a_golden_task() -> None:
    """A judged criterion may say that it is the one that resolves the task."""
    said = [{"type": "llm_judge", "criterion": "Solves it"}, {"text": "Is kind", "golden": True}, "Short"]
    suite = suite_of([{"id": 1, "prompt": "p", "assertions": said}])

    assert [item.golden for item in suite.tasks[0].rubric] == [True, True, False]


def test_other_harnesses_shapes() -> None:
    """Typed assertions are checks, placeholders are filled with text, should_trigger is a query."""
    evals = [
        {
            "id": 1,
            "question": "Read {{bill.txt}} now.",
            "files": ["evals/files/bill.txt"],
            "assertions": [
                {"type": "file_exists", "path": "out.md"},
                {"type": "contains", "value": "12.00 (net)"},
                "Says so.",
            ],
        },
        {"id": 2, "prompt": "Only a query.", "should_trigger": False},
    ]
    suite = suite_of({"cases": evals}, **{"evals/files/bill.txt": "Total: 12"})

    (task,) = suite.tasks
    assert task.prompt == "Read Total: 12 now."
    assert [(check.id, check.kind) for check in task.checks] == [("A1", "file_exists"), ("A2", "must_match")]
    assert [item.text for item in task.rubric] == ["Says so."]
    assert [(query.query, query.should_trigger) for query in suite.queries] == [("Only a query.", False)]
    assert suite.problems == ()


def test_keys_that_are_not_read_are_said_once() -> None:
    """A key that nobody reads is a warning with the nearest known one, once a file."""
    suite = suite_of([{"id": n, "prompt": "p", "assertion": ["a"], "assertions": ["b"]} for n in (1, 2)])

    assert [(problem.where, problem.level) for problem in suite.problems] == [("/0/assertion", "warning")]
    assert "'assertions'" in suite.problems[0].message


def test_a_file_of_no_known_format() -> None:
    """Eval files that nobody can read are never passed over in silence."""
    suite = read_suite({"evals/mine.json": bundle_file("evals/mine.json", b'{"a": 1}')})

    assert suite.is_empty
    (problem,) = suite.problems
    assert (problem.path, problem.level) == ("evals/mine.json", "warning")
    assert problem.message == "not read: no known format"


def test_a_prompt_that_is_none() -> None:
    """Where it stands, what was found, and what is wanted."""
    evals = [{"id": 1, "prompt": 5}, {"id": 2, "question": ["a"]}, {"id": 3}, {"id": 4, "prompt": " "}]
    suite = suite_of(evals)

    assert [(problem.where, problem.message) for problem in suite.problems] == [
        ("/0/prompt", "eval 1 has no prompt: text is wanted, this is a number"),
        ("/1/question", "eval 2 has no prompt: text is wanted, this is a list"),
        ("/2/prompt", "eval 3 has no prompt"),
        ("/3/prompt", "eval 4 has no prompt: text is wanted, this is empty"),
    ]


@pytest.mark.parametrize(("said", "words"), [("zzz", "'zzz', the skill is called 'alpha'"), (5, "a number")])
def test_evals_of_another_skill(said: object, words: str) -> None:
    """A `skill_name` that is not this skill's is said; the tasks run."""
    evals = {"skill_name": said, "evals": [{"id": 1, "prompt": "p", "assertions": ["a"]}]}
    suite = suite_of(evals, **{"SKILL.md": skill_md("alpha")})

    (problem,) = suite.problems
    assert (problem.where, problem.level, len(suite.tasks)) == ("/skill_name", "warning", 1)
    assert words in problem.message
    assert not suite_of({**evals, "skill_name": "alpha"}, **{"SKILL.md": skill_md("alpha")}).problems


def test_expected_output_alone_is_weak() -> None:
    """An eval with nothing but an expected output is graded against it, and marked."""
    (task,) = suite_of([{"id": 1, "prompt": "p", "expected_output": "12"}]).tasks

    assert [(item.id, item.weak) for item in task.rubric] == [("E1", True)]
    assert task.is_gradable


def test_statements_that_cannot_be_read() -> None:
    """Where an eval states something that nobody can read, its expected output does not stand in for it."""
    odd = {"id": 1, "prompt": "p", "expected_output": "12", "assertions": [{"rule": "x"}]}
    refused = {"id": 3, "prompt": "p", "expected_output": "12", "checks": [{"kind": "x"}]}
    read = {"id": 2, "prompt": "p", "assertions": [{"name": "n", "check": "Says 12"}]}
    suite = suite_of([odd, read, refused])

    assert [(task.id, task.is_gradable) for task in suite.tasks] == [("2", True)]
    assert [problem.where for problem in suite.problems] == [
        "/0/assertions/0",
        "/0",
        "/2/checks/0/kind",
        "/2",
    ]


def test_ids_that_no_file_name_could_hold() -> None:
    """An id with a line break, or as long as a page, is refused."""
    ids: list[object] = ["a\nb", "x" * 500, True, []]
    suite = suite_of([{"id": identity, "prompt": "p", "assertions": ["a"]} for identity in ids])

    assert suite.tasks == ()
    assert [problem.where for problem in suite.problems] == [f"/{n}/id" for n in range(4)]
